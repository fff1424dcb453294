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

# Files below a directory of the tree, at the same place below another one; those that git knows, so that nothing goes
# along that lies about, or all of them in a release, where there is no git.
function(install_tracked from to pattern)
  set(root "${PROJECT_SOURCE_DIR}")
  execute_process(COMMAND git ls-files -- ${from} WORKING_DIRECTORY "${root}" OUTPUT_VARIABLE listed ERROR_QUIET RESULT_VARIABLE none)
  string(REGEX MATCHALL "[^\n]+" files "${listed}")
  if(none OR NOT files)
    file(GLOB_RECURSE files RELATIVE "${root}" "${root}/${from}/*")
  endif()
  foreach(file ${files})
    get_filename_component(directory "${file}" DIRECTORY)
    string(REPLACE "${from}" "${to}" directory "${directory}")
    if(file MATCHES "${pattern}")
      install(FILES "${root}/${file}" DESTINATION "${directory}")
    endif()
  endforeach()
endfunction()
install_tracked(include/softensix include/softensix "")
install_tracked(port/coop include/coop "\\.h$")
install(FILES "${made}" DESTINATION include/softensix)
install(FILES cmake/softensix-config.cmake cmake/softensix-config-version.cmake cmake/softensix-board.cmake
  DESTINATION "${libdir}/cmake/softensix")
install_tracked(linker share/softensix/linker "")
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
