/* SPDX-License-Identifier: Apache-2.0
 *
 * tensor.h - what is checked before a call issues its first word, and where tiles lie. */
#ifndef STX_TILE_TENSOR_H
#define STX_TILE_TENSOR_H

#include "softensix/tile.h"

/* How the exponents of a format are written; operands of one instruction have the same kind. */
enum format_kind { KIND_NONE, KIND_8_BITS, KIND_5_BITS, KIND_INTEGER };
enum format_kind stx_format_kind(enum stx_tile_format format);

/* First problem of a tensor by itself: format, size, alignment, range. */
enum stx_tile_result stx_tensor_check(const struct stx_tiles *t, const struct stx_tensor *x);
/* The same of a result and up to two operands, none of which it may overlap; b may be NULL. */
enum stx_tile_result stx_tensor_check_all(const struct stx_tiles *t, const struct stx_tensor *out,
                                          const struct stx_tensor *a, const struct stx_tensor *b);
/* As stx_tensor_check_all(), for calls that read each tile of one operand before they write the
 * same tile of out: out may be that operand. */
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
/* An operand whose first row counts for all rows of out: NULL, or one row of tiles of real numbers,
 * as many as out has columns of tiles. */
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

/* Address of the tile in a row and column of tiles. */
static inline uint32_t tensor_tile(const struct stx_tensor *x, uint32_t row, uint32_t column) {
    return x->address + (row * x->columns + column) * stx_tile_bytes(tensor_format(x));
}

/* Starts a call: the checks have said `checked`. True if words may be issued. */
static inline bool tile_begin(struct stx_tiles *t, enum stx_tile_result checked) {
    t->result = checked;
    return checked == STX_TILE_OK;
}

#endif
