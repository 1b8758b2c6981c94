# For arm64, built and tested on another processor: Debian's cross compiler, the arm64 packages that
# tools/check/arm64_packages unpacks in build/arm64-packages, and qemu-user to run what was built.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(packages ${CMAKE_CURRENT_LIST_DIR}/../build/arm64-packages)
set(CMAKE_FIND_ROOT_PATH ${packages})
foreach(kind IN ITEMS INCLUDE LIBRARY PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${packages})
set(ENV{PKG_CONFIG_LIBDIR} ${packages}/usr/lib/aarch64-linux-gnu/pkgconfig:${packages}/usr/share/pkgconfig)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${packages})
