# find_package(heed): targets heed::text, heed::lib, heed::autograd, heed::nn, heed::models, and all but the first with _f64 in double.
include(CMakeFindDependencyMacro)
find_dependency(fmt)
find_dependency(Threads)
find_dependency(PkgConfig)
pkg_check_modules(openblas REQUIRED IMPORTED_TARGET openblas)
pkg_check_modules(utf8proc REQUIRED IMPORTED_TARGET libutf8proc)
include(${CMAKE_CURRENT_LIST_DIR}/sentencepiece.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/heedTargets.cmake)
