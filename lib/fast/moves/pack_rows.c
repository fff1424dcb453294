/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_rows.c - packs a row of Dst to bfloat16, or as 32 bits, in L1, two datums at a time. The
 * conversions are those of num/pack_datum.c. */
#include "core/words.h"
#include "fast/forms.h"
#include "num/bits.h"
#include "regs/dst.h"

static const uint32_t BOTH = 0x00010001u; /* a factor that copies a number to both halves */

/* The two sums below do not carry into the other half, because a magnitude plus a constant is less
 * than 2^16. */
static const uint32_t SIGNS = 0x80008000u;
static const uint32_t MAGNITUDES = 0x7FFF7FFFu;

/* Converts two bfloat16 numbers; `up` is what rounding adds to each, 0 or 1. A number whose
 * exponent is 255 becomes an infinity, one whose exponent is 0 after rounding becomes +0. */
ALWAYS_INLINE uint32_t convert_two(uint32_t two, uint32_t up) {
    uint32_t top = ((two & MAGNITUDES) + 0x0080 * BOTH) & SIGNS; /* exponent 255 */
    uint32_t v = (two & ~((top >> 8) - (top >> 15))) + (up & ~(top >> 15));
    uint32_t kept = ((v & MAGNITUDES) + 0x7F80 * BOTH) & SIGNS; /* exponent not 0 */
    return v & ((kept << 1) - (kept >> 15));
}

ALWAYS_INLINE uint32_t two_from_documented(uint32_t v) {
    return (v & 0x8000 * BOTH) | (v & 0x00FF * BOTH) << 7 | (v >> 8 & 0x007F * BOTH);
}

ALWAYS_INLINE uint32_t two_of_16(const uint16_t *cell, bool raw) {
    uint32_t two = cells_load(cell);
    return raw ? two_from_documented(two) : two;
}

/* Numbers whose exponents lie in 64..191 need no conversion: 64 plus such an exponent has bit 7
 * set, and no other one has. with_64() adds that to the exponents of two numbers; a carry out of a
 * number spoils the other one, but then the first one is not sure. all_sure() takes the AND of such
 * sums and is true if no number needs a conversion. */
ALWAYS_INLINE uint32_t with_64(uint32_t two, bool raw) {
    return two + (raw ? 0x0040 : 0x2000) * BOTH;
}
ALWAYS_INLINE bool all_sure(uint32_t sums, bool raw) {
    uint32_t bits = raw ? 0x0080 * BOTH : 0x4000 * BOTH;
    return (sums & bits) == bits;
}

enum { PART = 16 }; /* datums that are tested together */

ALWAYS_INLINE void rows_of_16(const uint16_t *cell, const uint16_t *end, bool raw, uint8_t *to) {
    for (; cell != end; cell += PART, to += 2 * PART) {
        uint32_t sums = UINT32_MAX;
        BITS_UNROLL(8)
        for (unsigned i = 0; i < PART; i += 2) {
            sums &= with_64(cells_load(cell + i), raw);
            bytes_store(to + 2 * i, two_of_16(cell + i, raw));
        }
        for (unsigned i = 0; !all_sure(sums, raw) && i < PART; i += 2) {
            bytes_store(to + 2 * i, convert_two(two_of_16(cell + i, raw), 0));
        }
    }
}

/* Rounding adds the highest of the dropped bits. */
static __attribute__((noinline)) enum stx_result rows_of_32(const uint16_t *cell,
                                                            const uint16_t *end, uint8_t *to) {
    const uint16_t *low = cell + DST_TO_LOW;
    for (; cell != end; cell += PART, low += PART, to += 2 * PART) {
        uint32_t sums = UINT32_MAX;
        BITS_UNROLL(8)
        for (unsigned i = 0; i < PART; i += 2) {
            uint32_t two = cells_load(cell + i);
            sums &= with_64(two, false);
            bytes_store(to + 2 * i, two + (cells_load(low + i) >> 15 & BOTH));
        }
        for (unsigned i = 0; !all_sure(sums, false) && i < PART; i += 2) {
            bytes_store(to + 2 * i,
                        convert_two(cells_load(cell + i), cells_load(low + i) >> 15 & BOTH));
        }
    }
    return STX_DONE;
}

static __attribute__((noinline)) enum stx_result rows_whole(const uint16_t *cell,
                                                            const uint16_t *end, uint8_t *to) {
    const uint16_t *low = cell + DST_TO_LOW;
    for (; cell != end; cell += 2, low += 2, to += 8) {
        uint32_t h = cells_load(cell), l = cells_load(low);
        bytes_store(to, h << 16 | (l & 0xFFFFu));
        bytes_store(to + 4, (h & 0xFFFF0000u) | l >> 16);
    }
    return STX_DONE;
}

/* The two orders are separate functions, so that each saves few registers; when compiled for size,
 * they are one. */
#if IS_SMALL
static enum stx_result rows_in_either(const uint16_t *cell, const uint16_t *end, bool raw,
                                      uint8_t *to) {
    rows_of_16(cell, end, raw, to);
    return STX_DONE;
}
#else
static __attribute__((noinline)) enum stx_result rows_in_order(const uint16_t *cell,
                                                               const uint16_t *end, uint8_t *to) {
    rows_of_16(cell, end, false, to);
    return STX_DONE;
}
static __attribute__((noinline)) enum stx_result rows_documented(const uint16_t *cell,
                                                                 const uint16_t *end, uint8_t *to) {
    rows_of_16(cell, end, true, to);
    return STX_DONE;
}
static enum stx_result rows_in_either(const uint16_t *cell, const uint16_t *end, bool raw,
                                      uint8_t *to) {
    return raw ? rows_documented(cell, end, to) : rows_in_order(cell, end, to);
}
#endif

enum stx_result pack_rows_scalar(const uint16_t *cell, unsigned rows, enum pack_rows how, bool raw,
                                 uint8_t *to) {
    const uint16_t *end = cell + rows * STX_COLS;
    if (how == PACK_WHOLE) {
        return rows_whole(cell, end, to);
    }
    return how == PACK_BF16_OF_32 ? rows_of_32(cell, end, to) : rows_in_either(cell, end, raw, to);
}
