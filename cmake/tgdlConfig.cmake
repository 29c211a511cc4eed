# find_package(tgdl) gives the target tgdl::tgdl: the headers of include/tgdl, the archive, and what that needs.
include(CMakeFindDependencyMacro)
find_dependency(fmt)
find_dependency(PkgConfig)
pkg_check_modules(utf8proc REQUIRED QUIET IMPORTED_TARGET libutf8proc)
include(${CMAKE_CURRENT_LIST_DIR}/tgdlTargets.cmake)
