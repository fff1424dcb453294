/* SPDX-License-Identifier: Apache-2.0
 *
 * trap.S - saves all registers of the interrupted code on its own stack, calls llk_trap(), and
 * continues with the registers that are then in the frame. Other threads may run and trap in
 * between, so mepc and MPP are set again at the end. struct stx_trap_frame in port/trap/frame.h is the layout. */

#include "../coop/symbols.h"
#include "../trap/frame.inc"

#define LAST_STACK_BYTES 4096
/* Entry 0 forbids all access up to its address, where the program's memory begins. Entry 1 is where code
 * begins; from there up to the address of entry 2 this entry allows reading and executing. Entries 3 to 5 are
 * read-only blocks of a power of two. From the address of entry 6, where the program's memory ends, up to its
 * own entry 7 forbids all access. All are locked. */
#define PMP_LOCKED_0_TO_3 0x998D8088
#define PMP_LOCKED_4_TO_7 0x88809999

    .option arch, +zicsr
    .text
    .balign 4

    .type trap_entry, @function
trap_entry:
    csrw    mscratch, t0
    lw      t0, coop_stack_limit
    addi    t0, t0, FRAME
    bltu    sp, t0, no_stack    /* saving registers would trap again and again, or overwrite another stack */
    csrr    t0, mscratch
    addi    sp, sp, -FRAME
    frame_save_x
    addi    t0, sp, FRAME
    sw      t0, X(2)(sp)
    frame_save_f
    csrr    t0, mepc
    sw      t0, 0(sp)
    mv      a0, sp
    csrr    a1, mcause
    csrr    a2, mtval
    call    llk_trap
    lw      t0, 0(sp)
    csrw    mepc, t0
    li      t0, MPP
    csrs    mstatus, t0
    frame_load_f
    frame_load_x
    lw      sp, X(2)(sp)
    mret
no_stack:
    csrr    a0, mepc
    mv      a1, sp
    la      sp, last_stack + LAST_STACK_BYTES
    call    llk_trap_without_stack
    .size trap_entry, .-trap_entry

    .local last_stack
    .comm last_stack, LAST_STACK_BYTES, 16

/* Memory or devices of the board below 2 GB must not be mistaken for L1; locked protection holds
 * for machine mode as well. Nothing may write to code, which an overflowing stack reaches if it
 * skips its low end, or to the three blocks of a0, which have the form of pmpaddr registers. */
    .global llk_trap_enable
    .type llk_trap_enable, @function
llk_trap_enable:
    la      t0, trap_entry
    csrw    mtvec, t0
    la      t0, stx_memory
    srli    t0, t0, 2
    csrw    pmpaddr0, t0
    la      t0, stx_code
    srli    t0, t0, 2
    csrw    pmpaddr1, t0
    la      t0, stx_code_end
    srli    t0, t0, 2
    csrw    pmpaddr2, t0
    lw      t0, 0(a0)
    csrw    pmpaddr3, t0
    lw      t0, 4(a0)
    csrw    pmpaddr4, t0
    lw      t0, 8(a0)
    csrw    pmpaddr5, t0
    la      t0, stx_memory_end
    srli    t0, t0, 2
    csrw    pmpaddr6, t0
    li      t0, 0x80000000 >> 2
    csrw    pmpaddr7, t0
    li      t0, PMP_LOCKED_0_TO_3
    csrw    pmpcfg0, t0
    li      t0, PMP_LOCKED_4_TO_7
    csrw    pmpcfg1, t0
    ret
    .size llk_trap_enable, .-llk_trap_enable
