/* SPDX-License-Identifier: Apache-2.0
 *
 * transpose.c - transposes tensors. If a source register keeps all bits of a number, the unpacker
 * transposes while it fills SrcA. Numbers of 32 bits are transposed in Dst, in halves: 16 rows go
 * to SrcB, TRNSPSRCB transposes them, and they come back (SPEC 6.8, 6.9). */
#include <stddef.h>

#include "tile/matrix.h"

enum { FROM, TO }; /* slots of Dst */
enum { FACES = 4, BLOCK = 16, ROWS_OF_MOVE = 4 };
enum { FOUR_ROWS_OF_DST = 2, FOUR_ROWS_OF_SRCB = 4 }; /* modes of MOVD2B and of MOVB2D */

static enum stx_tile_result check_transposition(const struct stx_tiles *t,
                                                const struct stx_tensor *out,
                                                const struct stx_tensor *in) {
    enum stx_tile_result result = stx_tensor_check_all(t, out, in, NULL);
    if (result == STX_TILE_OK && (out->rows != in->columns || out->columns != in->rows)) {
        result = STX_TILE_SHAPE;
    }
    if (result == STX_TILE_OK && tensor_is_integer(out) != tensor_is_integer(in)) {
        result = STX_TILE_FORMAT;
    }
    return result;
}

/* Moves one half of a face's numbers to rows 16 to 31 of SrcB, transposes them, and moves them to
 * another face. */
static void transpose_face(struct stx_tiles *t, unsigned low_half, unsigned from, unsigned to) {
    for (unsigned row = 0; row < FACE_ROWS; row += ROWS_OF_MOVE) {
        stx_tile_issue(t, TT_OP_MOVD2B(low_half, BLOCK + row, STAY, FOUR_ROWS_OF_DST, from + row));
    }
    stx_tile_issue(t, TT_OP_TRNSPSRCB);
    for (unsigned row = 0; row < FACE_ROWS; row += ROWS_OF_MOVE) {
        stx_tile_issue(t, TT_OP_MOVB2D(low_half, BLOCK + row, STAY, FOUR_ROWS_OF_SRCB, to + row));
    }
}

/* Both sources have the format, because documents disagree on whose format the moves use. */
static void transpose_half(struct stx_tiles *t, unsigned low_half, enum stx_tile_format format) {
    static const uint8_t face_of[FACES] = {0, 2, 1, 3};
    stx_tile_zero_source(t, TO_SRCA, format);
    stx_tile_zero_source(t, TO_SRCB, format);
    stx_tile_issue(t, TT_OP_STALLWAIT(p_stall_STALL_MATH, p_stall_MATH | UNTIL_BOTH_VALID));
    for (unsigned face = 0; face < FACES; face++) {
        transpose_face(t, low_half, FROM * SLOT_ROWS + face * FACE_ROWS,
                       TO * SLOT_ROWS + face_of[face] * FACE_ROWS);
    }
    stx_tile_issue(t, TT_OP_SETRWC(3, 0, 0, 0, 0, 15)); /* returns both banks to the unpackers */
    tile_settle(t);
}

/* TF32 moves the upper 19 bits and clears the others; then BF16 replaces the lower 16. Numbers
 * whose exponent bits are 0 must not become 0 on the way: a lower half has no exponent. */
static void transpose_words(struct stx_tiles *t, enum stx_tile_format format, uint32_t address) {
    stx_tile_words_to_dst(t, format, address, FROM);
    stx_tile_math_format(t, DST_FP32);
    TILE_CONFIG(t, ALU_ACC_CTRL_Zero_Flag_disabled_src, 1);
    transpose_half(t, 0, STX_TILE_TF32);
    transpose_half(t, 1, STX_TILE_BF16);
}

static void transpose_tile(struct stx_tiles *t, enum stx_tile_format format, uint32_t address) {
    if (format_is_wide(format)) {
        transpose_words(t, format, address);
        return;
    }
    stx_tile_to_srca_transposed(t, format, address);
    stx_tile_srca_to_dst(t, format, TO);
}

enum stx_tile_result stx_tile_transpose(struct stx_tiles *t, const struct stx_tensor *out,
                                        const struct stx_tensor *in) {
    if (!tile_begin(t, check_transposition(t, out, in))) {
        return tile_end(t);
    }
    stx_tile_prepare(t, tensor_dst(in));
    for (unsigned row = 0; row < in->rows; row++) {
        for (unsigned column = 0; column < in->columns; column++) {
            transpose_tile(t, tensor_format(in), tensor_tile(in, row, column));
            tensor_from_dst(t, tensor_dst(in), TO, out, column, row);
        }
    }
    return tile_end(t);
}
