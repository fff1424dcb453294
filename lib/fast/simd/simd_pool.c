/* SPDX-License-Identifier: Apache-2.0
 *
 * simd_pool.c - GMPOOL without an index, as in pool_scalar.c, for many columns at once. */
#include "fast/forms.h"

#if VECTORS_EXIST
#include "fast/simd/simd_ends.h"
#include "regs/src.h"

struct pool_rows {
    const uint16_t *high;
    const uint8_t *low;
    uint32_t mask; /* the bits of a datum that are used */
    const uint32_t *scale;
    int32_t bias; /* added to Dst's exponents */
    enum vector_style style;
    bool raw;
};

V_INLINE vec_i with_sign_of(vec_i magnitude, vec_i v) {
    vec_i s = v >> 31;
    return (magnitude ^ s) - s;
}

/* Keys of a row's scaled data: exponent and mantissa have 18 bits, and a zero stays a zero. */
V_INLINE vec_i row_keys(const struct pool_rows *p, unsigned row, unsigned col) {
    unsigned at = row * STX_COLS + col;
    vec_u datum = v_load_u16(p->high + at) << 16;
    if (STX_SRC_LOW && (p->mask & SRC_LOW_BITS)) {
        datum |= v_load_u8(p->low + at) << 8;
    }
    vec_i v = (vec_i)(datum & p->mask);
    vec_i some = (v & 0x7F800000) != 0, key = (vec_i)((vec_u)v << 1 >> 14);
    return with_sign_of((key + (int32_t)p->scale[row]) & some, v);
}

V_INLINE vec_i largest_of(const struct pool_rows *p, unsigned col, vec_i best) {
    for (unsigned row = 0; row < POOL_ROWS; row++) {
        best = v_max(best, p->scale[row] == POOL_ABSENT ? v_set(INT32_MIN) : row_keys(p, row, col));
    }
    return best;
}

/* Elements of Dst as binary32; those of FP16 stay FP16, in the upper half of each word. */
V_INLINE vec_i dst_words(const struct pool_rows *p, const uint16_t *cell) {
    vec_i v = (vec_i)v_load_u16(cell);
    if (p->style == STYLE_FP16) {
        return v_fp16_from_documented(p->raw ? v : v_documented(v)) << 16;
    }
    v = (p->raw ? v_from_documented(v) : v) << 16;
    return p->style == STYLE_F32 ? v | (vec_i)v_load_u16(cell + DST_TO_LOW) : v;
}

V_INLINE vec_i dst_keys(const struct pool_rows *p, vec_i word) {
    vec_i magnitude = (word & INT32_MAX) >> (p->style == STYLE_FP16 ? 16 : 13);
    return with_sign_of(magnitude + p->bias, word);
}

static V_TARGET void store_16(const struct pool_rows *p, uint16_t *cell,
                              const vec_i key[V_BLOCKS]) {
    vec_i cells[V_BLOCKS];
    for (unsigned block = 0; block < V_BLOCKS; block++) {
        vec_i magnitude = v_magnitude(key[block]), sign = key[block] >> 16 & 0x8000, v;
        if (p->style == STYLE_FP16) {
            v = ((magnitude - p->bias) & 0x7FFF) | sign;
            v = v_fp16_documented(v & (vec_i)((magnitude >> 10 & 63) != 0));
            v = p->raw ? v : v_from_documented(v);
        } else {
            v = ((magnitude - p->bias) >> 3 & 0x7FFF) | sign;
            v &= (vec_i)((magnitude >> 10) != 0);
            v = p->raw ? v_documented(v) : v;
        }
        cells[block] = v;
    }
    v_store_cells(cell, cells);
}

static V_TARGET void store_32(const struct pool_rows *p, uint16_t *cell,
                              const vec_i key[V_BLOCKS]) {
    vec_i high[V_BLOCKS], low[V_BLOCKS];
    for (unsigned block = 0; block < V_BLOCKS; block++) {
        vec_i magnitude = v_magnitude(key[block]);
        vec_i v = (magnitude - p->bias) << 13 & INT32_MAX;
        v = (v | (key[block] & INT32_MIN)) & (vec_i)((magnitude >> 10) != 0);
        high[block] = (vec_i)((vec_u)v >> 16);
        low[block] = v & 0xFFFF;
    }
    v_store_cells(cell, high);
    v_store_cells(cell + DST_TO_LOW, low);
}

V_TARGET bool pool_simd(struct stx_core *core, const struct fpu_plan *plan, unsigned a0,
                        const uint32_t scale[POOL_ROWS], unsigned physical) {
    const struct stx_src *src = &core->srca;
    if (plan->style == FPU_INT8 || (plan->style == FPU_E5 && plan->dst32)) {
        return false;
    }
    struct pool_rows p = {.high = src->high[src->fpu_bank][a0],
                          .low = src_low_row(src, src->fpu_bank, a0),
                          .mask = plan->mask_a,
                          .scale = scale,
                          .bias = (plan->style == FPU_E5 ? 15 : 127) << 10,
                          .style = v_style_of(plan),
                          .raw = dst_row_is_raw(physical)};
    uint16_t *cell = core->dst.cell[physical];
    vec_i key[V_BLOCKS], invalid = v_set(plan->dst32 ? -1 : -0x10000);
    for (unsigned block = 0; block < V_BLOCKS; block++) {
        unsigned col = block * V_LANES;
        vec_i word = dst_valid(core, physical) ? dst_words(&p, cell + col) : invalid;
        key[block] = largest_of(&p, col, dst_keys(&p, word));
    }
    (plan->dst32 ? store_32 : store_16)(&p, cell, key);
    return true;
}
#endif
