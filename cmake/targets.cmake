# heed_library(text)            -> heed_text, from the folders of lib/ that know no arrays
# heed_library(lib SCALAR)      -> heed_lib in float, and heed_lib_f64: the same sources in double, for gradient checks
#                                  and the course (`./heed translate` builds neither)
set(heed_text_folders lib/core lib/text lib/score lib/data lib/files lib/report lib/process)
set(heed_lib_folders lib/array)
set(heed_autograd_folders autograd)
set(heed_nn_folders nn)
set(heed_models_folders models)
set(heed_text_precompiled <nlohmann/json.hpp>)
set(heed_autograd_precompiled <nlohmann/json.hpp>)  # for models, which share it
# Lists the links that headers need, and behind PRIVATE those of the sources alone. Only libraries are installed.
set(heed_text_links fmt::fmt $<BUILD_INTERFACE:nlohmann_json::nlohmann_json> PRIVATE PkgConfig::utf8proc heed_sentencepiece
  $<BUILD_INTERFACE:xxhash_header>)
set(heed_lib_links heed_text PRIVATE PkgConfig::openblas Threads::Threads $<BUILD_INTERFACE:xtensor> $<BUILD_INTERFACE:xsimd>)
set(heed_autograd_links heed_lib)
set(heed_nn_links heed_autograd)
set(heed_models_links heed_nn PRIVATE $<BUILD_INTERFACE:protozero>)

include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-mprefer-vector-width=512 HEED_WIDE_VECTORS)

# heed_compile_options(tools OPTIMISE g UNITY 12): less optimised than a release, as what must be fast is elsewhere
# (-Og emits a third of what -O0 does, in as much time; a target that shares a precompiled header shares its -O), and
# so many files at a time (0: all), unless CMAKE_UNITY_BUILD is OFF. Both are for a shorter build.
function(heed_compile_options target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OPTIMISE;UNITY" "")
  if(DEFINED arg_OPTIMISE)
    target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O${arg_OPTIMISE}>
      # with so little optimisation GCC 12 follows fewer values, and takes more of them for unset
      $<$<AND:$<CXX_COMPILER_ID:GNU>,$<STREQUAL:${arg_OPTIMISE},g>>:-Wno-maybe-uninitialized>)
  endif()
  if(DEFINED arg_UNITY AND (CMAKE_UNITY_BUILD OR NOT DEFINED CMAKE_UNITY_BUILD))
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${arg_UNITY})
  endif()
endfunction()

# A section for each function, so that a linker told so (--gc-sections) leaves out those that nothing calls.
function(heed_separate_functions target)
  target_compile_options(${target} PRIVATE -ffunction-sections -fdata-sections)
endfunction()

function(heed_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SCALAR" "" "")
  set(sources)
  foreach(folder IN LISTS heed_${name}_folders)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
    list(APPEND sources ${found})
  endforeach()
  set(variants "")
  if(arg_SCALAR)
    set(variants _f64)
  endif()
  foreach(suffix IN ITEMS "" ${variants})
    set(target heed_${name}${suffix})
    add_library(${target} STATIC ${sources})
    add_library(heed::${name}${suffix} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name}${suffix})
    if(NOT PROJECT_IS_TOP_LEVEL)
      set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)  # only what is linked
    endif()
    target_compile_features(${target} PUBLIC cxx_std_20)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:heed_options>)
    # Nearly every file includes these, so that this halves the time of a clean build. Layers that compile alike share one.
    if(name MATCHES "^(text|lib)$" OR target STREQUAL "heed_autograd")
      target_precompile_headers(${target} PRIVATE <fmt/ranges.h> <algorithm> <functional> <memory> <string> <vector>
        ${heed_${name}_precompiled})
    else()
      target_precompile_headers(${target} REUSE_FROM heed_autograd)
    endif()
    set(reach PUBLIC)
    foreach(link IN LISTS heed_${name}_links)
      if(link STREQUAL "PRIVATE")
        set(reach PRIVATE)
      elseif(suffix AND TARGET ${link}${suffix})
        target_link_libraries(${target} ${reach} ${link}${suffix})
      else()
        target_link_libraries(${target} ${reach} ${link})
      endif()
    endforeach()
    if(suffix STREQUAL "_f64")
      target_compile_definitions(${target} PUBLIC HEED_DOUBLE=1)
      heed_separate_functions(${target})  # the course links only what an answer may call
    endif()
    # Only the arrays of floats have to be as fast as can be.
    if(NOT name STREQUAL "lib")
      heed_compile_options(${target} OPTIMISE 1 UNITY 24)
    else()
      if(suffix STREQUAL "_f64")
        heed_compile_options(${target} OPTIMISE 1 UNITY 12)
      endif()
      target_compile_definitions(${target} PRIVATE XTENSOR_USE_XSIMD=1)
      # GCC 12 takes the deliberately undefined operand of its own AVX-512 intrinsics for a mistake (GCC bug
      # 105593); GCC 14 takes xtensor's shapes of one axis for too short
      target_compile_options(${target} PRIVATE
        $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized -Wno-uninitialized -Wno-array-bounds
          -Wno-stringop-overflow>
        # GCC would use half of each AVX-512 register
        $<$<AND:$<BOOL:${HEED_NATIVE}>,$<BOOL:${HEED_WIDE_VECTORS}>>:-mprefer-vector-width=512>)
    endif()
  endforeach()
endfunction()

# The tables of the grammar's words, built into heed_text as toy::lexicon_tables(): their names and texts.
function(heed_lexicon folder)
  file(GLOB tables CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.tsv)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${tables})
  set(list "")
  foreach(table IN LISTS tables)
    file(READ ${table} text)
    get_filename_component(name ${table} NAME)
    string(APPEND list "\n    {\"${name}\", R\"HEED(${text})HEED\"},")
  endforeach()
  set(code "#include \"lib/data/toy_lexicon.hpp\"\n\nnamespace heed::toy {\nconstexpr LexiconTable built_in_tables[]{${list}};\n")
  file(CONFIGURE OUTPUT lexicon_tables.cpp @ONLY CONTENT
    "${code}std::span<const LexiconTable> lexicon_tables() { return built_in_tables; }\n}  // namespace heed::toy\n")
  target_sources(heed_text PRIVATE ${PROJECT_BINARY_DIR}/lexicon_tables.cpp)
endfunction()
