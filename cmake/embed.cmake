# Puts files into the program itself:
#
#   tgdl_embed(LIBRARY FUNCTION HEADER FOLDER PATTERN...)
#
# defines `std::span<const EmbeddedFile> tgdl::FUNCTION()`, declared in HEADER, in the library tgdl_LIBRARY: one entry for
# each file of FOLDER that fits a PATTERN, sorted by name. The bytes come in through the assembler's .incbin, which takes no
# time however long they are.
function(tgdl_embed library function header folder)
    list(TRANSFORM ARGN PREPEND ${folder}/ OUTPUT_VARIABLE patterns)
    file(GLOB files CONFIGURE_DEPENDS RELATIVE ${folder} ${patterns})
    list(SORT files)

    set(bytes "")
    set(symbols "")
    set(entries "")
    set(paths "")
    set(index 0)
    foreach(file IN LISTS files)
        set(symbol tgdl_${function}_${index})
        string(APPEND bytes
            "    \"${symbol}_begin: .incbin \\\"${folder}/${file}\\\"\\n\"\n"
            "    \"${symbol}_end:\\n\"\n")
        string(APPEND symbols "extern const char ${symbol}_begin[];\nextern const char ${symbol}_end[];\n")
        string(APPEND entries "        between(\"${file}\", ${symbol}_begin, ${symbol}_end),\n")
        list(APPEND paths ${folder}/${file})
        math(EXPR index "${index} + 1")
    endforeach()

    set(source ${CMAKE_CURRENT_BINARY_DIR}/${library}_${function}.cpp)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/embedded_files.cpp.in ${source} @ONLY)
    # By itself: in a unity file its dependencies would be forgotten, and its names would meet those of its like.
    set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${paths}" SKIP_UNITY_BUILD_INCLUSION ON)
    target_sources(tgdl_${library} PRIVATE ${source})
endfunction()
