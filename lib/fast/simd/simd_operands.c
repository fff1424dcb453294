/* SPDX-License-Identifier: Apache-2.0
 *
 * simd_operands.c - turns data of SrcA and SrcB into numbers and exponents (column_operands.h). */
#include "fast/common/column_operands.h"

#if VECTORS_EXIST
#include "fast/simd/compiler_vectors.h"
#include "regs/src.h"

enum { NO_EXPONENT = -1000 };

/* The position of a slice in a datum: its high bits, the hidden bit, its low bits and how far these
 * are shifted left. added is added to exponents, so that those of five bits are in the middle of
 * the range of eight bits. scale is subtracted from the exponents of numbers: the bias and the
 * shifts. */
struct slice {
    uint32_t exponents, high, hidden, low;
    int left_high, left_low;
    int32_t added, scale;
};

static V_TARGET struct slice slice_of(uint32_t mask, bool is_b, bool fine) {
    struct slice s = {.exponents = mask >> 23 & 255u, .low = mask >> 8 & 0xE0u};
    s.added = s.exponents == 31 ? 112 : 0;
    s.scale = is_b ? 127 : 127 + 13;
    if (!fine) { /* times 8 for SrcA, 2 for SrcB */
        s.high = is_b ? 0x7E : 0x78;
        s.hidden = 0x80;
        s.low = 0;
        s.scale += is_b ? 1 : 3;
    } else if (is_b) { /* mantissa bits 3:0, times 8 */
        s.high = 1;
        s.left_high = 6;
        s.left_low = -2;
    } else { /* mantissa bits 5:1 */
        s.high = 7;
        s.low &= 0xC0u;
        s.left_high = 2;
        s.left_low = -6;
    }
    return s;
}

/* Decodes one row. SrcA's numbers are larger by one part in 2^13. */
static V_TARGET void decode_row(uint32_t *value, int16_t *exponent, const uint16_t *high,
                                const uint8_t *low, const struct slice *s, bool is_b) {
    for (unsigned col = 0; col < STX_COLS; col += V_LANES) {
        vec_u h = v_load_u16(high + col);
        vec_i e = (vec_i)(h >> 7 & s->exponents), m, none;
        m = (vec_i)(((h & s->high) | s->hidden) << s->left_high);
        if (STX_SRC_LOW && s->low) {
            m |= (vec_i)((v_load_u8(low + col) & s->low) >> -s->left_low);
        }
        m = is_b ? m : m + (m << 13);
        m = v_select((h >> 15) != 0, -m, m);
        none = e == 0;
        vec_f f = __builtin_convertvector(m, vec_f);
        vec_i bits = v_sum((vec_i)f, (e + s->added - s->scale) << 23);
        bits = v_select(none | (m == 0), v_set(0), bits);
        e = v_select(none, v_set(VECTOR_NONE), e + s->added);
        V_STORE(value + col, bits);
        vec_s narrow = __builtin_convertvector(e, vec_s);
        V_STORE(exponent + col, narrow);
    }
}

/* The lowest and the highest exponent of `rows` rows of numbers; zeros do not count. */
static V_TARGET void bounds(const int16_t *exponent, unsigned rows, int16_t *lowest,
                            int16_t *highest) {
    vec_e e, low = NO_EXPONENT - (vec_e){0}, high = low;
    for (unsigned i = 0; i < rows; i++) {
        V_LOAD(e, exponent + i * STX_COLS);
        vec_e none = e == VECTOR_NONE;
        high = v_max16(high, e);
        low = v_max16(low, (none & NO_EXPONENT) | (~none & -e));
    }
    *lowest = -NO_EXPONENT;
    *highest = NO_EXPONENT;
    for (unsigned col = 0; col < STX_COLS; col++) {
        *lowest = -low[col] < *lowest ? (int16_t)-low[col] : *lowest;
        *highest = high[col] > *highest ? high[col] : *highest;
    }
}

V_TARGET void vector_a_decode(struct vector_a *to, const struct stx_src *src, unsigned row,
                              uint32_t mask, bool fine) {
    struct slice s = slice_of(mask, false, fine);
    unsigned bank = src->fpu_bank;
    for (unsigned i = 0; i < PRODUCT_DEPTH; i++) {
        unsigned at = (row + i) % STX_SRC_ROWS;
        decode_row(to->value[i], to->exponent[i], src->high[bank][at], src_low_row(src, bank, at),
                   &s, false);
    }
    bounds(to->exponent[0], PRODUCT_DEPTH, &to->lowest, &to->highest);
}

V_TARGET void vector_b_decode(struct vector_b *to, const struct stx_src *src, unsigned row,
                              uint32_t mask, bool fine) {
    struct slice s = slice_of(mask, true, fine);
    unsigned bank = src->fpu_bank;
    int16_t exponent[PRODUCT_ROWS][STX_COLS];
    for (unsigned i = 0; i < PRODUCT_ROWS; i++) {
        decode_row(to->value[i], exponent[i], src->high[bank][row + i],
                   src_low_row(src, bank, row + i), &s, true);
        for (unsigned k = 0; k < STX_COLS; k++) {
            to->exponent[i][k] = (uint16_t)exponent[i][k] * 0x10001u;
        }
    }
    bounds(exponent[0], PRODUCT_ROWS, &to->lowest, &to->highest);
}
#endif
