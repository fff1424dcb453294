/* SPDX-License-Identifier: Apache-2.0
 *
 * matmul.c - the product of two tensors with MVMUL, with the options that are applied to each tile
 * of it. */
#include <stddef.h>

#include "tile/lines.h"
#include "tile/vector.h"

/* Address modifiers, named after what the matrix unit uses after the eight rows of an MVMUL (SPEC
 * 6.2). */
enum { NEXT_ROWS, NEXT_A, NEXT_B, SECOND_HALF, NEXT_PHASE = STX_BIAS_ADDR_MODS ? 7 : 4 };

static void set_steps_of_half(struct stx_tiles *t, unsigned first) {
    stx_tile_addr_mod(t, first + NEXT_ROWS, (struct step){.b = 8, .dst = 8});
    stx_tile_addr_mod(t, first + NEXT_A, (struct step){.a = 16, .b_returns = true, .dst = 8});
    stx_tile_addr_mod(t, first + NEXT_B,
                      (struct step){.a_returns = true, .b = 32, .b_returns = true, .dst = 8});
}

/* Where words can name only four modifiers, each half has its own four. */
static void set_steps(struct stx_tiles *t) {
    for (unsigned first = 0; first <= STX_BIAS_ADDR_MODS; first += 4) {
        set_steps_of_half(t, first);
    }
    stx_tile_addr_mod(t, SECOND_HALF,
                      (struct step){.a = 32,
                                    .a_returns = true,
                                    .b = 48,
                                    .b_returns = true,
                                    .dst_returns = true,
                                    .bias = true});
    stx_tile_addr_mod(t, NEXT_PHASE,
                      (struct step){.a_returns = true,
                                    .a_restarts = true,
                                    .b_returns = true,
                                    .b_restarts = true,
                                    .dst_restarts = true,
                                    .bias_restarts = true,
                                    .phase = 1});
}

/* Adds SrcB x SrcA to slot 0, in one pass over the mantissas. The matrix unit keeps both
 * sources. */
static void multiply_phase(struct stx_tiles *t) {
    static const uint8_t after[] = {NEXT_ROWS, NEXT_A,      NEXT_ROWS, NEXT_B,    NEXT_ROWS, NEXT_A,
                                    NEXT_ROWS, SECOND_HALF, NEXT_ROWS, NEXT_A,    NEXT_ROWS, NEXT_B,
                                    NEXT_ROWS, NEXT_A,      NEXT_ROWS, NEXT_PHASE};
    for (unsigned i = 0; i < sizeof after; i++) {
        stx_tile_issue(t, TT_OP_MVMUL(0, 0, after[i] % ADDR_MODS, 0));
    }
}

struct product {
    const struct stx_tensor *out, *a, *b;
    struct stx_tile_product options;
    enum dst_kind dst;
};

/* Adds the product of two tiles to slot 0. */
static void add_product(struct stx_tiles *t, const struct product *p, unsigned row, unsigned column,
                        unsigned k) {
    tensor_to_source(t, TO_SRCA, p->b, k, column);
    tensor_to_source(t, TO_SRCB, p->a, row, k);
    stx_tile_issue(t, TT_OP_STALLWAIT(p_stall_STALL_MATH, UNTIL_BOTH_VALID));
    for (unsigned phase = 0; phase < p->options.fidelity; phase++) {
        multiply_phase(t);
    }
    stx_tile_issue(t, TT_OP_SETRWC(3, 0, 0, 0, 0, 15));
}

/* Adds the bias to slot 0, by way of slot 1, and applies the activation. */
static void finish_tile(struct stx_tiles *t, const struct product *p, unsigned column) {
    const struct stx_tensor *bias = p->options.bias;
    if (STX_BIAS_ADDR_MODS) {
        stx_tile_addr_mod(t, STAY, (struct step){0});
    }
    if (bias) {
        tensor_to_dst(t, bias, 0, column, 1);
        stx_tile_add_row(t, 0, 1);
    }
    if (p->options.activation != STX_TILE_COPY) {
        stx_tile_apply(t, p->options.activation, p->options.parameter, 0);
    }
}

