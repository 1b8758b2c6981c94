# heed for other projects: `cmake --install` with find_package(heed) and pkg-config, or add_subdirectory. docs/library.md
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
include(cmake/public_headers.cmake)
set(libraries heed_text heed_lib heed_autograd heed_nn heed_models heed_lib_f64 heed_autograd_f64 heed_nn_f64 heed_models_f64)

if(PROJECT_IS_TOP_LEVEL)
  foreach(library IN LISTS libraries)
    target_include_directories(${library} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  endforeach()
else()
  set(headers ${PROJECT_BINARY_DIR}/include)
  heed_public_headers(${PROJECT_SOURCE_DIR} ${headers})
  foreach(folder IN LISTS heed_header_folders)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.hpp)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources})
  endforeach()
  foreach(library IN LISTS libraries)
    target_include_directories(${library} INTERFACE ${headers})
  endforeach()
  return()
endif()

install(TARGETS ${libraries} EXPORT heed ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT heed NAMESPACE heed:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/heed FILE heedTargets.cmake)
install(CODE "include(${PROJECT_SOURCE_DIR}/cmake/public_headers.cmake)
heed_public_headers(${PROJECT_SOURCE_DIR} \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}\")")
write_basic_package_version_file(heedConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/heedConfig.cmake cmake/sentencepiece.cmake ${CMAKE_CURRENT_BINARY_DIR}/heedConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/heed)

# heed.pc and heed_f64.pc, which find the rest from where they stand.
file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(suffix IN ITEMS "" _f64)
  set(precision float)
  set(definition "")
  if(suffix)
    set(precision double)
    set(definition " -DHEED_DOUBLE=1")
  endif()
  file(CONFIGURE OUTPUT heed${suffix}.pc @ONLY CONTENT "prefix=\${pcfiledir}/@to_prefix@
Name: heed@suffix@
Description: @PROJECT_DESCRIPTION@ (numbers are @precision@)
Version: @PROJECT_VERSION@
Requires: fmt openblas libutf8proc
Cflags: -std=c++20 -I\${prefix}/@CMAKE_INSTALL_INCLUDEDIR@@definition@
Libs: -L\${prefix}/@CMAKE_INSTALL_LIBDIR@ -lheed_models@suffix@ -lheed_nn@suffix@ -lheed_autograd@suffix@ -lheed_lib@suffix@ -lheed_text -lsentencepiece_train -lsentencepiece@abseil_flags@ -pthread
")
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/heed${suffix}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
