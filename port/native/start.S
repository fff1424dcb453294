/* SPDX-License-Identifier: Apache-2.0
 *
 * start.S - a thread's program on a core that has the coprocessor: it clears the program's memory,
 * calls the kernel with the address of its parameters in L1, and then stops.
 *
 *   ld ... --defsym=stx_native_entry=NAME --defsym=stx_native_parameters=ADDRESS
 * -Tport/native/native.ld */
    .section .text.init, "ax"
    .balign 4
    .global _start
_start:
    la      sp, __stack
    la      t0, __bss_start
    la      t1, __bss_end
1:
    bgeu    t0, t1, 2f
    sw      zero, 0(t0)
    addi    t0, t0, 4
    j       1b
2:
    la      a0, stx_native_parameters
    call    stx_native_entry
3:
    j       3b
