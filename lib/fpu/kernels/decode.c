/* SPDX-License-Identifier: Apache-2.0
 *
 * decode.c - data of SrcA and SrcB to operands (operands.h).
 *
 * Values for the product of cores with a multiplier (multiply.c): a slice a of 5 bits becomes
 * sign * (a << (15 - delta)), a slice b of 7 bits sign * ((b << (18 - delta)) + 1); 0 from delta 16
 * on, where every product is 0. */
#include "fpu/kernels/operands.h"
#include "regs/src.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Ten mantissa bits. */
ALWAYS_INLINE uint32_t mantissa(uint32_t high, uint32_t low) {
    return (high & 0x7Fu) << 3 | low >> 5;
}

ALWAYS_INLINE int32_t slice(bool is_b, bool fine, uint32_t high, uint32_t low) {
    uint32_t m = mantissa(high, low);
    if (is_b) {
        return (int32_t)(fine ? (m & 15u) << 3 : 64u | m >> 4);
    }
    return (int32_t)(fine ? m >> 1 & 31u : 16u | m >> 6);
}

ALWAYS_INLINE uint32_t level_bit(bool is_b, uint32_t delta, unsigned k) {
    return 1u << k << 8 * (is_b ? 3u - delta : delta);
}

ALWAYS_INLINE int32_t scaled(bool is_b, int32_t m, uint32_t delta) {
    return is_b ? (m << (18u - delta)) + 1 : m << (15u - delta);
}

/* Largest exponent of eight data that are `step` apart. */
ALWAYS_INLINE uint32_t top_of(const uint16_t *high, unsigned step, uint32_t exponents) {
    uint32_t top = 0, mask = exponents << 7;
    for (unsigned k = 0; k < 8; k++) {
        uint32_t e = high[k * step] & mask;
        top = e > top ? e : top;
    }
    return top >> 7;
}

ALWAYS_INLINE void decode(struct operand_half *to, bool is_b, bool fine,
                          const struct operand_reading *how, const uint16_t *high,
                          const uint8_t *low, unsigned step) {
    uint32_t top = top_of(high, step, how->exponents), levels = 0, far = 0;
    for (unsigned k = 0; k < 8; k++) {
        uint32_t h = high[k * step], e = h >> 7 & how->exponents, delta = top - e;
        int32_t v = 0;
        if (e) {
            if (delta <= 3) {
                levels |= level_bit(is_b, delta, k);
            }
            if (delta <= 15) {
                far |= delta >= 14;
                v = scaled(is_b, slice(is_b, fine, h, low[k * step] & how->low), delta);
                v = h >> 15 ? -v : v;
            }
        }
        to->value[k] = v;
    }
    to->levels = levels;
    to->top = (uint8_t)top;
    to->far = (uint8_t)far;
}

void operand_a_decode(struct operand_a *to, const struct operand_reading *how,
                      const struct stx_src *src, unsigned row) {
    for (unsigned half = 0; half < 2; half++) {
        unsigned first = (row + 8 * half) % STX_SRC_ROWS;
        const uint16_t *high = src->high[src->fpu_bank][first];
        const uint8_t *low = src->low[src->fpu_bank][first];
        uint32_t lowest = 255;
        for (unsigned col = 0; col < STX_COLS; col++) {
            struct operand_half *o = &to->column[half][col].half;
            to->column[half][col].sum.exponent = 0;
            if (how->fine) {
                decode(o, false, true, how, high + col, low + col, STX_COLS);
            } else {
                decode(o, false, false, how, high + col, low + col, STX_COLS);
            }
            lowest = o->top && o->top < lowest ? o->top : lowest;
        }
        to->lowest[half] = (uint8_t)lowest;
    }
}

void operand_b_decode(struct operand_b *to, const struct operand_reading *how,
                      const struct stx_src *src, unsigned row) {
    for (unsigned i = 0; i < KERNEL_ROWS; i++) {
        const uint16_t *high = src->high[src->fpu_bank][row + i];
        const uint8_t *low = src->low[src->fpu_bank][row + i];
        for (unsigned half = 0; half < 2; half++) {
            struct operand_half *o = &to->half[i][half];
            if (how->fine) {
                decode(o, true, true, how, high + 8 * half, low + 8 * half, 1);
            } else {
                decode(o, true, false, how, high + 8 * half, low + 8 * half, 1);
            }
        }
    }
}
