/* SPDX-License-Identifier: Apache-2.0
 *
 * harts.S - where start.S of port/qemu-virt sends the harts that do not run main(): a stack for each
 * of four, and other_hart(). */
#include "../../port/trap/csr.inc"
#define STACK_SHIFT 11
    .text
    .global stx_other_hart
    .balign 4
stx_other_hart:                     /* t0 = mhartid */
    li      t1, 4
    bgeu    t0, t1, 1f
    .option push
    .option norelax
    la      gp, __global_pointer$
    .option pop
    mv      a0, t0
    la      sp, stacks
    addi    t0, t0, 1
    slli    t0, t0, STACK_SHIFT
    add     sp, sp, t0
    call    other_hart
1:
    .insn   i 0x73, 0, x0, x0, 0x105    /* wfi */
    j       1b

    .local stacks
    .comm stacks, 4 << STACK_SHIFT, 16
