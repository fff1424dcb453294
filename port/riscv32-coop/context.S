/* SPDX-License-Identifier: Apache-2.0
 *
 * context.S - cooperative contexts for RISC-V: RV32 and RV64, with and without F and D, also RV32E.
 * A switch is a call, so only the registers that calls preserve are saved: ra, s0-s11, and fs0-fs11
 * if the ABI passes floating point in registers. 31 instructions on rv32im. */

#include "../coop/symbols.h"

#if __riscv_xlen == 64
#define SAVE sd
#define LOAD ld
#define WORD 8
#else
#define SAVE sw
#define LOAD lw
#define WORD 4
#endif

#if defined(__riscv_float_abi_double)
#define FSAVE fsd
#define FLOAD fld
#define FWORD 8
#define FREGS 12
#elif defined(__riscv_float_abi_single)
#define FSAVE fsw
#define FLOAD flw
#define FWORD 4
#define FREGS 12
#else
#define FWORD 0
#define FREGS 0
#endif

#if defined(__riscv_32e)
#define REGS 3 /* ra, s0, s1 */
#else
#define REGS 13 /* ra, s0..s11 */
#endif

/* Rounded up so that sp stays aligned. */
#define FBASE ((REGS * WORD + 7) & ~7)
#define FRAME ((FBASE + FREGS * FWORD + 15) & ~15)

    .text
    .balign 4

/* void context_start(struct context *a0, void *a1 stack, size_t a2, void (*a3)(void *), void *a4):
 * a frame from which the first switch returns into first_call, with s0 = argument, s1 = entry. */
    .global context_start
    .type context_start, @function
context_start:
    add     a1, a1, a2
    addi    a1, a1, -FRAME
    la      a2, first_call
    SAVE    a2, 0*WORD(a1)
    SAVE    a4, 1*WORD(a1)
    SAVE    a3, 2*WORD(a1)
    SAVE    a1, 0(a0)
    ret
    .size context_start, .-context_start

first_call:
    mv      a0, s0
    li      ra, 0               /* ends a debugger's backtrace */
    jr      s1

/* void context_switch(struct context *a0 save, struct context *a1 load) */
    .global context_switch
    .type context_switch, @function
context_switch:
    addi    sp, sp, -FRAME
    SAVE    ra, 0*WORD(sp)
    SAVE    s0, 1*WORD(sp)
    SAVE    s1, 2*WORD(sp)
#if REGS > 3
    SAVE    s2, 3*WORD(sp)
    SAVE    s3, 4*WORD(sp)
    SAVE    s4, 5*WORD(sp)
    SAVE    s5, 6*WORD(sp)
    SAVE    s6, 7*WORD(sp)
    SAVE    s7, 8*WORD(sp)
    SAVE    s8, 9*WORD(sp)
    SAVE    s9, 10*WORD(sp)
    SAVE    s10, 11*WORD(sp)
    SAVE    s11, 12*WORD(sp)
#endif
#if FREGS
    FSAVE   fs0, FBASE+0*FWORD(sp)
    FSAVE   fs1, FBASE+1*FWORD(sp)
    FSAVE   fs2, FBASE+2*FWORD(sp)
    FSAVE   fs3, FBASE+3*FWORD(sp)
    FSAVE   fs4, FBASE+4*FWORD(sp)
    FSAVE   fs5, FBASE+5*FWORD(sp)
    FSAVE   fs6, FBASE+6*FWORD(sp)
    FSAVE   fs7, FBASE+7*FWORD(sp)
    FSAVE   fs8, FBASE+8*FWORD(sp)
    FSAVE   fs9, FBASE+9*FWORD(sp)
    FSAVE   fs10, FBASE+10*FWORD(sp)
    FSAVE   fs11, FBASE+11*FWORD(sp)
#endif
    SAVE    sp, 0(a0)
    LOAD    sp, 0(a1)
    LOAD    ra, 0*WORD(sp)
    LOAD    s0, 1*WORD(sp)
    LOAD    s1, 2*WORD(sp)
#if REGS > 3
    LOAD    s2, 3*WORD(sp)
    LOAD    s3, 4*WORD(sp)
    LOAD    s4, 5*WORD(sp)
    LOAD    s5, 6*WORD(sp)
    LOAD    s6, 7*WORD(sp)
    LOAD    s7, 8*WORD(sp)
    LOAD    s8, 9*WORD(sp)
    LOAD    s9, 10*WORD(sp)
    LOAD    s10, 11*WORD(sp)
    LOAD    s11, 12*WORD(sp)
#endif
#if FREGS
    FLOAD   fs0, FBASE+0*FWORD(sp)
    FLOAD   fs1, FBASE+1*FWORD(sp)
    FLOAD   fs2, FBASE+2*FWORD(sp)
    FLOAD   fs3, FBASE+3*FWORD(sp)
    FLOAD   fs4, FBASE+4*FWORD(sp)
    FLOAD   fs5, FBASE+5*FWORD(sp)
    FLOAD   fs6, FBASE+6*FWORD(sp)
    FLOAD   fs7, FBASE+7*FWORD(sp)
    FLOAD   fs8, FBASE+8*FWORD(sp)
    FLOAD   fs9, FBASE+9*FWORD(sp)
    FLOAD   fs10, FBASE+10*FWORD(sp)
    FLOAD   fs11, FBASE+11*FWORD(sp)
#endif
    addi    sp, sp, FRAME
    ret
    .size context_switch, .-context_switch
