/* SPDX-License-Identifier: Apache-2.0
 *
 * start.S - on boards with several harts all of them begin at the first instruction. The hart that
 * the linker script names (stx_hart) goes on to the start-up code of the C library, which follows.
 * The others go to stx_other_hart with their number in t0; by default they sleep there.
 * linker/sections.ld links this file. */
    .section .text.init.hart, "ax"
    .balign 4
    .global stx_start
stx_start:
    .insn   i 0x73, 2, t0, x0, -236     /* csrr t0, mhartid (0xF14), without naming Zicsr */
    lui     t1, %hi(stx_hart)
    addi    t1, t1, %lo(stx_hart)
    beq     t0, t1, 2f
    tail    stx_other_hart              /* stx_asleep, or port/harts/wake.S, which has work for them */
    .global stx_asleep
stx_asleep:
    .insn   i 0x73, 0, x0, x0, 0x105    /* wfi */
    j       stx_asleep
2:
    tail    _start
