# SPDX-License-Identifier: Apache-2.0
#
# find_package(softensix): imported targets of an installed copy, whoever installed it (make or CMake).
#
#   softensix::softensix   the library
#   softensix::coop        cooperative threads (coop/coop.h), with the library
#   softensix::diag        both, built with STX_TRACE: traces, lint, races, time; link it instead of the two
#
# The file lies in LIBDIR/cmake/softensix; the headers lie in the next include directory upwards.
get_filename_component(_softensix_libdir "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set(_softensix_prefix "${_softensix_libdir}")
while(NOT EXISTS "${_softensix_prefix}/include/softensix/version.h")
  get_filename_component(_softensix_above "${_softensix_prefix}" DIRECTORY)
  if(_softensix_above STREQUAL _softensix_prefix)
    set(softensix_FOUND FALSE)
    set(softensix_NOT_FOUND_MESSAGE "no include/softensix/version.h above ${_softensix_libdir}")
    return()
  endif()
  set(_softensix_prefix "${_softensix_above}")
endwhile()

# The options that the library was built with lie beside a library for another machine.
set(_softensix_includes "${_softensix_prefix}/include")
if(EXISTS "${_softensix_libdir}/include/softensix/configuration.h")
  list(INSERT _softensix_includes 0 "${_softensix_libdir}/include")
endif()

function(_softensix_target name file)
  if(NOT TARGET softensix::${name} AND EXISTS "${_softensix_libdir}/${file}")
    add_library(softensix::${name} STATIC IMPORTED)
    set_target_properties(softensix::${name} PROPERTIES
      IMPORTED_LOCATION "${_softensix_libdir}/${file}"
      INTERFACE_INCLUDE_DIRECTORIES "${_softensix_includes}")
  endif()
endfunction()

_softensix_target(softensix libsoftensix.a)
_softensix_target(coop libsoftensix-coop.a)
_softensix_target(diag libsoftensix-diag.a)
if(TARGET softensix::coop)
  set_target_properties(softensix::coop PROPERTIES INTERFACE_LINK_LIBRARIES softensix::softensix)
endif()
if(TARGET softensix::diag)
  set_target_properties(softensix::diag PROPERTIES INTERFACE_COMPILE_DEFINITIONS STX_TRACE=1)
endif()
set(SOFTENSIX_LINKER_DIR "${_softensix_prefix}/share/softensix/linker")
include("${CMAKE_CURRENT_LIST_DIR}/softensix-board.cmake")
set(softensix_FOUND TRUE)
foreach(_softensix_component IN LISTS softensix_FIND_COMPONENTS)
  if(NOT TARGET softensix::${_softensix_component} AND softensix_FIND_REQUIRED_${_softensix_component})
    set(softensix_FOUND FALSE)
    set(softensix_NOT_FOUND_MESSAGE "this copy has no ${_softensix_component}")
  endif()
endforeach()
