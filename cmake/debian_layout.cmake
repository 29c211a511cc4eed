# What Debian wants otherwise than others do; cpack runs it over the files of each package before it packs them.
file(GLOB packages ${CPACK_TEMPORARY_DIRECTORY}/*)
foreach(package IN LISTS packages)
    set(share ${package}/usr/share)
    if(EXISTS ${share}/zsh/site-functions)
        file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)
    endif()

    set(documents ${share}/doc/tgdl)
    if(EXISTS ${documents}/LICENSE)
        file(REMOVE ${documents}/LICENSE) # copyright says where it is
        string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC) # of SOURCE_DATE_EPOCH, if that is set
        file(WRITE ${documents}/changelog
            "tgdl (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium\n\n  * CHANGELOG.md tells what has changed.\n\n"
            " -- ${CPACK_PACKAGE_CONTACT}  ${now}\n")
    endif()
    file(GLOB long ${documents}/changelog ${share}/man/man1/*.1)
    if(long)
        execute_process(COMMAND gzip -9 --no-name ${long} COMMAND_ERROR_IS_FATAL ANY)
    endif()

    # A package that brings nothing of its own to read shows that of the program.
    if(NOT EXISTS ${documents})
        file(MAKE_DIRECTORY ${share}/doc)
        get_filename_component(component ${package} NAME)
        file(CREATE_LINK tgdl ${share}/doc/tgdl-${component} SYMBOLIC)
    endif()
endforeach()
