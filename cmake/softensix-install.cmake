# SPDX-License-Identifier: Apache-2.0
#
# cmake --install: headers, libraries, files for find_package and pkg-config, memory maps. `make install` adds tools.
include(GNUInstallDirs)
set(libdir "${CMAKE_INSTALL_LIBDIR}")
set(libraries softensix softensix-coop)
if(SOFTENSIX_DIAG)
  list(APPEND libraries softensix-diag)
endif()
install(TARGETS ${libraries} ARCHIVE DESTINATION "${libdir}")
install(DIRECTORY include/softensix DESTINATION include)
install(DIRECTORY port/coop DESTINATION include FILES_MATCHING PATTERN "*.h")
install(FILES "${made}" DESTINATION include/softensix)
install(FILES cmake/softensix-config.cmake cmake/softensix-config-version.cmake cmake/softensix-board.cmake
  DESTINATION "${libdir}/cmake/softensix")
install(DIRECTORY linker DESTINATION share/softensix)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION share/doc/softensix)

# From the library's directory up to the prefix, for pkg-config.
string(REGEX REPLACE "[^/]+" ".." UP "${libdir}")
set(FLAGS "${SOFTENSIX_ARCHFLAGS}")
set(INCLUDES "-I\${includedir}")
set(VERSION "${PROJECT_VERSION}")
foreach(name softensix softensix-coop softensix-diag)
  configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/${name}.pc" DESTINATION "${libdir}/pkgconfig")
endforeach()
