/* SPDX-License-Identifier: Apache-2.0
 *
 * argmax.c - finds the column of the largest number of each row. */
#include <stddef.h>

#include "tile/lines.h"
#include "tile/vector.h"

/* Slots of Dst. Vector g of BEST and of AT holds, for each lane of the four rows of group g, the
 * largest number so far and its column. */
enum { TILE, BEST, AT, ANSWER };

/* R1 is the best number so far and R3 its column. R0 and its column R2 replace them where R0 is
 * larger. Where both numbers are equal, bit by bit, the lower column remains. R4 is lost. */
static void keep_best(struct stx_tiles *t) {
    copy(t, R4, R0);
    stx_tile_issue(t, TT_OP_SFPXOR(0, R1, R4, 0));
    where_zero(t, R4);
    stx_tile_where_more(t, R3, R2, R4);
    copy(t, R3, R2);
    everywhere(t);
    stx_tile_keep_larger(t, R1, R0, R4);
    copy(t, R3, R2);
    everywhere(t);
}

/* R2 = the column of each lane: LReg15 holds twice the number of the lane, and a row has eight
 * lanes. R4 is lost. */
static void set_columns(struct stx_tiles *t, unsigned tile, unsigned which) {
    set(t, R2, 14);
    stx_tile_issue(t, TT_OP_SFPAND(0, 15, R2, 0));
    set(t, R4, tile * 32 + which / 2 * 16 + which % 2);
    integer_add(t, R2, R4);
}

/* Compares the four vectors of a group with the best so far. */
static void take_group(struct stx_tiles *t, unsigned column, unsigned group) {
    if (column > 0) {
        load(t, R1, BEST, group);
        load_as(t, AS_INT32, R3, AT, group);
    }
    for (unsigned which = 0; which < GROUP_VECTORS; which++) {
        load(t, R0, TILE, stx_tile_vector(group, which));
        set_columns(t, column, which);
        if (column == 0 && which == 0) {
            copy(t, R1, R0);
            copy(t, R3, R2);
        }
        keep_best(t);
    }
    store(t, R1, BEST, group);
    store_as(t, AS_INT32, R3, AT, group);
}

/* Finds the best of the eight lanes of each row: compares with the lanes at distance 1, 2 and 4. */
static void compare_lanes(struct stx_tiles *t) {
    for (unsigned distance = 1; distance < 8; distance *= 2) {
        copy(t, R0, R1);
        copy(t, R2, R3);
        for (unsigned i = 0; i < distance; i++) {
            stx_tile_rotate(t, R0);
            stx_tile_rotate(t, R2);
        }
        keep_best(t);
    }
}

static void answer_group(struct stx_tiles *t, unsigned group) {
    load(t, R1, BEST, group);
    load_as(t, AS_INT32, R3, AT, group);
    compare_lanes(t);
    for (unsigned which = 0; which < GROUP_VECTORS; which++) {
        store_as(t, AS_INT32, R3, ANSWER, stx_tile_vector(group, which));
    }
}

static void argmax_row(struct stx_tiles *t, const struct stx_tensor *out,
                       const struct stx_tensor *in, unsigned row) {
    for (unsigned column = 0; column < in->columns; column++) {
        tensor_to_dst(t, in, row, column, TILE);
        tile_settle(t);
        for (unsigned group = 0; group < GROUPS; group++) {
            take_group(t, column, group);
        }
        tile_settle(t);
    }
    for (unsigned group = 0; group < GROUPS; group++) {
        answer_group(t, group);
    }
    tile_settle(t);
    stx_tile_from_dst(t, DST_INT32, ANSWER, STX_TILE_INT32, tensor_tile(out, row, 0));
}

static enum stx_tile_result check_argmax(const struct stx_tiles *t, const struct stx_tensor *out,
                                         const struct stx_tensor *in) {
    enum stx_tile_result result = stx_tensor_check_all(t, out, in, NULL);
    if (result == STX_TILE_OK && (out->rows != in->rows || out->columns != 1)) {
        result = STX_TILE_SHAPE;
    }
    if (result == STX_TILE_OK && (out->format != STX_TILE_INT32 || tensor_is_integer(in))) {
        result = STX_TILE_FORMAT;
    }
    return result;
}

enum stx_tile_result stx_tile_argmax(struct stx_tiles *t, const struct stx_tensor *out,
                                     const struct stx_tensor *in) {
    if (tile_begin(t, check_argmax(t, out, in))) {
        stx_tile_prepare(t, DST_FP32);
        for (unsigned row = 0; row < in->rows; row++) {
            argmax_row(t, out, in, row);
        }
    }
    return tile_end(t);
}
