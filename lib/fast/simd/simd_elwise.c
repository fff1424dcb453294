/* SPDX-License-Identifier: Apache-2.0
 *
 * simd_elwise.c - ELWADD, ELWSUB, ELWMUL: fpu_sum() and fpu_product() for a row at once, finished
 * like products with one group. */
#include "fast/forms.h"

#if VECTORS_EXIST
#include "fast/simd/simd_ends.h"
#include "regs/dst_rows.h"
#include "regs/src.h"

/* Values that are the same for a whole block. adjust is added to the exponents of results,
 * zero_exponent to those of results whose operands are zero. */
struct elwise {
    const struct fpu_plan *plan;
    const struct elwise_block *block;
    vec_i adjust, zero_exponent;
    struct vector_ends ends;
};

static V_TARGET struct elwise prepare(const struct fpu_plan *plan,
                                      const struct elwise_block *block) {
    const struct fpu_mode *mode = &plan->mode;
    bool rebias = mode->acc32 && !mode->e8;
    int32_t scale = ((mode->phase & 1u) ? 5 : 0) + ((mode->phase & 2u) ? 7 : 0);
    if (block->op == ELWISE_MUL) {
        return (struct elwise){plan, block, v_set(mode->adjust), v_set(mode->zero_exponent),
                               v_ends_of(plan)};
    }
    return (struct elwise){plan, block, v_set((rebias ? 112 : 0) - scale),
                           v_set((rebias ? 97 : 0) - scale), v_ends_of(plan)};
}

struct operand_bits {
    vec_i exponent, significand, sign; /* a significand has eleven bits and is 0 for a zero; a sign
                                          has all bits set if negative */
};

/* The rows of a source, and the bits of its datums that are used. */
struct operand_rows {
    const uint16_t (*high)[STX_COLS];
    const uint8_t *low;
    vec_i exponent;    /* of the exponent */
    uint32_t low_bits; /* of the low byte; 0: none */
    bool one;          /* uses column 0 for all columns */
};

V_INLINE struct operand_rows rows_of_source(const struct stx_src *src, uint32_t mask, bool one) {
    return (struct operand_rows){src->high[src->fpu_bank], src_low_row(src, src->fpu_bank, 0),
                                 v_set((int32_t)(mask >> 23 & 255u)), mask >> 8 & 0xE0u, one};
}

V_INLINE struct operand_bits source_load(const struct operand_rows *s, unsigned row, unsigned col) {
    const uint16_t *high = s->high[row % STX_SRC_ROWS];
    vec_i h = s->one ? v_set(high[0]) : (vec_i)v_load_u16(high + col);
    struct operand_bits o = {h >> 7 & s->exponent, ((h & 127) | 128) << 3, h << 16 >> 31};
    if (STX_SRC_LOW && s->low_bits) {
        const uint8_t *low = s->low + row % STX_SRC_ROWS * STX_COLS;
        vec_u l = s->one ? (vec_u)v_set(low[0]) : v_load_u8(low + col);
        o.significand |= (vec_i)((l & s->low_bits) >> 5);
    }
    o.significand &= ~(o.exponent == 0);
    return o;
}

V_INLINE vec_i negated(vec_i v, vec_i sign) {
    return (v ^ sign) - sign;
}

/* A sum or difference. The terms are aligned to the larger exponent; halves round away from
 * zero. */
V_INLINE void sum_of(const struct elwise *e, struct operand_bits x, struct operand_bits y,
                     vec_i minus, struct vector_groups *g, unsigned block) {
    vec_i top = v_max(x.exponent, y.exponent), none = top == 0;
    vec_i v = negated(v_round(&e->ends, x.significand << 1, top - x.exponent), x.sign) +
              negated(v_round(&e->ends, y.significand << 1, top - y.exponent), y.sign ^ minus);
    g->value[0][block] = v << 14;
    g->exponent[0][block] = v_select(none, e->zero_exponent, top + e->adjust);
}

V_INLINE void product_of(const struct elwise *e, struct operand_bits x, struct operand_bits y,
                         struct vector_groups *g, unsigned block) {
    const uint32_t phase = e->plan->mode.phase;
    vec_i a = (phase & 1u) ? x.significand >> 1 & 31 : x.significand >> 6;
    vec_i b = (phase & 2u) ? (y.significand & 15) << 3 : y.significand >> 4;
    vec_i top = x.exponent + y.exponent + e->adjust;
    vec_i none = (x.exponent == 0) | (y.exponent == 0) | (v_set(1) > top);
    g->value[0][block] = ~none & negated(a * b, x.sign ^ y.sign) << 14;
    g->exponent[0][block] = v_select(none, e->zero_exponent, top);
}

/* The operands of a block, and what is computed from them. */
struct elwise_operands {
    struct operand_rows a, b;
    enum elwise_operation op;
    vec_i minus; /* has all bits set for a difference */
};

/* Computes a row of Dst from row a of SrcA and row b of SrcB. The compiler makes a separate version
 * for each value of keep. */
V_INLINE void row_of(const struct elwise *e, enum vector_style style,
                     const struct elwise_operands *o, unsigned a, unsigned b, uint16_t *cell,
                     bool raw, bool keep) {
    struct vector_groups g;
    BITS_UNROLL(2)
    for (unsigned part = 0; part < V_BLOCKS; part++) {
        struct operand_bits x = source_load(&o->a, a, part * V_LANES),
                            y = source_load(&o->b, b, part * V_LANES);
        if (o->op == ELWISE_MUL) {
            product_of(e, x, y, &g, part);
        } else {
            sum_of(e, x, y, o->minus, &g, part);
        }
    }
    if (style == STYLE_F32) {
        v_end_wide(&e->ends, &g, cell, false, keep);
    } else {
        v_end_narrow(&e->ends, &g, cell, style, raw, false, keep);
    }
}

/* The values that are the same for all rows are read before the loop. The compiler could not move
 * them there by itself, because it does not know that writing rows of Dst leaves them alone. */
V_INLINE void rows_of(struct stx_core *core, const struct elwise *e, enum vector_style style) {
    const struct elwise_block block = *e->block;
    const struct elwise_operands o = {
        rows_of_source(&core->srca, e->plan->mask_a, false),
        rows_of_source(&core->srcb, e->plan->mask_b, block.one_column), block.op,
        v_set(block.op == ELWISE_SUB ? -1 : 0)};
    for (unsigned i = 0; i < ELWISE_ROWS; i++) {
        unsigned physical = dst_row_inline(core, style == STYLE_F32, block.dst + i);
        unsigned a = block.a + i, b = block.b + i * block.b_step;
        uint16_t *cell = core->dst.cell[physical];
        bool raw = style != STYLE_F32 && dst_row_is_raw(physical);
        if (block.accumulate && dst_valid(core, physical)) {
            row_of(e, style, &o, a, b, cell, raw, true);
        } else {
            row_of(e, style, &o, a, b, cell, raw, false);
        }
        dst_set_valid(core, physical);
    }
}

V_TARGET bool elwise_simd(struct stx_core *core, const struct fpu_plan *plan,
                          const struct elwise_block *block) {
    if (plan->style == FPU_INT8 || plan->keep_denormal_b) {
        return false;
    }
    const struct elwise e = prepare(plan, block), *k = &e;
    OPAQUE(k);
    if (plan->dst32) {
        rows_of(core, k, STYLE_F32);
    } else if (plan->style == FPU_E8) {
        rows_of(core, k, STYLE_BF16);
    } else {
        rows_of(core, k, STYLE_FP16);
    }
    return true;
}
#endif
