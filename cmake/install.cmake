# What `cmake --install` puts where, and the Debian packages that cpack makes of it: `tgdl`, and `tgdl-mpi` with the module
# for simulations on several machines, so that nobody else has to install MPI.
include(GNUInstallDirs)
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

install(TARGETS tgdl RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tgdl)
if(TARGET tgdl_mpi)
    # cli/mpi_process.cpp looks there. Right below lib/tgdl, cpack would take it for a library that others link.
    install(TARGETS tgdl_mpi LIBRARY DESTINATION lib/tgdl/modules COMPONENT mpi)
endif()

# scripts/generate_docs writes these.
install(DIRECTORY packaging/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tgdl)
install(FILES packaging/completions/tgdl.bash RENAME tgdl
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT tgdl)
install(FILES packaging/completions/_tgdl DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT tgdl)
install(FILES packaging/completions/tgdl.fish
    DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT tgdl)

# The pages lie as they do here, so that their links hold. The games and the library are in the program, too; these are to read.
install(FILES README.md CHANGELOG.md LICENSE packaging/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tgdl)
install(FILES web/bundle/licenses.txt RENAME licenses-of-the-page.txt DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tgdl)
install(DIRECTORY docs games std DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tgdl
    FILES_MATCHING PATTERN "*.md" PATTERN "*.tgdl" PATTERN "*.play" PATTERN "*.csv" PATTERN "*.png" PATTERN "*.css"
    PATTERN "site" EXCLUDE PATTERN "examples" EXCLUDE)

set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # packing builds nothing: tests are no part of it

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tgdl)
set(CPACK_PACKAGE_CONTACT "TGDL maintainers <maintainers@tgdl.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL tgdl)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian_layout.cmake)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TGDL_PACKAGE_NAME tgdl)
set(CPACK_DEBIAN_TGDL_DESCRIPTION "check, play, simulate and serve tabletop games
TGDL describes tabletop games: their pieces, cards, boards, turns and rules,
and says nothing about screens, networks or computer players. This program
finds the mistakes in such a description, and lets people and bots play it at
a terminal or in browsers. It tests games, writes their rulebooks, and plays
thousands of them to show what the rules are worth.

A shelf of games and a library of cards, dice, tricks, auctions and more are
part of it.")
set(CPACK_DEBIAN_TGDL_PACKAGE_SUGGESTS "libpq5") # loaded only for `tgdl serve --store postgres://…`
if(TARGET tgdl_mpi)
    list(APPEND CPACK_COMPONENTS_ALL mpi)
    string(APPEND CPACK_DEBIAN_TGDL_PACKAGE_SUGGESTS ", tgdl-mpi")
    set(CPACK_DEBIAN_MPI_PACKAGE_NAME tgdl-mpi)
    set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "tgdl (= ${PROJECT_VERSION}), openmpi-bin")
    set(CPACK_DEBIAN_MPI_DESCRIPTION "simulate tabletop games on several machines
The module that tgdl loads when mpirun has started it: `mpirun -n 16 tgdl
simulate` splits its games over 16 processes.")
endif()
include(CPack)
