/* SPDX-License-Identifier: Apache-2.0
 *
 * vector_wormhole.c - operations for which the vector unit of Wormhole needs several words: it has
 * no SFPGT and no SFPARECIP, and its multiply-adds do not negate. */
#include "tile/vector.h"

enum { MINUS_ONE = 11 };                    /* a register of this value */
enum { SUBTRACT = 2, IF_NOT_NEGATIVE = 8 }; /* modes of SFPIADD; without the second: if negative */
enum { NOT_NEGATIVE = 4, NEGATIVE = 0, NOT_ZERO = 2 }; /* modes of SFPSETCC */

/* Adds the product of -a and b. If d is c, a is negated and restored. */
void stx_tile_minus_product(struct stx_tiles *t, unsigned d, unsigned c, unsigned a, unsigned b) {
    if (d == b && a != b) {
        stx_tile_minus_product(t, d, c, b, a);
        return;
    }
    unsigned minus_a = d == c ? a : d;
    negate(t, minus_a, a);
    mad(t, d, minus_a, b, c);
    if (d == c) {
        negate(t, a, a);
    }
}

void stx_tile_sub(struct stx_tiles *t, unsigned d, unsigned a, unsigned b) {
    mad(t, d, MINUS_ONE, b, a);
}

/* R1 = an estimate of 1 / R0: 2^-e (1 - f / 2) where |R0| is 2^e (1 + f), at least 0, with the sign
 * of R0. It is at most an eighth too large, and a step of Newton's method reduces that to a
 * 64th. */
void stx_tile_estimate_reciprocal(struct stx_tiles *t) {
    absolute(t, R1, R0);
    set(t, R2, 0x7F000000);
    integer_from(t, R1, R2);
    copy(t, R2, ZERO);
    sort(t, R2, R1);
    copy(t, R2, R0);
    with_sign(t, R1, R2);
    stx_tile_refine_reciprocal(t);
}

static void where_sign_is(struct stx_tiles *t, unsigned a, unsigned mode) {
    stx_tile_issue(t, TT_OP_SFPSETCC(0, a, 0, mode));
}

/* Leaves on only the lanes where a has the sign of a constant and at least the magnitude of the
 * next number beyond it. As integers they do not overflow. */
static void where_beyond(struct stx_tiles *t, unsigned a, uint32_t bits, unsigned temporary) {
    set(t, temporary, bits + 1);
    where_sign_is(t, a, bits >> 31 ? NEGATIVE : NOT_NEGATIVE);
    stx_tile_issue(t, TT_OP_SFPIADD(0, a, temporary, SUBTRACT | IF_NOT_NEGATIVE));
}

/* Switches on the lanes that are off, and switches off the others. */
static void elsewhere(struct stx_tiles *t) {
    stx_tile_issue(t, TT_OP_SFPCOMPC(0, 0, 0, 0));
}

void stx_tile_where_above(struct stx_tiles *t, unsigned a, uint32_t bits, unsigned temporary) {
    where_beyond(t, a, bits, temporary);
}

/* A number is below a positive constant if it is neither equal to it nor beyond it. */
void stx_tile_where_below(struct stx_tiles *t, unsigned a, uint32_t bits, unsigned temporary) {
    bool negative = bits >> 31;
    where_beyond(t, a, negative ? bits : bits - 1, temporary);
    if (!negative) {
        elsewhere(t);
    }
}

void stx_tile_where_more(struct stx_tiles *t, unsigned a, unsigned b, unsigned temporary) {
    copy(t, temporary, a);
    stx_tile_issue(t, TT_OP_SFPIADD(0, b, temporary, SUBTRACT));
}

/* Where the smaller one of best and a is not a, a has become best. */
void stx_tile_keep_larger(struct stx_tiles *t, unsigned best, unsigned a, unsigned temporary) {
    copy(t, temporary, a);
    sort(t, temporary, best);
    stx_tile_issue(t, TT_OP_SFPXOR(0, a, temporary, 0));
    where_sign_is(t, temporary, NOT_ZERO);
}
