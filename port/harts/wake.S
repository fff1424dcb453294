/* SPDX-License-Identifier: Apache-2.0
 *
 * wake.S - where start.S of port/qemu-virt sends the harts that do not run the program: they sleep
 * until their own software interrupt is pending, call stx_hart_woken(hart) on a stack of their own
 * (riscv.c), and sleep again. CSRs are given as numbers, because their names would need Zicsr. */
    .equ    STACK_SHIFT, 12         /* STACK_BYTES of riscv.c */
    .equ    HARTS, 8                /* HARTS_MOST of harts.h */
    .equ    MSIP, 8                 /* in mie and mip */
    .equ    FS_AND_VS_INITIAL, 0x2200

    .text
    .balign 4
    .global stx_other_hart
    .type stx_other_hart, @function
stx_other_hart:                     /* t0 = mhartid */
    li      t1, HARTS
    bgeu    t0, t1, 2f
    .option push
    .option norelax
    la      gp, __global_pointer$
    .option pop
    la      tp, __tls_base
    mv      s0, t0
    la      sp, stx_hart_stacks
    addi    t1, s0, 1
    slli    t1, t1, STACK_SHIFT
    add     sp, sp, t1
    li      t1, FS_AND_VS_INITIAL
    .insn   i 0x73, 2, x0, t1, 0x300    /* csrs mstatus; what the core lacks stays 0 */
    li      t1, MSIP
    .insn   i 0x73, 1, x0, t1, 0x304    /* csrw mie: the interrupt ends a wfi without a trap */
1:
    .insn   i 0x73, 0, x0, x0, 0x105    /* wfi */
    .insn   i 0x73, 2, t1, x0, 0x344    /* csrr t1, mip */
    andi    t1, t1, MSIP
    beqz    t1, 1b
    mv      a0, s0
    call    stx_hart_woken
    j       1b
2:
    .insn   i 0x73, 0, x0, x0, 0x105
    j       2b
    .size stx_other_hart, .-stx_other_hart