/* Slot 0 becomes zeros, or the tile of out that the product is added to. */
static void start_sum(struct stx_tiles *t, const struct product *p, unsigned row, unsigned column) {
    stx_tile_clear_dst(t);
    if (p->options.accumulate) {
        tensor_to_dst(t, p->out, row, column, 0);
    }
    stx_tile_math_format(t, p->dst);
    set_steps(t);
}

static void product_tile(struct stx_tiles *t, const struct product *p, unsigned row,
                         unsigned column) {
    start_sum(t, p, row, column);
    for (unsigned k = 0; k < p->a->columns; k++) {
        add_product(t, p, row, column, k);
    }
    finish_tile(t, p, column);
    tensor_from_dst(t, p->dst, 0, p->out, row, column);
}

static enum dst_kind dst_of(enum format_kind kind, bool dst16) {
    if (kind == KIND_INTEGER) {
        return DST_INT32;
    }
    if (!dst16) {
        return DST_FP32;
    }
    return kind == KIND_5_BITS ? DST_FP16 : DST_BF16;
}

enum stx_tile_result stx_tile_check_operands(const struct stx_tensor *out,
                                             const struct stx_tensor *a,
                                             const struct stx_tensor *b) {
    enum format_kind kind = tensor_kind(a);
    bool integers = kind == KIND_INTEGER;
    if (kind != tensor_kind(b) || integers != tensor_is_integer(out) ||
        a->format == STX_TILE_INT32 || b->format == STX_TILE_INT32) {
        return STX_TILE_FORMAT;
    }
    return STX_TILE_OK;
}

static enum stx_tile_result check_options(const struct product *p) {
    const struct stx_tile_product *o = &p->options;
    bool vector_work = o->bias || o->activation != STX_TILE_COPY;
    if (!fidelity_exists(o->fidelity) || (uint32_t)o->activation >= STX_TILE_FUNCTIONS ||
        (o->dst16 && (vector_work || o->accumulate || p->dst == DST_INT32)) ||
        (p->dst == DST_INT32 &&
         (vector_work || (o->accumulate && p->out->format == STX_TILE_INT8)))) {
        return STX_TILE_ARGUMENT;
    }
    return STX_TILE_OK;
}

static enum stx_tile_result check_product(const struct stx_tiles *t, const struct product *p) {
    enum stx_tile_result checks[5];
    checks[0] = p->b ? stx_tensor_check_all(t, p->out, p->a, p->b) : STX_TILE_ARGUMENT;
    if (checks[0] != STX_TILE_OK) {
        return checks[0];
    }
    bool fits = p->a->columns == p->b->rows && p->out->rows == p->a->rows &&
                p->out->columns == p->b->columns;
    checks[1] = fits ? STX_TILE_OK : STX_TILE_SHAPE;
    checks[2] = stx_tile_check_operands(p->out, p->a, p->b);
    checks[3] = check_options(p);
    checks[4] = stx_tensor_check_row(t, p->out, p->options.bias);
    for (unsigned i = 1; i < 5; i++) {
        if (checks[i] != STX_TILE_OK) {
            return checks[i];
        }
    }
    return STX_TILE_OK;
}

enum stx_tile_result stx_tile_matmul(struct stx_tiles *t, const struct stx_tensor *out,
                                     const struct stx_tensor *a, const struct stx_tensor *b,
                                     const struct stx_tile_product *options) {
    struct product p = {out, a, b, {0}, DST_FP32};
    if (options) {
        p.options = *options;
    }
    if (p.options.fidelity == 0) {
        p.options.fidelity = STX_TILE_HIFI4;
    }
    if (a) {
        p.dst = dst_of(tensor_kind(a), p.options.dst16);
    }
    if (tile_begin(t, check_product(t, &p))) {
        stx_tile_prepare(t, p.dst);
        for (unsigned row = 0; row < out->rows; row++) {
            for (unsigned column = 0; column < out->columns; column++) {
                product_tile(t, &p, row, column);
            }
        }
    }
    return tile_end(t);
}
