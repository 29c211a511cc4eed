# Tells the program its version and commit, in one small file: only that is compiled anew after a commit.
#
#   tgdl_write_version(LIBRARY)     defines kVersion and kCommit of cli/version.h in the library tgdl_LIBRARY
#
# The version is that of project(). The commit is looked up whenever something is built, by this file as a script.
function(tgdl_write_version library)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/version_and_commit.cpp)
    add_custom_target(tgdl_version
        COMMAND ${CMAKE_COMMAND} -D folder=${PROJECT_SOURCE_DIR} -D version=${PROJECT_VERSION} -D source=${source}
                -P ${PROJECT_SOURCE_DIR}/cmake/version.cmake
        BYPRODUCTS ${source} VERBATIM COMMENT "")
    # By itself: the others of a unity file would be compiled with it.
    set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    target_sources(tgdl_${library} PRIVATE ${source})
    add_dependencies(tgdl_${library} tgdl_version)
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE)
    return()
endif()

# In an archive that git made, this file holds the commit; in a clone, a form that git fills in.
file(READ ${folder}/packaging/commit.txt commit)
string(STRIP "${commit}" commit)
set(changes "")
if(NOT commit MATCHES "^[0-9a-f]+$")
    set(commit "")
    find_program(git git)
    if(git AND EXISTS ${folder}/.git)
        execute_process(COMMAND ${git} -C ${folder} rev-parse HEAD
            OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
        execute_process(COMMAND ${git} -C ${folder} status --porcelain --untracked-files=no
            OUTPUT_VARIABLE changed ERROR_QUIET)
        if(commit AND changed)
            set(changes " and changes")
        endif()
    endif()
endif()
string(SUBSTRING "${commit}" 0 7 commit)

set(text [[
// Written by cmake/version.cmake. Do not edit.
#include "cli/version.h"

namespace tgdl {

const std::string_view kVersion = "@version@";
const std::string_view kCommit = "@commit@@changes@";

} // namespace tgdl
]])
string(CONFIGURE "${text}" text @ONLY)
set(written "")
if(EXISTS ${source})
    file(READ ${source} written)
endif()
if(NOT written STREQUAL text)
    file(WRITE ${source} "${text}")
endif()
