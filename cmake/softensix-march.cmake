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
# GCC 12.2 ends with an internal error on the constant 2048 for a 32-bit core with Zbs (see the Makefile): it is not told of
# Zbs. What it makes runs on the core all the same.
set(_softensix_known "${SOFTENSIX_MARCH}")
if(SOFTENSIX_MARCH MATCHES "_zbs")
  find_program(_softensix_gcc riscv64-unknown-elf-gcc)
  set(_softensix_version 0)
  if(_softensix_gcc)
    execute_process(COMMAND ${_softensix_gcc} -dumpversion OUTPUT_VARIABLE _softensix_version OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
  if(_softensix_version VERSION_LESS 13)
    string(REPLACE "_zbs" "" _softensix_known "${SOFTENSIX_MARCH}")
  endif()
endif()
set(SOFTENSIX_ARCHFLAGS "-march=${_softensix_known} -mabi=${SOFTENSIX_MABI}")
if(SOFTENSIX_MARCH MATCHES "^rv64")
  string(APPEND SOFTENSIX_ARCHFLAGS " -mcmodel=medany")
endif()
# Where `make install MARCH=` has put the package for this core.
set(CMAKE_LIBRARY_ARCHITECTURE "${SOFTENSIX_MARCH}/${SOFTENSIX_MABI}")
