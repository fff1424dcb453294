/* SPDX-License-Identifier: Apache-2.0
 *
 * start.S - the first instructions of a program whose C library has no start-up code. They set the
 * global pointer, the stack and, if the core has it, floating point, and then call C (start.c). */
    .equ    FS_INITIAL, 0x2000

    .section .text.init.enter, "ax"
    .balign 4
    .global _start
_start:
    .option push
    .option norelax
    la      gp, __global_pointer$
    .option pop
    la      sp, __stack
    la      tp, __tls_base
#ifdef __riscv_flen
    li      t0, FS_INITIAL
    .insn   i 0x73, 2, x0, t0, 0x300    /* csrs mstatus, without naming Zicsr */
    .insn   i 0x73, 1, x0, x0, 0x003    /* csrw fcsr: to nearest even, no flag */
#endif
    call    stx_semihost_start
1:
    j       1b

/* long stx_semihost(long operation, const void *block): the debugger, or QEMU, knows the call by its
 * neighbours, which must lie in one page and must not be compressed. */
    .text
    .option push
    .option norvc
    .balign 16
    .global stx_semihost
    .type stx_semihost, @function
stx_semihost:
    slli    x0, x0, 0x1f
    ebreak
    srai    x0, x0, 7
    ret
    .size stx_semihost, .-stx_semihost
    .option pop
