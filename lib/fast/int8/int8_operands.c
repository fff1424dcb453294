/* SPDX-License-Identifier: Apache-2.0
 *
 * int8_operands.c - turns data of SrcA and SrcB into integers (int8_sums.h), two columns at a time.
 * Bits 9:3 of a magnitude are the low bits of a cell, bits 2:0 are in its low byte. */
#include "core/words.h"
#include "fast/int8/int8_sums.h"
#include "num/bits.h"
#include "regs/src.h"

#if !STX_RVV
static const uint32_t BOTH = 0x00010001u; /* a factor that copies a number to both halves */

/* A slice of magnitudes, without its weight: bits of the cell, either shifted right or followed by
 * the three low bits. */
struct slice {
    uint32_t kept; /* mask of the bits of a cell, after a shift to the right */
    unsigned right;
    bool low;
    bool keep_denormal;
};

static inline struct slice slice_a(bool fine) {
    return fine ? (struct slice){.kept = 3, .low = true} : (struct slice){.kept = 7, .right = 2};
}
static inline struct slice slice_b(bool fine, bool keep) {
    return fine ? (struct slice){1, 0, true, keep} : (struct slice){63, 1, false, keep};
}

/* In each half: all bits of a magnitude if its highest bit is set, otherwise none. */
ALWAYS_INLINE uint32_t below_top(uint32_t two) {
    two &= 0x8000 * BOTH;
    return two - (two >> 15);
}

/* The slices of two datums as one integer, first + 2^16 second. low has their low bytes, one in
 * each half. An exponent of 0 means zero, unless denormals are kept. */
ALWAYS_INLINE int32_t two_slices(uint32_t cells, uint32_t low, struct slice s) {
    uint32_t m = cells >> s.right & s.kept * BOTH;
    if (s.low) {
        m = m << 3 | low >> 5;
    }
    if (!s.keep_denormal) {
        m &= below_top((cells & 0x7F80 * BOTH) + 0x7F80 * BOTH);
    }
    return (int32_t)(m - 2 * (m & below_top(cells)));
}

ALWAYS_INLINE int32_t slices_at(const uint16_t *high, const uint8_t *low, unsigned col,
                                struct slice s) {
    uint32_t bytes = STX_SRC_LOW && s.low ? low[col] | (uint32_t)low[col + 1] << 16 : 0;
    return two_slices(cells_load(high + col), bytes, s);
}

/* The slices of a row. */
static __attribute__((noinline)) void any_slices(const struct stx_src *src, unsigned row,
                                                 struct slice s, int32_t two[INT8_PAIRS]) {
    const uint16_t *high = src->high[src->fpu_bank][row];
    const uint8_t *low = src_low_row(src, src->fpu_bank, row);
    for (unsigned j = 0; j < INT8_PAIRS; j++) {
        two[j] = slices_at(high, low, 2 * j, s);
    }
}

/* The same, faster for slices of cells alone, unless compiled for size. */
ALWAYS_INLINE void row_slices(const struct stx_src *src, unsigned row, struct slice s,
                              int32_t two[INT8_PAIRS]) {
    if (!IS_SMALL && !s.low && !s.keep_denormal) {
        const uint16_t *high = src->high[src->fpu_bank][row];
        BITS_UNROLL(8)
        for (unsigned j = 0; j < INT8_PAIRS; j++) {
            two[j] = two_slices(cells_load(high + 2 * j), 0, s);
        }
        return;
    }
    any_slices(src, row, s, two);
}

ALWAYS_INLINE void decode_a(struct int8_a *to, const struct stx_src *src, unsigned row,
                            struct slice s) {
    for (unsigned k = 0; k < PRODUCT_DEPTH; k++) {
        row_slices(src, (row + k) % STX_SRC_ROWS, s, to->pair[k]);
    }
}

void int8_a_decode(struct int8_a *to, const struct stx_src *src, unsigned row, bool fine) {
    if (fine) {
        decode_a(to, src, row, slice_a(true));
    } else {
        decode_a(to, src, row, slice_a(false));
    }
}

#if STX_METHOD == STX_METHOD_TABLE
ALWAYS_INLINE void put_one(struct int8_b *to, unsigned i, unsigned k, uint32_t v) {
    for (unsigned place = 0; place < INT8_PLACES; place++) {
        uint8_t *at = &to->at[i][place][k / 4];
        uint32_t bit = v >> (INT8_PLACES - 1 - place) & 1u;
        *at = (uint8_t)((k % 4 ? *at : 64 * (k / 4)) | bit << (2 + k % 4));
    }
}
#else
ALWAYS_INLINE void put_one(struct int8_b *to, unsigned i, unsigned k, uint32_t v) {
    to->value[k][i] = (int32_t)v;
}
#endif

ALWAYS_INLINE void decode_b(struct int8_b *to, const struct stx_src *src, unsigned row,
                            struct slice s) {
    int32_t two[INT8_PAIRS];
    for (unsigned i = 0; i < PRODUCT_ROWS; i++) {
        row_slices(src, (row + i) % STX_SRC_ROWS, s, two);
        BITS_UNROLL(8)
        for (unsigned j = 0; j < INT8_PAIRS; j++) {
            int32_t first = (int32_t)((uint32_t)two[j] << 16) >> 16;
            put_one(to, i, 2 * j, (uint32_t)first);
            put_one(to, i, 2 * j + 1, (uint32_t)((two[j] - first) >> 16));
        }
    }
}

void int8_b_decode(struct int8_b *to, const struct stx_src *src, unsigned row, bool fine,
                   bool keep) {
    if (fine || keep) {
        decode_b(to, src, row, slice_b(fine, keep));
    } else {
        decode_b(to, src, row, slice_b(false, false));
    }
}
#endif
