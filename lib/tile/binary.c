/* SPDX-License-Identifier: Apache-2.0
 *
 * binary.c - sums, differences and products of two tensors on the matrix unit (SPEC 6.5). */
#include "tile/matrix.h"
#include "tile/lines.h"

#include <stddef.h>

/* Address modifiers, named after the place of the next eight rows. */
enum { IN_FACE, TO_RIGHT, TO_LOWER, NEXT_PHASE };

static const struct step next_phase = {.a_returns = true,
                                       .a_restarts = true,
                                       .b_returns = true,
                                       .b_restarts = true,
                                       .dst_restarts = true,
                                       .phase = 1};

/* The steps for each broadcast. The next row of SrcB determines which of its numbers are used with
 * which numbers of SrcA. A column of faces 0 and 2 is used for the faces to their right as well, a
 * row of faces 0 and 1 for the faces below. */
static const struct step steps[4][3] = {
    [STX_TILE_ELEMENTS] = {{.a = 8, .b = 8, .dst = 8},
                           {.a = 8, .b = 8, .dst = 8},
                           {.a = 8, .b = 8, .dst = 8}},
    [STX_TILE_FROM_COLUMN] = {{.a = 8, .b = 8, .dst = 8},
                              {.a = 8, .b_returns = true, .dst = 8},
                              {.a = 8, .b = 32, .b_returns = true, .dst = 8}},
    [STX_TILE_FROM_ROW] = {{.a = 8, .dst = 8},
                           {.a = 8, .b = 16, .dst = 8},
                           {.a = 8, .b_restarts = true, .dst = 8}},
    [STX_TILE_FROM_SCALAR] = {{.a = 8, .dst = 8}, {.a = 8, .dst = 8}, {.a = 8, .dst = 8}},
};

struct pairing {
    enum stx_tile_operation operation;
    enum stx_tile_broadcast broadcast;
    unsigned phases;
    const struct stx_tensor *out, *a, *b;
};

/* The word for the eight rows that follow, with this address modifier. */
static uint32_t eight_rows(const struct pairing *p, unsigned mod) {
    switch (p->operation) {
    case STX_TILE_ADD:
        return TT_OP_ELWADD(0, 0, p->broadcast, mod, 0);
    case STX_TILE_SUB:
        return TT_OP_ELWSUB(0, 0, p->broadcast, mod, 0);
    default:
        return TT_OP_ELWMUL(0, 0, p->broadcast, mod, 0);
    }
}

static void one_phase(struct stx_tiles *t, const struct pairing *p) {
    static const uint8_t after[] = {TO_RIGHT, TO_LOWER, TO_RIGHT, NEXT_PHASE};
    for (unsigned face = 0; face < sizeof after; face++) {
        stx_tile_issue(t, eight_rows(p, IN_FACE));
        stx_tile_issue(t, eight_rows(p, after[face]));
    }
}

/* The tile of b that belongs to a tile of a goes to SrcB. */
static void load_partner(struct stx_tiles *t, const struct pairing *p, unsigned row,
                         unsigned column) {
    tensor_to_source(t, TO_SRCB, p->b, p->b->rows == 1 ? 0 : row, p->b->columns == 1 ? 0 : column);
}

static void pair_tile(struct stx_tiles *t, const struct pairing *p, enum dst_kind dst, unsigned row,
                      unsigned column) {
    stx_tile_clear_dst(t);
    stx_tile_math_format(t, dst);
    tensor_to_source(t, TO_SRCA, p->a, row, column);
    load_partner(t, p, row, column);
    stx_tile_issue(t, TT_OP_STALLWAIT(p_stall_STALL_MATH, UNTIL_BOTH_VALID));
    for (unsigned phase = 0; phase < p->phases; phase++) {
        one_phase(t, p);
    }
    stx_tile_issue(t, TT_OP_SETRWC(3, 0, 0, 0, 0, 15));
    tensor_from_dst(t, dst, 0, p->out, row, column);
}

static bool partner_fits(const struct pairing *p) {
    bool rows = p->broadcast == STX_TILE_FROM_ROW || p->broadcast == STX_TILE_FROM_SCALAR;
    bool columns = p->broadcast == STX_TILE_FROM_COLUMN || p->broadcast == STX_TILE_FROM_SCALAR;
    return tensor_same_shape(p->out, p->a) && p->b->rows == (rows ? 1 : p->a->rows) &&
           p->b->columns == (columns ? 1 : p->a->columns);
}

/* A broadcast operand is read again for later tiles, so the result must not overlap it. */
static enum stx_tile_result check_pairing(const struct stx_tiles *t, const struct pairing *p,
                                          unsigned fidelity) {
    enum stx_tile_result result =
        p->b ? stx_tensor_check_in_place(t, p->out, p->a, p->b) : STX_TILE_ARGUMENT;
    if (result == STX_TILE_OK && p->broadcast != STX_TILE_ELEMENTS) {
        result = stx_tensor_check_all(t, p->out, p->b, NULL);
    }
    if (result != STX_TILE_OK) {
        return result;
    }
    if ((uint32_t)p->operation > STX_TILE_MUL || (uint32_t)p->broadcast > STX_TILE_FROM_SCALAR ||
        !fidelity_exists(fidelity)) {
        return STX_TILE_ARGUMENT;
    }
    return partner_fits(p) ? stx_tile_check_operands(p->out, p->a, p->b) : STX_TILE_SHAPE;
}

static void set_steps_of(struct stx_tiles *t, const struct pairing *p) {
    for (unsigned i = IN_FACE; i <= TO_LOWER; i++) {
        stx_tile_addr_mod(t, i, steps[p->broadcast][i]);
    }
    stx_tile_addr_mod(t, NEXT_PHASE, next_phase);
}

enum stx_tile_result stx_tile_binary(struct stx_tiles *t, enum stx_tile_operation operation,
                                     enum stx_tile_broadcast broadcast,
                                     const struct stx_tensor *out, const struct stx_tensor *a,
                                     const struct stx_tensor *b, enum stx_tile_fidelity fidelity) {
    struct pairing p = {operation, broadcast, operation == STX_TILE_MUL ? fidelity : 1, out, a, b};
    if (tile_begin(t, check_pairing(t, &p, fidelity))) {
        enum dst_kind dst = tensor_dst(a);
        stx_tile_prepare(t, dst);
        set_steps_of(t, &p);
        for (unsigned row = 0; row < a->rows; row++) {
            for (unsigned column = 0; column < a->columns; column++) {
                pair_tile(t, &p, dst, row, column);
            }
        }
    }
    return tile_end(t);
}
