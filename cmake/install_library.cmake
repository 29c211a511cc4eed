# Installs libtgdl for programs of others: one archive of all libraries below src/interface, the headers of include/tgdl, and
# what find_package(tgdl) and pkg-config look for. All of it is the component `development`:
#
#   cmake --install build/release --component development --prefix /usr/local
#
# The archive is made of the objects that are compiled anyway.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Every library of the ladder that the target stands on, itself included.
function(tgdl_collect_libraries target out)
    set(found ${${out}})
    if(NOT target IN_LIST found)
        list(APPEND found ${target})
        get_target_property(linked ${target} INTERFACE_LINK_LIBRARIES)
        foreach(library IN LISTS linked)
            if(library MATCHES "^tgdl_")
                tgdl_collect_libraries(${library} found)
            endif()
        endforeach()
    endif()
    set(${out} ${found} PARENT_SCOPE)
endfunction()

set(libraries "")
tgdl_collect_libraries(tgdl_interface libraries)
list(TRANSFORM libraries REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)

add_library(tgdl_merged STATIC ${objects})
set_target_properties(tgdl_merged PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME tgdl EXPORT_NAME tgdl
    ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
target_compile_features(tgdl_merged INTERFACE cxx_std_20)
# Those of the packages behind the ladder that are more than headers.
target_link_libraries(tgdl_merged PRIVATE fmt::fmt PkgConfig::utf8proc)

install(TARGETS tgdl_merged EXPORT tgdl COMPONENT development ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/tgdl COMPONENT development DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN *.h)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tgdl)
install(EXPORT tgdl NAMESPACE tgdl:: FILE tgdlTargets.cmake COMPONENT development DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tgdlConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/tgdlConfig.cmake ${PROJECT_BINARY_DIR}/tgdlConfigVersion.cmake
    COMPONENT development DESTINATION ${package_folder})

# The way from the folder of tgdl.pc to the prefix, so that the whole may be moved.
file(RELATIVE_PATH way_to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(${PROJECT_SOURCE_DIR}/cmake/tgdl.pc.in ${PROJECT_BINARY_DIR}/tgdl.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tgdl.pc COMPONENT development DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
