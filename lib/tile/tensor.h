/* SPDX-License-Identifier: Apache-2.0
 *
 * tensor.h - where the tiles of a tensor lie, and the checks that a call makes before it issues its
 * first word. */
#ifndef STX_TILE_TENSOR_H
#define STX_TILE_TENSOR_H

#include "softensix/tile.h"

/* How a format writes exponents. Both operands of an instruction have to be of one kind. */
enum format_kind { KIND_NONE, KIND_8_BITS, KIND_5_BITS, KIND_INTEGER };
enum format_kind stx_format_kind(enum stx_tile_format format);

/* The first problem of a single tensor: its format, size, alignment or place. STX_TILE_OK if there
 * is none. */
enum stx_tile_result stx_tensor_check(const struct stx_tiles *t, const struct stx_tensor *x);
/* The first problem of a result and of one or two operands (b may be NULL), none of which it may
 * overlap. */
enum stx_tile_result stx_tensor_check_all(const struct stx_tiles *t, const struct stx_tensor *out,
                                          const struct stx_tensor *a, const struct stx_tensor *b);
/* The same for calls that read each tile of an operand before they write that tile of out, so that
 * out may be the operand itself. */
enum stx_tile_result stx_tensor_check_in_place(const struct stx_tiles *t,
                                               const struct stx_tensor *out,
                                               const struct stx_tensor *a,
                                               const struct stx_tensor *b);
/* The same for one operand of the shape of out; both hold integers, or neither does. */
enum stx_tile_result stx_tensor_check_alike(const struct stx_tiles *t, const struct stx_tensor *out,
                                            const struct stx_tensor *in);
/* The same, and neither holds integers. */
enum stx_tile_result stx_tensor_check_reals(const struct stx_tiles *t, const struct stx_tensor *out,
                                            const struct stx_tensor *in);
/* Checks an operand whose first row is used for all rows of out: NULL, or one row of tiles of real
 * numbers, as many as out has columns of tiles. */
enum stx_tile_result stx_tensor_check_row(const struct stx_tiles *t, const struct stx_tensor *out,
                                          const struct stx_tensor *x);

static inline enum stx_tile_format tensor_format(const struct stx_tensor *x) {
    return (enum stx_tile_format)x->format;
}

static inline enum format_kind tensor_kind(const struct stx_tensor *x) {
    return stx_format_kind(tensor_format(x));
}

static inline bool tensor_is_integer(const struct stx_tensor *x) {
    return tensor_kind(x) == KIND_INTEGER;
}

static inline bool tensor_same_shape(const struct stx_tensor *x, const struct stx_tensor *y) {
    return x->rows == y->rows && x->columns == y->columns;
}

/* The address of the tile in this row and column of tiles. */
static inline uint32_t tensor_tile(const struct stx_tensor *x, uint32_t row, uint32_t column) {
    return x->address + (row * x->columns + column) * stx_tile_bytes(tensor_format(x));
}

/* True if stx_tiles_init() has accepted it. No scratch area begins at byte 0. */
static inline bool tile_ready(const struct stx_tiles *t) {
    return t && t->scratch != 0;
}

/* Begins a call whose checks gave `checked`. Returns whether it may issue words. */
static inline bool tile_begin(struct stx_tiles *t, enum stx_tile_result checked) {
    if (t) {
        t->result = checked;
    }
    return checked == STX_TILE_OK;
}

/* The result of the call. */
static inline enum stx_tile_result tile_end(const struct stx_tiles *t) {
    return t ? t->result : STX_TILE_ARGUMENT;
}

#endif
