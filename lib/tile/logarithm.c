/* SPDX-License-Identifier: Apache-2.0
 *
 * logarithm.c - the natural logarithm. The polynomial comes from tools/tile_polynomials.py. */
#include "tile/vector.h"

/* x = 2^k (1 + z) with z from 1/sqrt 2 - 1 to sqrt 2 - 1; log(1 + z) = z - z^2 / 2 + z^3 P(z). */
static const uint32_t log_p[] = {
    0xBD9C5A66, /* -0.0763442991 */
    0x3E02ADA3, /* 0.127615504 */
    0xBE06C2A9, /* -0.131601951 */
    0x3E116D11, /* 0.142017625 */
    0xBE2A3922, /* -0.166233565 */
    0x3E4CD004, /* 0.200012267 */
    0xBE800114, /* -0.250008211 */
    0x3EAAAAAA, /* 0.333333317 */
};
#define SQRT_2 0x3FB504F3u
#define BIAS 0x42FE0000u     /* 127 */
#define LN2_HIGH 0x3F317200u /* has so few bits that its product with k is exact */
#define LN2_LOW 0x35BFBE8Eu

/* Splits R0: R1 = k as a binary32 number, R2 = z. R5 = 1/2. */
static void split(struct stx_tiles *t) {
    stx_tile_issue(t, TT_OP_SFPEXEXP(0, R0, R1, 1)); /* with its bias, so that it is not negative */
    stx_tile_issue(t, TT_OP_SFPCAST(R1, R1, 0));
    set(t, R3, BIAS);
    stx_tile_sub(t, R1, R1, R3);
    stx_tile_issue(t, TT_OP_SFPSETEXP(127, R0, R2, 1));
    set(t, R5, F32_HALF);
    stx_tile_where_above(t, R2, SQRT_2, R4);
    mul(t, R2, R2, R5);
    add(t, R1, R1, ONE);
    everywhere(t);
    stx_tile_sub(t, R2, R2, ONE);
}

/* R1 = k ln 2 + log(1 + z), added from the smallest part to the largest. */
static void join(struct stx_tiles *t) {
    horner(t, R3, R2, log_p, 8, R4);
    mul(t, R6, R2, R2);
    mul(t, R3, R3, R2);
    stx_tile_sub(t, R3, R3, R5);
    mul(t, R3, R3, R6); /* z^3 P - z^2 / 2 */
    set(t, R4, LN2_LOW);
    mad(t, R3, R1, R4, R3);
    add(t, R3, R3, R2);
    set(t, R4, LN2_HIGH);
    mad(t, R1, R1, R4, R3);
}

/* If |x| is below 2^-126, the result is minus infinity; for other negative numbers it is NaN, and
 * for infinity infinity. */
void stx_tile_log(struct stx_tiles *t) {
    absolute(t, R7, R0);
    split(t);
    join(t);
    stx_tile_where_above(t, R0, F32_LARGEST, R4);
    copy(t, R1, R0);
    everywhere(t);
    where_negative(t, R0);
    set(t, R1, F32_NAN);
    everywhere(t);
    stx_tile_where_below(t, R7, F32_SMALLEST, R4);
    set(t, R1, F32_INFINITY | 1u << 31);
    everywhere(t);
    copy(t, R0, R1);
}
