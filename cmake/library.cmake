# Declares one library of the ladder, made of src/NAME/*.cpp:
#
#   tgdl_library(NAME RUNG n SIDE neutral|language|play|both [DEPENDS name...] [USES package-target...])
#
# A library may depend only on lower rungs. Play never sees language, nor language play; `both` is for the few
# libraries where the two meet. Breaking either rule stops the configure. Calls stand in src/CMakeLists.txt only, one
# line each: scripts/check_includes reads the same lines and holds the #includes against them.
#
# src/NAME/*_test.cpp become the library's test program, tgdl_NAME_test.

# The headers that most tests include, parsed once for all test programs that are compiled with the same definitions.
function(tgdl_precompile_test_headers target)
    if(NOT TARGET tgdl_test_headers)
        set(source ${PROJECT_BINARY_DIR}/test_headers.cpp)
        file(CONFIGURE OUTPUT ${source} CONTENT "")
        add_library(tgdl_test_headers STATIC ${source})
        target_link_libraries(tgdl_test_headers PRIVATE tgdl_options GTest::gtest fmt::fmt nlohmann_json::nlohmann_json)
        target_compile_definitions(tgdl_test_headers PRIVATE TGDL_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
        target_precompile_headers(tgdl_test_headers PRIVATE
            <gtest/gtest.h> <fmt/format.h> <nlohmann/json.hpp> <algorithm> <filesystem> <fstream> <functional> <map> <memory>
            <optional> <string> <thread> <vector>)
    endif()
    target_precompile_headers(${target} REUSE_FROM tgdl_test_headers)
endfunction()

# The highest rung that does without exceptions, so that it can be built for the browser.
set(TGDL_LAST_RUNG_WITHOUT_EXCEPTIONS 5)

function(tgdl_check_dependency name dependency)
    if(NOT TARGET tgdl_${dependency})
        message(FATAL_ERROR "ladder: ${name} depends on ${dependency}, which is not listed below it (src/CMakeLists.txt goes from the lowest rung up)")
    endif()
    get_property(from_rung GLOBAL PROPERTY tgdl_rung_${name})
    get_property(from_side GLOBAL PROPERTY tgdl_side_${name})
    get_property(to_rung GLOBAL PROPERTY tgdl_rung_${dependency})
    get_property(to_side GLOBAL PROPERTY tgdl_side_${dependency})
    if(NOT to_rung LESS from_rung)
        message(FATAL_ERROR "ladder: ${name} (rung ${from_rung}) may use only lower rungs, and ${dependency} is on rung ${to_rung}")
    endif()
    if(NOT from_side STREQUAL "both" AND NOT to_side STREQUAL "neutral" AND NOT to_side STREQUAL from_side)
        message(FATAL_ERROR "ladder: ${name} is on the ${from_side} side and must not see ${dependency}, which is on the ${to_side} side")
    endif()
endfunction()

function(tgdl_library name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "RUNG;SIDE" "DEPENDS;USES")
    if(arg_UNPARSED_ARGUMENTS OR NOT arg_RUNG MATCHES "^[0-9]+$" OR NOT arg_SIDE MATCHES "^(neutral|language|play|both)$")
        message(FATAL_ERROR "ladder: ${name} needs RUNG n and SIDE neutral|language|play|both ${arg_UNPARSED_ARGUMENTS}")
    endif()
    set_property(GLOBAL PROPERTY tgdl_rung_${name} ${arg_RUNG})
    set_property(GLOBAL PROPERTY tgdl_side_${name} ${arg_SIDE})
    set(libraries)
    foreach(dependency IN LISTS arg_DEPENDS)
        tgdl_check_dependency(${name} ${dependency})
        list(APPEND libraries tgdl_${dependency})
    endforeach()

    set(folder ${PROJECT_SOURCE_DIR}/src/${name})
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
    file(GLOB tests CONFIGURE_DEPENDS ${folder}/*_test.cpp)
    list(REMOVE_ITEM sources ${tests} ${folder}/main.cpp)

    add_library(tgdl_${name} STATIC ${sources})
    set_target_properties(tgdl_${name} PROPERTIES UNITY_BUILD ${TGDL_UNITY} UNITY_BUILD_BATCH_SIZE 12)
    target_include_directories(tgdl_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(tgdl_${name} PUBLIC ${libraries} ${arg_USES} PRIVATE tgdl_options)
    if(NOT arg_RUNG GREATER TGDL_LAST_RUNG_WITHOUT_EXCEPTIONS)
        target_compile_options(tgdl_${name} PRIVATE -fno-exceptions)
    endif()

    if(tests AND BUILD_TESTING)
        add_executable(tgdl_${name}_test ${tests})
        target_link_libraries(tgdl_${name}_test PRIVATE tgdl_${name} tgdl_options GTest::gtest_main)
        target_compile_definitions(tgdl_${name}_test PRIVATE TGDL_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
        set_target_properties(tgdl_${name}_test PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
        if(NOT name MATCHES "^(terminal|cli)$") # curses brings definitions of its own
            tgdl_precompile_test_headers(tgdl_${name}_test)
        endif()
        gtest_discover_tests(tgdl_${name}_test DISCOVERY_MODE PRE_TEST TEST_PREFIX "${name}: "
            WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    endif()
endfunction()
