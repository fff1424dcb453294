/* SPDX-License-Identifier: Apache-2.0
 *
 * exponential.c - exp, and sigmoid, silu and tanh, which are computed from it. The polynomials come
 * from tools/tile_polynomials.py. */
#include "tile/vector.h"

/* x = k ln 2 + r, |r| <= ln 2 / 2; exp(r) = 1 + r + r^2 P(r). */
static const uint32_t exp_p[] = {
    0x3AB6DE32, /* 0.00139517173 */
    0x3C0920A4, /* 0.00836959841 */
    0x3D2AAA2A, /* 0.0416661873 */
    0x3E2AAA43, /* 0.166665129 */
    0x3F000000, /* 0.50000001 */
};
enum { LOG2_E = 0x3FB8AA3B, LN2_HIGH = 0x3F317200, LN2_LOW = 0x35BFBE8E };
#define ROUNDER \
    0x4B400000u /* 1.5 2^23: added to a number it leaves the nearest integer in the low bits */
#define EXP_LARGEST 0x42B17217u  /* 88.72283: its exponential is the largest that is finite */
#define EXP_SMALLEST 0xC2AEAC4Fu /* -87.33654: its exponential is 2^-126 */

/* Splits R0 into k and r: R1 = k + ROUNDER, R2 = r. */
static void split(struct stx_tiles *t) {
    set(t, R3, ROUNDER);
    set(t, R4, LOG2_E);
    mad(t, R1, R0, R4, R3);
    stx_tile_sub(t, R5, R1, R3);
    set(t, R4, LN2_HIGH);
    stx_tile_minus_product(t, R2, R0, R5, R4);
    set(t, R4, LN2_LOW);
    stx_tile_minus_product(t, R2, R2, R5, R4);
}

/* R0 = 2^k exp(r), by adding k to the exponent. */
static void join(struct stx_tiles *t) {
    horner(t, R3, R2, exp_p, 5, R4);
    mul(t, R3, R3, R2);
    mad(t, R3, R3, R2, R2);
    add(t, R3, R3, ONE);
    shift(t, R1, 23);
    integer_add(t, R3, R1);
    copy(t, R0, R3);
}

/* R6 keeps x. Outside the range where the exponential is finite and not 0 it is replaced. */
void stx_tile_exp(struct stx_tiles *t) {
    copy(t, R6, R0);
    split(t);
    join(t);
    stx_tile_where_above(t, R6, EXP_LARGEST, R4);
    set(t, R0, F32_INFINITY);
    everywhere(t);
    stx_tile_where_below(t, R6, EXP_SMALLEST, R4);
    copy(t, R0, ZERO);
    everywhere(t);
}

/* With e = exp(-|x|) it is 1 / (1 + e), and for negative x e / (1 + e). Leaves x in R7. */
void stx_tile_sigmoid(struct stx_tiles *t) {
    copy(t, R7, R0);
    absolute(t, R0, R0);
    negate(t, R0, R0);
    stx_tile_exp(t);
    copy(t, R5, R0);
    add(t, R0, R0, ONE);
    stx_tile_reciprocal_of_ordinary(t);
    where_negative(t, R7);
    mul(t, R1, R1, R5);
    everywhere(t);
    copy(t, R0, R1);
}

/* For minus infinity the product would be NaN, so the result is replaced by 0. */
void stx_tile_silu(struct stx_tiles *t) {
    stx_tile_sigmoid(t);
    mul(t, R0, R0, R7);
    stx_tile_where_below(t, R7, EXP_SMALLEST, R4);
    copy(t, R0, ZERO);
    everywhere(t);
}

/* Where |x| < 5/8 it is x + x^3 P(x^2); elsewhere, with e = exp(-2 |x|), (1 - e) / (1 + e) with the
 * sign of x. */
static const uint32_t tanh_p[] = {
    0xBBBAF0D4, /* -0.00570497841 */
    0x3CA91349, /* 0.0206390788 */
    0xBD5C1E2C, /* -0.0537397122 */
    0x3E088393, /* 0.133314422 */
    0xBEAAAA99, /* -0.333332819 */
};

static void tanh_of_small(struct stx_tiles *t) {
    mul(t, R2, R7, R7);
    horner(t, R3, R2, tanh_p, 5, R4);
    mul(t, R3, R3, R2);
    mad(t, R3, R3, R7, R7);
}

void stx_tile_tanh(struct stx_tiles *t) {
    copy(t, R7, R0);
    absolute(t, R0, R0);
    add(t, R0, R0, R0);
    negate(t, R0, R0);
    stx_tile_exp(t);
    stx_tile_sub(t, R5, ONE, R0);
    add(t, R0, R0, ONE);
    stx_tile_reciprocal_of_ordinary(t);
    mul(t, R0, R1, R5);
    copy(t, R6, R7);
    with_sign(t, R0, R6);
    tanh_of_small(t);
    absolute(t, R5, R7);
    stx_tile_where_below(t, R5, 0x3F200000, R4); /* 5/8 */
    copy(t, R0, R3);
    everywhere(t);
}
