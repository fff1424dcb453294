/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_rows.c - a row of Dst to bfloat16 or binary32 in L1, two datums at a time. What a datum
 * becomes is that of num/pack_datum.c. */
#include "core/words.h"
#include "forms/forms.h"
#include "num/bits.h"
#include "num/pack_datum.h"
#include "regs/dst.h"

#define INLINE static inline __attribute__((always_inline))
#define BOTH 0x00010001u /* times a number: the same in both halves */

/* Pairs of bfloat16 whose exponents are neither 0 nor 255: sums of a magnitude and a constant below
 * 2^15 stay in their halves, and their top bits tell. Others take the long way. */
INLINE uint32_t not_ordinary(uint32_t two) {
    uint32_t m = two & 0x7FFF * BOTH;
    return ~(m + 0x7F80 * BOTH) | (m + 0x0080 * BOTH);
}
#define TOP_BITS (0x8000 * BOTH)

INLINE uint32_t two_from_documented(uint32_t v) {
    return (v & 0x8000 * BOTH) | (v & 0x00FF * BOTH) << 7 | (v >> 8 & 0x007F * BOTH);
}

static uint32_t convert16(uint32_t two) {
    return pack_bf16_to_b16(two & 0xFFFFu) | pack_bf16_to_b16(two >> 16) << 16;
}

static uint32_t convert32(uint32_t high, uint32_t low) {
    return pack_f32_to_b16(high << 16 | (low & 0xFFFFu)) |
           pack_f32_to_b16((high & 0xFFFF0000u) | low >> 16) << 16;
}

INLINE uint32_t two_of_16(const uint16_t *cell, bool raw) {
    uint32_t two = cells_load(cell);
    return raw ? two_from_documented(two) : two;
}

enum { PART = 8 }; /* datums that are looked at together */

INLINE void rows_of_16(const uint16_t *cell, const uint16_t *end, bool raw, uint8_t *to) {
    for (; cell != end; cell += PART, to += 2 * PART) {
        uint32_t odd = 0;
        BITS_UNROLL(4)
        for (unsigned i = 0; i < PART; i += 2) {
            uint32_t two = two_of_16(cell + i, raw);
            odd |= not_ordinary(two);
            bytes_store(to + 2 * i, two);
        }
        for (unsigned i = 0; (odd & TOP_BITS) && i < PART; i += 2) {
            bytes_store(to + 2 * i, convert16(two_of_16(cell + i, raw)));
        }
    }
}

/* Rounding adds the first bit that is dropped. */
static void rows_of_32(const uint16_t *cell, const uint16_t *end, uint8_t *to) {
    const uint16_t *low = cell + DST_LOW_HALF * STX_COLS;
    for (; cell != end; cell += PART, low += PART, to += 2 * PART) {
        uint32_t odd = 0;
        BITS_UNROLL(4)
        for (unsigned i = 0; i < PART; i += 2) {
            uint32_t two = cells_load(cell + i);
            odd |= not_ordinary(two);
            bytes_store(to + 2 * i, two + (cells_load(low + i) >> 15 & BOTH));
        }
        for (unsigned i = 0; (odd & TOP_BITS) && i < PART; i += 2) {
            bytes_store(to + 2 * i, convert32(cells_load(cell + i), cells_load(low + i)));
        }
    }
}

static void rows_whole(const uint16_t *cell, const uint16_t *end, uint8_t *to) {
    const uint16_t *low = cell + DST_LOW_HALF * STX_COLS;
    for (; cell != end; cell += 2, low += 2, to += 8) {
        uint32_t h = cells_load(cell), l = cells_load(low);
        bytes_store(to, h << 16 | (l & 0xFFFFu));
        bytes_store(to + 4, (h & 0xFFFF0000u) | l >> 16);
    }
}

void fast_pack_rows(const uint16_t *cell, unsigned rows, enum pack_rows how, bool raw,
                    uint8_t *to) {
    const uint16_t *end = cell + rows * STX_COLS;
    if (how == PACK_FP32) {
        rows_whole(cell, end, to);
    } else if (how == PACK_BF16_OF_32) {
        rows_of_32(cell, end, to);
    } else if (raw) {
        rows_of_16(cell, end, true, to);
    } else {
        rows_of_16(cell, end, false, to);
    }
}
