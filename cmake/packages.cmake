# Everything we take from outside. All of it comes from Debian: scripts/setup installs it.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tl-expected REQUIRED)
find_package(tsl-robin-map REQUIRED)
find_package(utf8cpp REQUIRED)
find_package(Boost REQUIRED) # headers only
# Static: otherwise every run would pay for looking up the symbols of what only `tgdl serve` uses.
find_library(sqlite_archive libsqlite3.a REQUIRED)
add_library(sqlite_static STATIC IMPORTED)
set_target_properties(sqlite_static PROPERTIES IMPORTED_LOCATION ${sqlite_archive}
    INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS};m")
find_package(PostgreSQL REQUIRED)
pkg_check_modules(ncursesw REQUIRED IMPORTED_TARGET ncursesw)
pkg_check_modules(utf8proc REQUIRED IMPORTED_TARGET libutf8proc)
pkg_check_modules(ompi QUIET IMPORTED_TARGET ompi-c) # for simulations on several machines; without it there are none
pkg_check_modules(cmark REQUIRED IMPORTED_TARGET libcmark)

if(BUILD_TESTING)
    find_package(GTest REQUIRED)
    find_package(rapidcheck REQUIRED)
    find_package(benchmark REQUIRED)
    include(GoogleTest)
endif()
