/* SPDX-License-Identifier: Apache-2.0
 *
 * start.S - the first instructions of a bare RV32 or RV64 board: pointers, memory, main(). One hart
 * goes on, the others sleep. It is assembled with Zicsr in -march (Makefile). */
#if __riscv_xlen == 64
#define SAVE sd
#define LOAD ld
#define WORD 8
#else
#define SAVE sw
#define LOAD lw
#define WORD 4
#endif
    .section .text.start, "ax"
    .global _start
_start:
    csrr    t0, mhartid
    bnez    t0, sleep           /* PORT: the number of the hart that runs the program */
    .option push
    .option norelax
    la      gp, __global_pointer$
    .option pop
    la      sp, __stack
#ifdef __riscv_flen
    li      t0, 0x2000          /* mstatus.FS: the unit is on; to nearest even */
    csrs    mstatus, t0
    csrw    fcsr, zero
#endif
    la      t0, __data_source
    la      t1, __data_start
    la      t2, __data_end
1:
    bgeu    t1, t2, 2f
    LOAD    a0, 0(t0)
    SAVE    a0, 0(t1)
    addi    t0, t0, WORD
    addi    t1, t1, WORD
    j       1b
2:
    la      t1, __bss_start
    la      t2, __bss_end
3:
    bgeu    t1, t2, 4f
    SAVE    zero, 0(t1)
    addi    t1, t1, WORD
    j       3b
4:
    call    main
    call    board_exit          /* with what main() has returned */
sleep:
    wfi
    j       sleep
