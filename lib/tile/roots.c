/* SPDX-License-Identifier: Apache-2.0
 *
 * roots.c - reciprocals and square roots by Newton's method. */
#include "tile/vector.h"

/* R1 = R1 (2 - R0 R1), which doubles how many bits of the reciprocal of R0 are right. */
void stx_tile_refine_reciprocal(struct stx_tiles *t) {
    stx_tile_minus_product(t, R2, ONE, R0, R1);
    mad(t, R1, R2, R1, R1);
}

void stx_tile_reciprocal_of_ordinary(struct stx_tiles *t) {
    stx_tile_estimate_reciprocal(t);
    stx_tile_refine_reciprocal(t);
    stx_tile_refine_reciprocal(t);
    stx_tile_refine_reciprocal(t);
}

/* The reciprocal is infinity if |x| is below 2^-126, and 0 if |x| is 2^126 or more, both with the
 * sign of x. */
void stx_tile_reciprocal(struct stx_tiles *t) {
    absolute(t, R3, R0);
    stx_tile_reciprocal_of_ordinary(t);
    stx_tile_where_above(t, R3, 0x7E7FFFFF, R4);
    copy(t, R1, ZERO);
    everywhere(t);
    stx_tile_where_below(t, R3, F32_SMALLEST, R4);
    set(t, R1, F32_INFINITY);
    everywhere(t);
    with_sign(t, R1, R0);
    copy(t, R0, R1);
}

/* R1 = 1 / sqrt(R0), exact to about 22 bits: an estimate y from the exponent, then three times
 * y = y (3/2 - x y y / 2). Leaves 1/2 in R5. */
static void estimate_root(struct stx_tiles *t) {
    copy(t, R1, R0);
    shift(t, R1, -1);
    set(t, R2,
        0x5F3759DF); /* three halves of the exponent's bias, less the correction that fits best */
    integer_from(t, R1, R2);
    set(t, R5, F32_HALF);
    set(t, R6, 0x3FC00000); /* 3/2 */
    for (unsigned i = 0; i < 3; i++) {
        mul(t, R2, R0, R1);
        mul(t, R2, R2, R1);
        stx_tile_minus_product(t, R2, R6, R2, R5);
        mul(t, R1, R1, R2);
    }
}

/* Replaces R1 by of_zero where |R0|, which is in R3, is below 2^-126, and by NaN where R0 is
 * negative otherwise. The result goes to R0. */
static void fix_root(struct stx_tiles *t, uint32_t of_zero) {
    where_negative(t, R0);
    set(t, R1, F32_NAN);
    everywhere(t);
    stx_tile_where_below(t, R3, F32_SMALLEST, R4);
    set(t, R1, of_zero);
    everywhere(t);
    copy(t, R0, R1);
}

void stx_tile_sqrt(struct stx_tiles *t) {
    absolute(t, R3, R0);
    estimate_root(t);
    mul(t, R2, R0, R1);                        /* s = x y */
    stx_tile_minus_product(t, R6, R0, R2, R2); /* x - s s */
    mul(t, R1, R1, R5);
    mad(t, R1, R6, R1, R2); /* s + (x - s s) y / 2 */
    stx_tile_where_above(t, R0, F32_LARGEST, R4);
    copy(t, R1, R0);
    everywhere(t);
    fix_root(t, 0);
}

void stx_tile_rsqrt(struct stx_tiles *t) {
    absolute(t, R3, R0);
    estimate_root(t);
    mul(t, R2, R0, R1);
    stx_tile_minus_product(t, R2, ONE, R2, R1); /* 1 - x y y */
    mul(t, R6, R1, R5);
    mad(t, R1, R2, R6, R1); /* y + (1 - x y y) y / 2 */
    stx_tile_where_above(t, R0, F32_LARGEST, R4);
    copy(t, R1, ZERO);
    everywhere(t);
    fix_root(t, F32_INFINITY);
}
