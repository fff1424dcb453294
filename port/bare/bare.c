/* SPDX-License-Identifier: Apache-2.0
 *
 * bare.c - a program without semihosting: it prints by writing one byte of memory, ends by writing
 * one word, and counts with CSRs or with words of memory. README.md describes the options. */
#include "bare/bare.h"

#include <stdio.h>
#include <stdlib.h>

#define BYTE_AT(address) (*(volatile uint8_t *)(uintptr_t)(address))
#define WORD_AT(address) (*(volatile uint32_t *)(uintptr_t)(address))

static int put(char c, FILE *file) {
    (void)file;
    BYTE_AT(BARE_UART) = (uint8_t)c;
    return (unsigned char)c;
}
static FILE console = FDEV_SETUP_STREAM(put, NULL, NULL, _FDEV_SETUP_WRITE);
FILE *const stdout = &console;

_Noreturn void _exit(int status) {
    WORD_AT(BARE_EXIT) = status ? BARE_EXIT_FAILED : BARE_EXIT_PASSED;
    for (;;) {
    }
}

#if BARE_COUNTER == BARE_COUNTER_WORD
uint64_t port_cycles(void) {
    return WORD_AT(BARE_COUNTER_CYCLES);
}
uint64_t port_instructions(void) {
    return WORD_AT(BARE_COUNTER_INSTRUCTIONS);
}
#else
/* CSRs are given as numbers, because naming a CSR would need Zicsr in -march. */
#define CSR_READ(value, number) \
    __asm__ volatile(".insn i 0x73, 2, %0, x0, %1" : "=r"(value) : "i"((number)-0x1000))
#define CSR_FIRST (BARE_COUNTER == BARE_COUNTER_CYCLE ? 0xC00 : 0xB00) /* cycle, mcycle */

#if __riscv_xlen == 64
#define COUNTER(value, number) CSR_READ(value, number)
#else
/* The counter is valid if its upper half has not changed between two reads. */
#define COUNTER(value, number)                \
    do {                                      \
        uint32_t high, low, again;            \
        do {                                  \
            CSR_READ(high, (number) + 0x80);  \
            CSR_READ(low, number);            \
            CSR_READ(again, (number) + 0x80); \
        } while (again != high);              \
        value = (uint64_t)high << 32 | low;   \
    } while (0)
#endif

uint64_t port_cycles(void) {
    uint64_t value;
    COUNTER(value, CSR_FIRST);
    return value;
}

uint64_t port_instructions(void) {
    uint64_t value;
    COUNTER(value, CSR_FIRST + 2);
    return value;
}
#endif
