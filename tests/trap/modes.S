/* SPDX-License-Identifier: Apache-2.0
 *
 * modes.S - code of user and supervisor mode for the tests, the way there and back, and registers
 * that a word must keep. */
#include "../../port/trap/csr.inc"
#include "../../port/trap/frame.inc"

#define TTINSN(word) .4byte ((((word) << 2) | (((word) >> 30) & 3)) & 0xFFFFFFFF)
/* SETDMAREG of the low half of a GPR, 14 bits. */
#define SET_GPR(gpr, value) TTINSN(0x45000000 | (value) << 8 | (gpr) << 1)
#define GPR_BELOW 22
#define GPR_BEHIND 23
#define KEPT_BYTES 128

    .text
    .option norvc
    .balign 4

/* Stores or loads the registers that a function keeps, and the global and thread pointers. */
    .macro KEPT how
    \how    ra, 0*WORD(sp)
    \how    s0, 1*WORD(sp)
    \how    s1, 2*WORD(sp)
    \how    s2, 3*WORD(sp)
    \how    s3, 4*WORD(sp)
    \how    s4, 5*WORD(sp)
    \how    s5, 6*WORD(sp)
    \how    s6, 7*WORD(sp)
    \how    s7, 8*WORD(sp)
    \how    s8, 9*WORD(sp)
    \how    s9, 10*WORD(sp)
    \how    s10, 11*WORD(sp)
    \how    s11, 12*WORD(sp)
    \how    gp, 13*WORD(sp)
    \how    tp, 14*WORD(sp)
    .endm

/* uintptr_t enter(const void *a0 code, uintptr_t a1 sp, uintptr_t a2 mode): runs code in another mode
 * (mstatus.MPP) until it ends in a trap that comes to stx_trap_next_machine; the cause of that. */
    .global enter
enter:
    addi    sp, sp, -KEPT_BYTES
    KEPT    SAVE
    csr_write 0x340, sp
    csr_write 0x341, a0
    li      t0, MPP
    csr_clear 0x300, t0
    csr_set 0x300, a2
    mv      sp, a1
    mret

/* From below: the end of enter(). From machine mode: the test's own handler. */
    .global stx_trap_next_machine
    .balign 4
stx_trap_next_machine:
    csr_swap sp, 0x340, sp
    bnez    sp, 1f
    csr_swap sp, 0x340, sp
    j       other_trap
1:
    csr_write 0x340, x0
    SAVE    a0, 15*WORD(sp)
    la      t0, left_in_a0
    SAVE    a0, 0(t0)
    csr_read a0, 0x342
    KEPT    LOAD
    addi    sp, sp, KEPT_BYTES
    ret

/* Code of user mode: its stack, global and thread pointers are of no use to anybody. a0: 1 if
 * registers were kept and the GPR has been read back. */
    .global user_code
    .balign 4
user_code:
    li      gp, 3
    li      tp, 5
    li      t0, 7
    SET_GPR(GPR_BELOW, 0x123)
    SET_GPR(GPR_BELOW, 0x321)
    li      t1, 0xFFE00000 + 4 * GPR_BELOW
    lw      a0, 0(t1)
    li      t2, 0x321
    bne     a0, t2, 1f
    sw      t0, 0(t1)
    li      t2, 3
    bne     gp, t2, 1f
    li      t2, 5
    bne     tp, t2, 1f
    li      t2, 7
    bne     t0, t2, 1f
    li      t2, 1                   /* the stack pointer that enter() was given */
    bne     sp, t2, 1f
    li      a0, 1
    ecall
1:
    li      a0, 0
    ecall

/* The last word of a page, and the first of the next one. */
    .section .text.page, "ax"
    .balign 4096
    .global user_page
user_page:
    .skip   4092
    .global last_word
last_word:
    SET_GPR(GPR_BELOW, 0x456)
    SET_GPR(GPR_BEHIND, 0x666)
    .balign 4096
    .text

    .global probes_below
probes_below:
    call    stx_coprocessor_present_below
    ecall

/* Supervisor mode, then user mode below it. a0 is the core; s0 keeps the result. */
    .global supervisor_code
    .balign 4
supervisor_code:
    la      a0, core
    call    stx_trap_install_supervisor_any
    csr_write 0x140, x0
    SET_GPR(GPR_BELOW, 0x111)
    SET_GPR(GPR_BEHIND, 0x222)
    li      t1, 0xFFE00000 + 4 * GPR_BELOW
    lw      a0, 0(t1)
    sw      a0, 4(t1)
    call    stx_coprocessor_present_below
    beqz    a0, 1f
    ecall
