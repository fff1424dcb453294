/* SPDX-License-Identifier: Apache-2.0
 *
 * reread.c - a reader that reads words of a page over and over by their addresses in L1, and writes
 * them. A page that does not hold what it should is not handed on. */
#include <string.h>

#include "metal/mover.h"

enum { TIMES = 50 };

static int is_good(const uint8_t *page) {
    volatile uint32_t *word = (volatile uint32_t *)(uintptr_t)(page - l1_ptr(0));
    uint32_t sum = 0, first;
    memcpy(&first, page, sizeof first);
    for (uint32_t i = 0; i < TIMES; i++) {
        sum += word[0] - (word[1] ^ word[1]);
    }
    word[0] = first;
    return sum == TIMES * first;
}

void kernel_main(void) {
    for (uint32_t i = 0; i < get_arg(0); i++) {
        for (uint32_t cb = 0; cb < 2; cb++) {
            cb_reserve_back(cb, 1);
            read_page(cb, i, get_write_ptr(cb));
            if (!is_good(get_write_ptr(cb))) {
                return;
            }
            cb_push_back(cb, 1);
        }
    }
}
