/* SPDX-License-Identifier: Apache-2.0
 *
 * unpacr.h - what tests of UNPACR share: datum i at IN is the whole number i modulo 256 as BF16,
 * which says where it came from, and both unpackers read a face of such datums. */
#ifndef TESTS_INSN_UNPACR_H
#define TESTS_INSN_UNPACR_H

#include "data.h"
#include "floats.h"

/* Numbers below 256 are exact in BF16. */
static inline uint32_t datum(unsigned i) {
    return bits((float)(i % 256));
}

static inline void begin(void) {
    start();
    for (unsigned i = 0; i < 4096; i++) {
        l1_put(IN + 2 * i, 2, datum(i) >> 16);
    }
    unpack_plain(0, BF16, BF16, FACE);
    unpack_plain(1, BF16, BF16, FACE);
}

static inline uint32_t src_a(unsigned row, unsigned col) {
    return stx_src_peek(&core, 0, 0, row, col);
}

static inline uint32_t src_b(unsigned row, unsigned col) {
    return stx_src_peek(&core, 1, 0, row, col);
}

#endif