1:
    csr_write 0x140, sp
    la      t0, user_code
    csr_write 0x141, t0
    li      t0, 0x100
    csr_clear 0x100, t0             /* to user mode */
    li      sp, 1
    sret

/* uint32_t keeps(void): 0 if a word has kept every register; the fault that it is calls spoil().
 * s1: the vector unit is there. */
    .global keeps
    .balign 4
keeps:
    addi    sp, sp, -KEPT_BYTES
    KEPT    SAVE
    .irp n, 1, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25
    li      x\n, 0x100 + \n
    .endr
    .irp n, 26, 27, 28, 29, 30, 31
    li      x\n, 0x100 + \n
    .endr
#if FWORD
    .irp n, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    fcvt.s.w f\n, x\n
    .endr
    .irp n, 28, 29, 30, 31
    fcvt.s.w f\n, x\n
    .endr
    fcvt.s.w f0, x10
    csr_write 3, x5                 /* fcsr: 0x05, and reserved bits */
    li      x5, 0x41
    csr_write 3, x5
    li      x5, 0x105
#endif
    SAVE    sp, 15*WORD(sp)
    TTINSN(0x3F000000)              /* no instruction */
    TTINSN(0x3F000000)
    .irp n, 1, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25
    addi    x\n, x\n, -(0x100 + \n)
    .endr
    .irp n, 26, 27, 28, 29, 30, 31
    addi    x\n, x\n, -(0x100 + \n)
    .endr
    .irp n, 1, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    or      x10, x10, x\n
    .endr
    .irp n, 28, 29, 30, 31
    or      x10, x10, x\n
    .endr
    LOAD    t0, 15*WORD(sp)
    sub     t0, t0, sp
    or      a0, a0, t0
#if FWORD
    csr_read t0, 3
    addi    t0, t0, -0x41
    or      a0, a0, t0
    csr_write 3, x0
    .irp n, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    fcvt.w.s t0, f\n
    addi    t0, t0, -(0x100 + \n)
    or      a0, a0, t0
    .endr
    .irp n, 28, 29, 30, 31
    fcvt.w.s t0, f\n
    addi    t0, t0, -(0x100 + \n)
    or      a0, a0, t0
    .endr
    fcvt.w.s t0, f0
    addi    t0, t0, -(0x100 + 10)
    or      a0, a0, t0
#endif
    LOAD    t1, 13*WORD(sp)
    sub     t1, t1, gp
    or      a0, a0, t1
    LOAD    t1, 14*WORD(sp)
    sub     t1, t1, tp
    or      a0, a0, t1
    KEPT    LOAD
    addi    sp, sp, KEPT_BYTES
    ret

/* void spoil(void): what a call may change of floating point. */
    .global spoil
    .balign 4
spoil:
#if FWORD
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29, 30, 31
    fcvt.s.w f\n, x0
    .endr
    li      t0, 0x1F
    csr_write 3, t0
#endif
    ret

/* uint32_t keeps_vectors(void): the same for all registers of the vector unit, its length and type. */
    .global keeps_vectors
    .balign 4
keeps_vectors:
    addi    sp, sp, -16
    SAVE    ra, 0(sp)
    li      t0, 0x200
    csr_set 0x300, t0
    .4byte  0x003072D7              /* vsetvli t0, x0, e8, m8 */
    .irp n, 0, 8, 16, 24
    li      t1, 0x11 + \n
    .4byte  0x5E034057 | \n << 7    /* vmv.v.x v\n, t1 */
    .endr
    li      t0, 5
    .4byte  0x0C32F357              /* vsetvli t1, t0, e8, m8, ta, ma: length 5 */
    TTINSN(0x3F000000)
    csr_read t0, -0x3E0
    addi    a0, t0, -5
    csr_read t0, -0x3DF
    addi    t0, t0, -0xC3
    or      a0, a0, t0
    .irp n, 0, 8, 16, 24
    .4byte  0x420023D7 | \n << 20   /* vmv.x.s t2, v\n */
    addi    t2, t2, -(0x11 + \n)
    or      a0, a0, t2
    .endr
    /* The last of the registers too: 0x29 in each byte of v31. */
    .4byte  0x43F023D7              /* vmv.x.s t2, v31 */
    addi    t2, t2, -0x29
    or      a0, a0, t2
    LOAD    ra, 0(sp)
    addi    sp, sp, 16
    ret

    .global spoil_vectors
    .balign 4
spoil_vectors:
    .4byte  0x003072D7
    li      t1, 0x77
    .4byte  0x5E034057
    .4byte  0x5E034457
    .4byte  0x5E034857
    .4byte  0x5E034C57
    ret

    .bss
    .balign 8
    .global left_in_a0
left_in_a0:
    .skip   8
