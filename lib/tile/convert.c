/* SPDX-License-Identifier: Apache-2.0
 *
 * convert.c - converts a matrix to tiles and tiles to a matrix, and changes the format of tiles. */
#include <stddef.h>

#include "tile/matrix.h"

enum { SIDE = 32, FACE_SIDE = 16 };

/* The place of a number among the 1,024 of its tile. */
static uint32_t place(unsigned row, unsigned column) {
    unsigned face = row / FACE_SIDE * 2 + column / FACE_SIDE;
    return face * FACE_SIDE * FACE_SIDE + row % FACE_SIDE * FACE_SIDE + column % FACE_SIDE;
}

/* From two's complement to sign and magnitude, and back. The most negative number saturates. */
static uint32_t to_sign_magnitude(uint32_t v) {
    return v >> 31 == 0 ? v : v == 1u << 31 ? UINT32_MAX : (~v + 1) | 1u << 31;
}
static uint32_t to_twos_complement(uint32_t v) {
    return v >> 31 == 0 ? v : ~(v & 0x7FFFFFFFu) + 1;
}

/* The format in which the scratch area holds the numbers of a tile: 32 bits each. */
static enum stx_tile_format wide_format(const struct stx_tensor *x) {
    return tensor_is_integer(x) ? STX_TILE_INT32 : STX_TILE_FP32;
}

/* Puts 32 rows of a matrix into the scratch area as one tile. */
static void fill_scratch(struct stx_tiles *t, const uint32_t *values, uint32_t stride,
                         bool integers) {
    for (unsigned row = 0; row < SIDE; row++) {
        for (unsigned column = 0; column < SIDE; column++) {
            uint32_t v = values[(size_t)row * stride + column];
            stx_tile_l1_write(t, t->scratch + 4 * place(row, column),
                              integers ? to_sign_magnitude(v) : v);
        }
    }
}

/* The reverse. */
static void empty_scratch(const struct stx_tiles *t, uint32_t *values, uint32_t stride,
                          bool integers) {
    for (unsigned row = 0; row < SIDE; row++) {
        for (unsigned column = 0; column < SIDE; column++) {
            uint32_t v = stx_tile_l1_read(t, t->scratch + 4 * place(row, column));
            values[(size_t)row * stride + column] = integers ? to_twos_complement(v) : v;
        }
    }
}

static enum stx_tile_result check_values(const struct stx_tiles *t, const struct stx_tensor *x,
                                         const uint32_t *values, uint32_t stride) {
    enum stx_tile_result result = stx_tensor_check_in_place(t, x, x, NULL);
    if (result != STX_TILE_OK) {
        return result;
    }
    if (!values) {
        return STX_TILE_ARGUMENT;
    }
    return stride >= (uint32_t)x->columns * SIDE ? STX_TILE_OK : STX_TILE_SHAPE;
}

enum stx_tile_result stx_tile_write(struct stx_tiles *t, const struct stx_tensor *out,
                                    const uint32_t *values, uint32_t stride) {
    if (!tile_begin(t, check_values(t, out, values, stride))) {
        return tile_end(t);
    }
    stx_tile_prepare(t, tensor_dst(out));
    for (unsigned i = 0; i < (unsigned)out->rows * out->columns; i++) {
        size_t at = (size_t)(i / out->columns) * SIDE * stride + i % out->columns * SIDE;
        fill_scratch(t, values + at, stride, tensor_is_integer(out));
        stx_tile_to_dst(t, wide_format(out), t->scratch, 0);
        tensor_from_dst(t, tensor_dst(out), 0, out, 0, i);
    }
    return tile_end(t);
}

enum stx_tile_result stx_tile_read(struct stx_tiles *t, const struct stx_tensor *in,
                                   uint32_t *values, uint32_t stride) {
    if (!tile_begin(t, check_values(t, in, values, stride))) {
        return tile_end(t);
    }
    stx_tile_prepare(t, tensor_dst(in));
    for (unsigned i = 0; i < (unsigned)in->rows * in->columns; i++) {
        size_t at = (size_t)(i / in->columns) * SIDE * stride + i % in->columns * SIDE;
        tensor_to_dst(t, in, 0, i, 0);
        stx_tile_from_dst(t, tensor_dst(in), 0, wide_format(in), t->scratch);
        if (t->result == STX_TILE_OK) {
            empty_scratch(t, values + at, stride, tensor_is_integer(in));
        }
    }
    return tile_end(t);
}

enum stx_tile_result stx_tile_convert(struct stx_tiles *t, const struct stx_tensor *out,
                                      const struct stx_tensor *in) {
    if (!tile_begin(t, stx_tensor_check_alike(t, out, in))) {
        return tile_end(t);
    }
    stx_tile_prepare(t, tensor_dst(in));
    for (unsigned i = 0; i < (unsigned)in->rows * in->columns; i++) {
        tensor_to_dst(t, in, 0, i, 0);
        tensor_from_dst(t, tensor_dst(in), 0, out, 0, i);
    }
    return tile_end(t);
}
