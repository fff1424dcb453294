/* SPDX-License-Identifier: Apache-2.0
 *
 * enter.S - the way into user mode and back. A thread has two stacks: its own in its room, and one
 * of the monitor (port/coop). mscratch holds the top of the latter while user code runs. A trap
 * switches to it, so that the user's stack pointer is never trusted. */

#include "../trap/frame.inc"
#include "monitor.h"

#define TIMER 0x80               /* mie.MTIE */
#define SAVED 64                 /* ra and s0 to s11 of monitor_enter's caller */
#define CODE_AND_DATA 0x0B000D00 /* from pmpaddr0 up to 1 execute, from 2 up to 3 write */

    .option arch, +zicsr
    .text
    .balign 4

/* void monitor_enter(uint32_t a0 entry) */
    .global monitor_enter
    .type monitor_enter, @function
monitor_enter:
    addi    sp, sp, -SAVED
    sw      ra, 0(sp)
    sw      s0, 4(sp)
    sw      s1, 8(sp)
    sw      s2, 12(sp)
    sw      s3, 16(sp)
    sw      s4, 20(sp)
    sw      s5, 24(sp)
    sw      s6, 28(sp)
    sw      s7, 32(sp)
    sw      s8, 36(sp)
    sw      s9, 40(sp)
    sw      s10, 44(sp)
    sw      s11, 48(sp)
    csrw    mscratch, sp
    csrw    mepc, a0
    li      t0, MPP
    csrc    mstatus, t0
    .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24
    li      x\n, 0              /* user code gets no value of the monitor */
    .endr
    .irp n, 25, 26, 27, 28, 29, 30, 31
    li      x\n, 0
    .endr
    mret
    .size monitor_enter, .-monitor_enter

    .type trap_entry, @function
trap_entry:
    csrrw   sp, mscratch, sp
    addi    sp, sp, -FRAME
    frame_save_x
    csrr    t0, mscratch
    sw      t0, X(2)(sp)
    csrr    t0, mepc
    sw      t0, 0(sp)
    csrr    a1, mcause
    csrr    a2, mtval
    csrr    t1, mstatus
    li      t2, MPP
    and     t1, t1, t2
    bnez    t1, broken
    /* From here on the global pointer is the user's. */
    .option push
    .option norelax
    la      gp, __global_pointer$
    .option pop
    frame_save_f
    la      tp, __tls_base      /* as start-up code sets it */
    mv      a0, sp
    call    monitor_trap
    bnez    a0, leave
    frame_load_f
    lw      t0, 0(sp)
    csrw    mepc, t0
    li      t0, MPP
    csrc    mstatus, t0
    addi    t0, sp, FRAME
    csrw    mscratch, t0
    frame_load_x
    lw      sp, X(2)(sp)
    mret
leave:
    addi    sp, sp, FRAME
    lw      ra, 0(sp)
    lw      s0, 4(sp)
    lw      s1, 8(sp)
    lw      s2, 12(sp)
    lw      s3, 16(sp)
    lw      s4, 20(sp)
    lw      s5, 24(sp)
    lw      s6, 28(sp)
    lw      s7, 32(sp)
    lw      s8, 36(sp)
    lw      s9, 40(sp)
    lw      s10, 44(sp)
    lw      s11, 48(sp)
    addi    sp, sp, SAVED
    ret
broken:
    lw      a0, 0(sp)
    call    monitor_broken
    .size trap_entry, .-trap_entry

/* void llk_trap_enable(const uint32_t a0 guards[3]): the monitor's stacks need no protection by
 * hardware, because user code cannot reach them. The timer interrupts user mode (clock.c). */
    .global llk_trap_enable
    .type llk_trap_enable, @function
llk_trap_enable:
    la      t0, trap_entry
    csrw    mtvec, t0
    li      t0, TIMER
    csrs    mie, t0
    ret
    .size llk_trap_enable, .-llk_trap_enable

/* void monitor_protect(const struct room *a0) */
    .global monitor_protect
    .type monitor_protect, @function
monitor_protect:
    lw      t0, 0(a0)
    srli    t0, t0, 2
    csrw    pmpaddr0, t0
    lw      t0, 4(a0)
    srli    t0, t0, 2
    csrw    pmpaddr1, t0
    lw      t0, 8(a0)
    srli    t0, t0, 2
    csrw    pmpaddr2, t0
    lw      t0, 12(a0)
    srli    t0, t0, 2
    csrw    pmpaddr3, t0
    li      t0, CODE_AND_DATA
    csrw    pmpcfg0, t0
    ret
    .size monitor_protect, .-monitor_protect
