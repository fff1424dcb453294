/* SPDX-License-Identifier: Apache-2.0
 *
 * draw.h - random numbers and configurations of tests beside a model. */
#ifndef TESTS_INSN_DRAW_H
#define TESTS_INSN_DRAW_H

#include "data.h"

static uint32_t seed = 1;

/* 0 to n - 1. */
static inline uint32_t draw(uint32_t n) {
    return (test_random(&seed) >> 8) % n;
}

/* Little that is unusual is drawn then: such words go a shorter way. */
static bool plain;
static inline uint32_t mostly(uint32_t usual, uint32_t other) {
    return draw(plain ? 24 : 4) ? usual : other;
}

/* Bits of a configuration word of bank 0. */
static inline uint32_t cfg(unsigned word, unsigned low, unsigned width) {
    return core.cfg[0][word] >> low & ((1ull << width) - 1);
}

#endif
