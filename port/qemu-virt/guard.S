/* SPDX-License-Identifier: Apache-2.0
 *
 * guard.S - handles traps while cooperative threads run (guard.c). CSRs are given as numbers,
 * because their names need Zicsr. */
#define MTVEC 0x305
#define MSCRATCH 0x340
#define MEPC 0x341
#define MCAUSE 0x342
#define MTVAL 0x343
#define PMPADDR14 0x3BE
#define PMPADDR15 0x3BF
#define LAST_STACK_BYTES 1024

/* Entry 15 of the physical memory protection: allows only reading and executing from the address of
 * entry 14 up to its own. It is locked, so that it holds for machine mode too. */
#if __riscv_xlen == 64
#define PMPCFG 0x3A2
#define CODE_ONLY (0x8D << 24 << 32)
#else
#define PMPCFG 0x3A3
#define CODE_ONLY (0x8D << 24)
#endif

    .text
/* void stx_guard_enable(uintptr_t a0 code, uintptr_t a1 end, const void *a2): code is read-only from
 * here on, if the core can do that; traps come to stx_guard_trap(), which is given a2. */
    .global stx_guard_enable
    .type stx_guard_enable, @function
    .balign 4
stx_guard_enable:
    la      t0, 1f
    .insn   i 0x73, 1, x0, t0, MTVEC        /* a core without protection continues here */
    srli    a0, a0, 2
    srli    a1, a1, 2
    .insn   i 0x73, 1, x0, a0, PMPADDR14
    .insn   i 0x73, 1, x0, a1, PMPADDR15
    li      t0, CODE_ONLY
    .insn   i 0x73, 2, x0, t0, PMPCFG
    .balign 4
1:
    la      t0, stx_guard_entry
    .insn   i 0x73, 1, x0, t0, MTVEC
    .insn   i 0x73, 1, x0, a2, MSCRATCH
    ret
    .size stx_guard_enable, .-stx_guard_enable

/* void stx_guard_disable(void): traps are given NULL. */
    .global stx_guard_disable
    .type stx_guard_disable, @function
stx_guard_disable:
    .insn   i 0x73, 1, x0, x0, MSCRATCH
    ret
    .size stx_guard_disable, .-stx_guard_disable

/* uintptr_t stx_guard_vector(void): where traps go now. */
    .global stx_guard_vector
    .type stx_guard_vector, @function
stx_guard_vector:
    .insn   i 0x73, 2, a0, x0, MTVEC
    ret
    .size stx_guard_vector, .-stx_guard_vector

/* The program does not continue, so only the stack pointer is kept, for the message. */
    .global stx_guard_entry
    .type stx_guard_entry, @function
    .balign 4
stx_guard_entry:
    mv      a1, sp
    la      sp, last_stack + LAST_STACK_BYTES
    .insn   i 0x73, 2, a0, x0, MSCRATCH
    .insn   i 0x73, 2, a2, x0, MEPC
    .insn   i 0x73, 2, a3, x0, MCAUSE
    .insn   i 0x73, 2, a4, x0, MTVAL
    call    stx_guard_trap
1:
    j       1b
    .size stx_guard_entry, .-stx_guard_entry

    .local last_stack
    .comm last_stack, LAST_STACK_BYTES, 16

/* long stx_guard_semihost(long operation, const void *block): the three instructions that QEMU knows
 * lie in one page and are not compressed. */
    .option push
    .option norvc
    .balign 16
    .global stx_guard_semihost
    .type stx_guard_semihost, @function
stx_guard_semihost:
    slli    x0, x0, 0x1f
    ebreak
    srai    x0, x0, 7
    ret
    .size stx_guard_semihost, .-stx_guard_semihost
    .option pop
