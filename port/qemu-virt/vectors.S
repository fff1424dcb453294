/* SPDX-License-Identifier: Apache-2.0
 *
 * vectors.S - switches the vector registers on, which are off after reset. The start-up code of the
 * C library calls this before main(). mstatus.VS is set by number, because naming the CSR would
 * need Zicsr in -march. */
    .equ    VS_INITIAL, 0x200

    .text
    .type vectors_on, @function
vectors_on:
    li      t0, VS_INITIAL
    .insn   i 0x73, 2, x0, t0, 0x300
    ret
    .size vectors_on, .-vectors_on

    .section .preinit_const, "a"
#if __riscv_xlen == 64
    .dword  vectors_on
#else
    .word   vectors_on
#endif
