# SPDX-License-Identifier: Apache-2.0
#
# softensix_board(program board): links a program for a board without an operating system: its memory map, and the
# start-up code and console of picolibc. Boards are the files of SOFTENSIX_LINKER_DIR: qemu-virt, spike, sifive_u...
function(softensix_board program board)
  if(NOT EXISTS "${SOFTENSIX_LINKER_DIR}/${board}.ld")
    message(FATAL_ERROR "softensix: there is no board ${board} in ${SOFTENSIX_LINKER_DIR}")
  endif()
  target_link_options(${program} PRIVATE --oslib=semihost --crt0=semihost
    "-L${SOFTENSIX_LINKER_DIR}" "-T${board}.ld")
  set_target_properties(${program} PROPERTIES SUFFIX .elf)
endfunction()
