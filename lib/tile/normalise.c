/* SPDX-License-Identifier: Apache-2.0
 *
 * normalise.c - softmax and layer normalisation. Each pass reads all tiles of a row again, so that
 * nothing has to be kept in between. */
#include <stddef.h>

#include "tile/lines.h"
#include "tile/vector.h"

enum { TILE, LOW, SUM, EXTRA }; /* slots; LOW holds the maximum or the mean of each row */

struct row_numbers {
    const struct stx_tensor *in;
    unsigned row;
};

static void load_tile(struct stx_tiles *t, const struct stx_tensor *x, unsigned row,
                      unsigned column, unsigned slot) {
    tensor_to_dst(t, x, row, column, slot);
    tile_settle(t);
}

/* Computes a vector in R0 from the same vector of one or more slots. */
typedef void vector_body(struct stx_tiles *t, unsigned vector);

/* Replaces every vector of a slot with what the body computes. */
static void each_vector(struct stx_tiles *t, vector_body *body, unsigned slot) {
    for (unsigned i = 0; i < VECTORS; i++) {
        body(t, i);
        store(t, R0, slot, i);
    }
}

/* Combines all tiles of a row of tiles into one slot, where each number becomes the result of its
 * row. Each tile passes through the body first, if there is one. */
static void gather(struct stx_tiles *t, struct row_numbers r, vector_body *body, enum combine how,
                   unsigned into) {
    for (unsigned column = 0; column < r.in->columns; column++) {
        load_tile(t, r.in, r.row, column, column == 0 && !body ? into : (unsigned)TILE);
        if (body) {
            each_vector(t, body, column == 0 ? into : (unsigned)TILE);
        }
        if (column > 0) {
            stx_tile_combine(t, how, into, TILE);
        }
        tile_settle(t);
    }
    stx_tile_reduce_rows(t, how, into);
}

/* R0 = a vector of the tile, R1 = the same vector of another slot. */
static void load_with(struct stx_tiles *t, unsigned other, unsigned vector) {
    load(t, R0, TILE, vector);
    load(t, R1, other, vector);
}

/* R0 = tile - maximum, or tile - mean. */
static void difference(struct stx_tiles *t, unsigned vector) {
    load_with(t, LOW, vector);
    stx_tile_sub(t, R0, R0, R1);
}

static void shifted_exponential(struct stx_tiles *t, unsigned vector) {
    difference(t, vector);
    stx_tile_exp(t);
}

static void one_over_sum(struct stx_tiles *t, unsigned vector) {
    load(t, R0, SUM, vector);
    stx_tile_reciprocal_of_ordinary(t);
    copy(t, R0, R1);
}

/* The exponential times one over the sum; SUM holds the latter by now. */
static void share(struct stx_tiles *t, unsigned vector) {
    shifted_exponential(t, vector);
    load(t, R1, SUM, vector);
    mul(t, R0, R0, R1);
}

static void put_tile(struct stx_tiles *t, const struct stx_tensor *out, unsigned row,
                     unsigned column) {
    tile_settle(t);
    tensor_from_dst(t, DST_FP32, TILE, out, row, column);
}

static void softmax_row(struct stx_tiles *t, const struct stx_tensor *out, struct row_numbers r) {
    gather(t, r, 0, COMBINE_MAX, LOW);
    gather(t, r, shifted_exponential, COMBINE_SUM, SUM);
    each_vector(t, one_over_sum, SUM);
    for (unsigned column = 0; column < r.in->columns; column++) {
        load_tile(t, r.in, r.row, column, TILE);
        each_vector(t, share, TILE);
        put_tile(t, out, r.row, column);
    }
}

enum stx_tile_result stx_tile_softmax(struct stx_tiles *t, const struct stx_tensor *out,
                                      const struct stx_tensor *in) {
    if (tile_begin(t, stx_tensor_check_reals(t, out, in))) {
        stx_tile_prepare(t, DST_FP32);
        for (unsigned row = 0; row < in->rows; row++) {
            softmax_row(t, out, (struct row_numbers){in, row});
        }
    }
    return tile_end(t);
}

/* C12 = 1 / n and C13 = epsilon. */
static void set_layernorm_constants(struct stx_tiles *t, uint32_t n, uint32_t epsilon) {
    set_constant(t, C13, epsilon);
    set(t, R0, stx_tile_f32_of(n));
    stx_tile_reciprocal_of_ordinary(t);
    copy(t, R0, R1);
    stx_tile_issue(t, TT_OP_SFPCONFIG(0, C12, 0));
}

static void mean_of_sum(struct stx_tiles *t, unsigned vector) {
    load(t, R0, LOW, vector);
    mul(t, R0, R0, C12);
}

static void squared_deviation(struct stx_tiles *t, unsigned vector) {
    difference(t, vector);
    mul(t, R0, R0, R0);
}

static void one_over_deviation(struct stx_tiles *t, unsigned vector) {
    load(t, R0, SUM, vector);
    mad(t, R0, R0, C12, C13);
    stx_tile_rsqrt(t);
}

static void normal(struct stx_tiles *t, unsigned vector) {
    difference(t, vector);
    load(t, R1, SUM, vector);
    mul(t, R0, R0, R1);
}

static void times_extra(struct stx_tiles *t, unsigned vector) {
    load_with(t, EXTRA, vector);
    mul(t, R0, R0, R1);
}

static void plus_extra(struct stx_tiles *t, unsigned vector) {
    load_with(t, EXTRA, vector);
    add(t, R0, R0, R1);
}

/* Copies row 0 of a tile of x to all rows of EXTRA and applies the body to TILE. Without an x it
 * does nothing. */
static void with_row(struct stx_tiles *t, const struct stx_tensor *x, unsigned column,
                     vector_body *body) {
    if (x) {
        tile_settle(t);
        load_tile(t, x, 0, column, EXTRA);
        stx_tile_spread_row(t, EXTRA);
        each_vector(t, body, TILE);
    }
}

struct norm {
    const struct stx_tensor *out, *gamma, *beta;
};

static void layernorm_row(struct stx_tiles *t, const struct norm *n, struct row_numbers r) {
    gather(t, r, 0, COMBINE_SUM, LOW);
    each_vector(t, mean_of_sum, LOW);
    gather(t, r, squared_deviation, COMBINE_SUM, SUM);
    each_vector(t, one_over_deviation, SUM);
    for (unsigned column = 0; column < r.in->columns; column++) {
        load_tile(t, r.in, r.row, column, TILE);
        each_vector(t, normal, TILE);
        with_row(t, n->gamma, column, times_extra);
        with_row(t, n->beta, column, plus_extra);
        put_tile(t, n->out, r.row, column);
    }
}

enum stx_tile_result stx_tile_layernorm(struct stx_tiles *t, const struct stx_tensor *out,
                                        const struct stx_tensor *in, const struct stx_tensor *gamma,
                                        const struct stx_tensor *beta, uint32_t epsilon) {
    struct norm n = {out, gamma, beta};
    enum stx_tile_result result = stx_tensor_check_reals(t, out, in);
    result = result == STX_TILE_OK ? stx_tensor_check_row(t, out, gamma) : result;
    result = result == STX_TILE_OK ? stx_tensor_check_row(t, out, beta) : result;
    if (tile_begin(t, result)) {
        stx_tile_prepare(t, DST_FP32);
        set_layernorm_constants(t, 32u * in->columns, epsilon);
        for (unsigned row = 0; row < in->rows; row++) {
            layernorm_row(t, &n, (struct row_numbers){in, row});
        }
    }
    return tile_end(t);
}
