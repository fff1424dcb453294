/* SPDX-License-Identifier: Apache-2.0
 *
 * board.c - PORT: a console and an end, here those of QEMU's machine virt. */
#include "board.h"

#include <stdint.h>

#define UART ((volatile uint8_t *)0x10000000)
#define FINISHER ((volatile uint32_t *)0x100000)

void board_write(const char *text) {
    while (*text) {
        *UART = (uint8_t)*text++;
    }
}

void board_exit(int status) {
    *FINISHER = status ? (uint32_t)status << 16 | 0x3333u : 0x5555u;
    for (;;) {
    }
}

/* The library reports misuse here; its own function traps without a word. */
void stx_misused(const char *sentence);
void stx_misused(const char *sentence) {
    board_write(sentence);
    board_write("\n");
    board_exit(1);
}
