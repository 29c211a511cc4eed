# Everything we take from outside. All of it comes from Debian: scripts/setup installs it.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
add_library(fmt_used INTERFACE)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tl-expected REQUIRED)
find_package(tsl-robin-map REQUIRED)
find_package(utf8cpp REQUIRED)
find_package(Boost REQUIRED) # headers only
if(TGDL_STATIC)
    # Debian has every library that we use as an archive, but for fmt, all of which is in its headers too.
    target_link_libraries(fmt_used INTERFACE fmt::fmt-header-only)
    set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
else()
    target_link_libraries(fmt_used INTERFACE fmt::fmt)
endif()
# Static: otherwise every run would pay for looking up the symbols of what only `tgdl serve` uses.
find_library(sqlite_archive libsqlite3.a REQUIRED)
add_library(sqlite_static STATIC IMPORTED)
set_target_properties(sqlite_static PROPERTIES IMPORTED_LOCATION ${sqlite_archive}
    INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS};m")
find_package(PostgreSQL REQUIRED)
pkg_check_modules(ncursesw REQUIRED IMPORTED_TARGET ncursesw)
pkg_check_modules(utf8proc REQUIRED IMPORTED_TARGET libutf8proc)
if(NOT TGDL_STATIC) # what is linked so cannot load a module
    pkg_check_modules(ompi QUIET IMPORTED_TARGET ompi-c) # for simulations on several machines; without it there are none
endif()
pkg_check_modules(cmark REQUIRED IMPORTED_TARGET libcmark)

# Whoever builds the program only (scripts/try) has no packages for tests, and needs none. The presets that are there for
# testing do; in `release` there are tests where the packages are, as on a machine on which scripts/test has run.
if(BUILD_TESTING)
    set(missing "")
    foreach(package GTest benchmark)
        if(TGDL_NEEDS_TESTS)
            find_package(${package} REQUIRED)
        else()
            find_package(${package} QUIET)
        endif()
        if(NOT ${package}_FOUND)
            list(APPEND missing ${package})
        endif()
    endforeach()
    if(missing)
        message(STATUS "no tests, since these are missing: ${missing}")
        set(BUILD_TESTING OFF)
    else()
        include(GoogleTest)
    endif()
endif()
