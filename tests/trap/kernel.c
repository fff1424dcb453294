/* SPDX-License-Identifier: Apache-2.0
 *
 * kernel.c - the kernels of the tests, for thread 1. C and C++. */
#define STX_THREAD 1
#include "kernel.h"

#include "softensix/hart.h"

/* FPU, vector unit with flags, scalar unit, counters, MOP and replay. */
void STX_KERNEL(words_of_all_units)(void *argument) {
    (void)argument;
    TTI_SETDMAREG(0, 0x1234, 0, 2 * GPR_SUM);
    TTI_SEMINIT(7, 1, 1 << SEMAPHORE);
    TTI_SETRWC(0, 0, 8, 4, 2, 15);
    TTI_SFPLOADI(0, 0, 0x3FC0);
    TTI_SFPLOADI(1, 0, 0x4080);
    TTI_SFPMAD(0, 1, 1, 2, 0);
    TTI_SFPNOP;
    TTI_SFPSTORE(2, 0, 0, 0);
    TTI_REPLAY(4, 2, 0, 1);
    TTI_SFPIADD(5, 0, 3, 1);
    TTI_SFPSTORE(3, 4, 0, 8);
    TTI_REPLAY(4, 2, 0, 0);
    TTI_ADDDMAREG(1, GPR_SUM, 5, GPR_SUM);
    TTI_SEMPOST(1 << SEMAPHORE);
    TTI_INCRWC(0, 4, 0, 0);
}

/* Registers by address, words through the instruction buffer, and what comes back. */
void STX_KERNEL(accesses)(void *argument) {
    struct traffic *t = (struct traffic *)argument;
    stx_hart_set_config(100, t->value);
    t->config = stx_hart_load(STX_CFG_WINDOW + 400);
    stx_hart_set_mop(1, 2);
    stx_hart_set_mop(5, TT_OP_ADDDMAREG(1, GPR_SUM, 1, GPR_SUM));
    stx_hart_set_gpr(GPR_SUM, t->value);
    TT_ADDDMAREG(1, GPR_SUM, t->value & 31, GPR_SUM);
    stx_hart_semaphore_post(SEMAPHORE);
    t->semaphore = stx_hart_semaphore(SEMAPHORE);
    t->gpr = stx_hart_gpr(GPR_SUM);
}

void STX_KERNEL(eight_words)(void *argument) {
    (void)argument;
    TTI_SETC16(5, 1);
    TTI_SETRWC(0, 0, 8, 4, 2, 15);
    TTI_INCRWC(0, 4, 0, 0);
    TTI_SETDMAREG(0, 0x1234, 0, 2 * GPR_SUM);
    TTI_ADDDMAREG(1, GPR_SUM, 1, GPR_SUM);
    TTI_SEMPOST(1 << SEMAPHORE);
    TTI_SEMGET(1 << SEMAPHORE);
    TTI_SFPLOADI(0, 0, 0x3FC0);
}

void STX_KERNEL(one_word)(void *argument) {
    (void)argument;
    TTI_SETRWC(0, 0, 8, 4, 2, 15);
}

/* 1000 times 1, one word at a time and three at a time. */
void STX_KERNEL(counts)(void *argument) {
    unsigned rounds = 250;
    (void)argument;
    TTI_SETDMAREG(0, 0, 0, 2 * GPR_SUM);
    TTI_SETDMAREG(0, 0, 0, 2 * GPR_SUM + 1);
    for (volatile unsigned i = 0; i < rounds; i++) {
        TTI_ADDDMAREG(1, GPR_SUM, 1, GPR_SUM);
        i = i;
        TTI_ADDDMAREG(1, GPR_SUM, 1, GPR_SUM);
        TTI_ADDDMAREG(1, GPR_SUM, 1, GPR_SUM);
        TTI_ADDDMAREG(1, GPR_SUM, 1, GPR_SUM);
    }
}

/* What an interrupt handler does: two words in a row, and one alone. */
void STX_KERNEL(handler_words)(void) {
    TTI_ADDDMAREG(1, GPR_INTERRUPTS, 1, GPR_INTERRUPTS);
    TTI_ADDDMAREG(1, GPR_INTERRUPTS, 1, GPR_INTERRUPTS);
    __asm__ volatile("nop");
    TTI_ADDDMAREG(1, GPR_INTERRUPTS, 1, GPR_INTERRUPTS);
}

/* Vector words of the handler and of the program have the same register: LReg0 becomes 1 or 2 in
 * all of its lanes, and LReg3 its square. */
void STX_KERNEL(handler_sets)(void) {
    static unsigned times;
    if (times++ % 2) {
        TTI_SFPLOADI(0, 0, 0x3F80);
    } else {
        TTI_SFPLOADI(0, 0, 0x4000);
    }
}

void STX_KERNEL(multiplies)(void *argument) {
    (void)argument;
    TTI_SFPMUL(0, 0, 9, 3, 0);
    TTI_SFPNOP;
}
