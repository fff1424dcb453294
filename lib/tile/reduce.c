/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce.c - sums, averages, maxima and minima of rows, columns and whole tensors. */
#include <stddef.h>

#include "tile/lines.h"
#include "tile/vector.h"

enum { INCOMING, TOTAL }; /* slots */

struct reduction {
    enum stx_tile_reduction what;
    enum stx_tile_dimension along;
    enum combine how;
    const struct stx_tensor *out, *in;
};

uint32_t stx_tile_f32_of(uint32_t n) {
    uint32_t exponent = 127 + 23;
    while (n >> 23 == 0) {
        n <<= 1;
        exponent--;
    }
    return exponent << 23 | (n & 0x7FFFFF);
}

/* Divides every number of a slot by n. */
static void divide(struct stx_tiles *t, unsigned slot, uint32_t n) {
    set(t, R0, stx_tile_f32_of(n));
    stx_tile_reciprocal_of_ordinary(t);
    for (unsigned i = 0; i < VECTORS; i++) {
        load(t, R0, slot, i);
        mul(t, R0, R0, R1);
        store(t, R0, slot, i);
    }
}

/* Combines a tile into TOTAL; the first one becomes TOTAL. */
static void take_tile(struct stx_tiles *t, const struct reduction *r, unsigned row, unsigned column,
                      bool first) {
    tensor_to_dst(t, r->in, row, column, first ? TOTAL : INCOMING);
    tile_settle(t);
    if (!first) {
        stx_tile_combine(t, r->how, TOTAL, INCOMING);
    }
    tile_settle(t);
}

/* Reduces TOTAL to one number for each row or column, or to one, and packs it. */
static void finish(struct stx_tiles *t, const struct reduction *r, unsigned row, unsigned column,
                   uint32_t numbers) {
    if (r->along != STX_TILE_COLUMNS) {
        stx_tile_reduce_rows(t, r->how, TOTAL);
    }
    if (r->along != STX_TILE_ROWS) {
        stx_tile_reduce_columns(t, r->how, TOTAL);
    }
    if (r->what == STX_TILE_AVERAGE) {
        divide(t, TOTAL, numbers);
    }
    tile_settle(t);
    tensor_from_dst(t, DST_FP32, TOTAL, r->out, row, column);
}

/* Reduces a block of rows x columns tiles, which begins at this row and column, to one tile of the
 * result. */
static void reduce_block(struct stx_tiles *t, const struct reduction *r, unsigned row,
                         unsigned column, unsigned rows, unsigned columns) {
    for (unsigned i = 0; i < rows * columns; i++) {
        take_tile(t, r, row + i / columns, column + i % columns, i == 0);
    }
    uint32_t numbers = (r->along == STX_TILE_ROWS ? 1 : 32u * rows) *
                       (r->along == STX_TILE_COLUMNS ? 1 : 32u * columns);
    finish(t, r, r->out->rows == 1 ? 0 : row, r->out->columns == 1 ? 0 : column, numbers);
}

static enum stx_tile_result check_reduction(const struct stx_tiles *t, const struct reduction *r) {
    enum stx_tile_result result = stx_tensor_check_all(t, r->out, r->in, NULL);
    if (result != STX_TILE_OK) {
        return result;
    }
    if ((uint32_t)r->what > STX_TILE_MIN || (uint32_t)r->along > STX_TILE_ALL) {
        return STX_TILE_ARGUMENT;
    }
    if (r->out->rows != (r->along == STX_TILE_ROWS ? r->in->rows : 1) ||
        r->out->columns != (r->along == STX_TILE_COLUMNS ? r->in->columns : 1) ||
        (uint64_t)r->in->rows * r->in->columns >= 1u << 14) {
        return STX_TILE_SHAPE;
    }
    bool integers = tensor_is_integer(r->in) || tensor_is_integer(r->out);
    return integers ? STX_TILE_FORMAT : STX_TILE_OK;
}

enum stx_tile_result stx_tile_reduce(struct stx_tiles *t, enum stx_tile_reduction reduction,
                                     enum stx_tile_dimension dimension,
                                     const struct stx_tensor *out, const struct stx_tensor *in) {
    static const uint8_t how[] = {COMBINE_SUM, COMBINE_SUM, COMBINE_MAX, COMBINE_MIN};
    struct reduction r = {reduction, dimension, COMBINE_SUM, out, in};
    if (!tile_begin(t, check_reduction(t, &r))) {
        return tile_end(t);
    }
    r.how = (enum combine)how[reduction];
    unsigned rows = dimension == STX_TILE_ROWS ? 1 : in->rows;
    unsigned columns = dimension == STX_TILE_COLUMNS ? 1 : in->columns;
    stx_tile_prepare(t, DST_FP32);
    for (unsigned row = 0; row < in->rows; row += rows) {
        for (unsigned column = 0; column < in->columns; column += columns) {
            reduce_block(t, &r, row, column, rows, columns);
        }
    }
    return tile_end(t);
}
