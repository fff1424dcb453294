/* SPDX-License-Identifier: Apache-2.0
 *
 * vector_blackhole.c - operations for which the vector unit of Blackhole has instructions. */
#include "tile/vector.h"

void stx_tile_minus_product(struct stx_tiles *t, unsigned d, unsigned c, unsigned a, unsigned b) {
    stx_tile_issue(t, TT_OP_SFPMAD(a, b, c, d, 1));
}

void stx_tile_sub(struct stx_tiles *t, unsigned d, unsigned a, unsigned b) {
    stx_tile_minus_product(t, d, a, ONE, b);
}

void stx_tile_estimate_reciprocal(struct stx_tiles *t) {
    stx_tile_issue(t, TT_OP_SFPARECIP(0, R0, R1, 0));
}

/* Leaves on only the lanes where a > b in the order of sign and magnitude. */
static void where_greater(struct stx_tiles *t, unsigned a, unsigned b) {
    stx_tile_issue(t, TT_OP_SFPGT(0, b, a, 1));
}

void stx_tile_where_above(struct stx_tiles *t, unsigned a, uint32_t bits, unsigned temporary) {
    set(t, temporary, bits);
    where_greater(t, a, temporary);
}

void stx_tile_where_below(struct stx_tiles *t, unsigned a, uint32_t bits, unsigned temporary) {
    set(t, temporary, bits);
    where_greater(t, temporary, a);
}

void stx_tile_where_more(struct stx_tiles *t, unsigned a, unsigned b, unsigned temporary) {
    (void)temporary;
    where_greater(t, a, b);
}

void stx_tile_keep_larger(struct stx_tiles *t, unsigned best, unsigned a, unsigned temporary) {
    (void)temporary;
    where_greater(t, a, best);
    copy(t, best, a);
}
