# How all of our code is compiled, whatever the preset.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(TGDL_CCACHE ccache)
if(TGDL_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${TGDL_CCACHE})
endif()

# Linked by everything we compile; carries flags, no code.
add_library(tgdl_options INTERFACE)

# A product and a sum are rounded one by one: results are the same bits on processors with and without FMA.
target_compile_options(tgdl_options INTERFACE -ffp-contract=off)

# The same bytes wherever the clone lies.
target_compile_options(tgdl_options INTERFACE -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)

# GCC's, by the meaning that it gives these names. scripts/test wants none in the release build; those who build it with
# another version of the compiler are told and go on.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(tgdl_options INTERFACE
        -Wall -Wextra -Wpedantic -Wshadow=local -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor)
endif()
if(TGDL_STRICT)
    target_compile_options(tgdl_options INTERFACE -Werror)
endif()

if(TGDL_TYPED)
    target_compile_definitions(tgdl_options INTERFACE TGDL_TYPED)
endif()

if(TGDL_SANITIZE)
    target_compile_options(tgdl_options INTERFACE -fsanitize=${TGDL_SANITIZE} -fno-sanitize-recover=all)
    target_link_options(tgdl_options INTERFACE -fsanitize=${TGDL_SANITIZE})
endif()
