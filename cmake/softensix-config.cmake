# SPDX-License-Identifier: Apache-2.0
#
# find_package(softensix), and find_package(softensix-wormhole) for the library of the other chip: imported targets of an
# installed copy, whoever installed it (make or CMake).
#
#   softensix::softensix   the library
#   softensix::coop        cooperative threads (coop/coop.h), with the library
#   softensix::diag        both, built with STX_TRACE: traces, lint, races, time; link it instead of the two
#
# Those of the other chip are softensix-wormhole::softensix, ::coop and ::diag. A program is for one of the two.
#
# The file lies in LIBDIR/cmake/PACKAGE; the headers lie in the next include directory upwards.
get_filename_component(_softensix_package "${CMAKE_CURRENT_LIST_DIR}" NAME)
get_filename_component(_softensix_libdir "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set(_softensix_prefix "${_softensix_libdir}")
while(NOT EXISTS "${_softensix_prefix}/include/softensix/version.h")
  get_filename_component(_softensix_above "${_softensix_prefix}" DIRECTORY)
  if(_softensix_above STREQUAL _softensix_prefix)
    set(${CMAKE_FIND_PACKAGE_NAME}_FOUND FALSE)
    set(${CMAKE_FIND_PACKAGE_NAME}_NOT_FOUND_MESSAGE "no include/softensix/version.h above ${_softensix_libdir}")
    return()
  endif()
  set(_softensix_prefix "${_softensix_above}")
endwhile()

# The options that the library was built with lie beside a library for another machine or chip.
set(_softensix_own "${_softensix_libdir}/include")
if(NOT _softensix_package STREQUAL softensix)
  set(_softensix_own "${_softensix_libdir}/${_softensix_package}/include")
endif()
set(_softensix_includes "${_softensix_prefix}/include")
if(EXISTS "${_softensix_own}/softensix/configuration.h")
  list(INSERT _softensix_includes 0 "${_softensix_own}")
endif()

function(_softensix_target name part)
  set(target ${_softensix_package}::${name})
  set(file "${_softensix_libdir}/lib${_softensix_package}${part}.a")
  if(NOT TARGET ${target} AND EXISTS "${file}")
    add_library(${target} STATIC IMPORTED)
    set_target_properties(${target} PROPERTIES IMPORTED_LOCATION "${file}"
      INTERFACE_INCLUDE_DIRECTORIES "${_softensix_includes}" ${ARGN})
  endif()
endfunction()

_softensix_target(softensix "")
_softensix_target(coop -coop INTERFACE_LINK_LIBRARIES ${_softensix_package}::softensix)
_softensix_target(diag -diag INTERFACE_COMPILE_DEFINITIONS STX_TRACE=1)
set(SOFTENSIX_LINKER_DIR "${_softensix_prefix}/share/softensix/linker")
include("${CMAKE_CURRENT_LIST_DIR}/softensix-board.cmake")
set(${CMAKE_FIND_PACKAGE_NAME}_FOUND TRUE)
foreach(_softensix_component IN LISTS ${CMAKE_FIND_PACKAGE_NAME}_FIND_COMPONENTS)
  if(NOT TARGET ${_softensix_package}::${_softensix_component} AND ${CMAKE_FIND_PACKAGE_NAME}_FIND_REQUIRED_${_softensix_component})
    set(${CMAKE_FIND_PACKAGE_NAME}_FOUND FALSE)
    set(${CMAKE_FIND_PACKAGE_NAME}_NOT_FOUND_MESSAGE "this copy has no ${_softensix_component}")
  endif()
endforeach()
