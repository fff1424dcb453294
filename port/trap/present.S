/* SPDX-License-Identifier: Apache-2.0
 *
 * present.S - is there a coprocessor? Each function executes a word, a NOP of the coprocessor, under
 * a handler that expects the trap (present.h). */
#include "csr.inc"
    .equ    STATUS, 0x300
    .equ    INTERRUPTS, 8
    .equ    TVEC, 0x305
    .equ    EPC, 0x341
    .equ    CAUSES, 0x342
    .equ    TVAL, 0x343
/* Its lower half is also what every core with C has as an illegal instruction. */
    .equ    NOP_WORD, 0x08000000

    .text
    .option push
    .option norvc
    .global stx_coprocessor_present
    .type stx_coprocessor_present, @function
    .balign 4
stx_coprocessor_present:
    li      a5, INTERRUPTS
    .insn   i 0x73, 3, t0, a5, STATUS   /* csrrc */
    csr_read t1, EPC
    csr_read t2, CAUSES
    csr_read a1, TVAL
    la      a2, 1f
    csr_swap a3, TVEC, a2
    li      a0, 1
    .4byte  NOP_WORD
    j       2f
    .balign 4
1:
    li      a0, 0
    csr_write EPC, t1
    csr_write CAUSES, t2
    csr_write TVAL, a1
2:
    csr_write TVEC, a3
    csr_write STATUS, t0
    ret
    .size stx_coprocessor_present, .-stx_coprocessor_present

/* The handler of stx_trap_install() sets a0 to 0 instead of executing the word. */
    .global stx_coprocessor_probed
    .global stx_coprocessor_present_below
    .type stx_coprocessor_present_below, @function
    .balign 4
stx_coprocessor_present_below:
    li      a0, 1
stx_coprocessor_probed:
    .4byte  NOP_WORD
    ret
    .size stx_coprocessor_present_below, .-stx_coprocessor_present_below
    .option pop
