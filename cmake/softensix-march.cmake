# SPDX-License-Identifier: Apache-2.0
#
# For the toolchain files: -march and the calling convention that goes with it.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SOFTENSIX_MARCH SOFTENSIX_MABI)
set(SOFTENSIX_MARCH rv32im CACHE STRING "the core: -march of GCC, without zicsr")
string(REGEX REPLACE "^rv[0-9]+([a-z]*).*" "\\1" _softensix_letters "${SOFTENSIX_MARCH}")
set(_softensix_mabi ilp32)
if(SOFTENSIX_MARCH MATCHES "^rv64")
  set(_softensix_mabi lp64)
elseif(_softensix_letters MATCHES "e")
  set(_softensix_mabi ilp32e)
elseif(_softensix_letters MATCHES "f")
  set(_softensix_mabi ilp32f)
endif()
set(SOFTENSIX_MABI "${_softensix_mabi}" CACHE STRING "the calling convention: -mabi of GCC")
set(SOFTENSIX_ARCHFLAGS "-march=${SOFTENSIX_MARCH} -mabi=${SOFTENSIX_MABI}")
if(SOFTENSIX_MARCH MATCHES "^rv64")
  string(APPEND SOFTENSIX_ARCHFLAGS " -mcmodel=medany")
endif()
# Where `make install MARCH=` has put the package for this core.
set(CMAKE_LIBRARY_ARCHITECTURE "${SOFTENSIX_MARCH}/${SOFTENSIX_MABI}")
