/* SPDX-License-Identifier: Apache-2.0
 *
 * gelu.c - x times the probability that a number of the normal distribution is below x. */
#include "tile/vector.h"

/* erfc(z) = u (a1 + u (a2 + ...)) exp(-z^2) with u = 1 / (1 + p z), exact to 1.5e-7: Abramowitz and
 * Stegun, Handbook of Mathematical Functions, 7.1.26. The coefficients are halved here. */
static const uint32_t half_erfc[] = {
    0x3F07DC22, /* 1.061405429 / 2 */
    0xBF3A00E3, /* -1.453152027 / 2 */
    0x3F35F0E3, /* 1.421413741 / 2 */
    0xBE11A98E, /* -0.284496736 / 2 */
    0x3E027906, /* 0.254829592 / 2 */
};
#define P 0x3EA7BA05u         /* 0.3275911 */
#define SQRT_HALF 0x3F3504F3u /* 1 / sqrt 2 */
#define MINUS_HALF 0xBF000000u

/* R0 = u for z = |R7| / sqrt 2. */
static void one_over(struct stx_tiles *t) {
    absolute(t, R0, R7);
    set(t, R3, SQRT_HALF);
    mul(t, R0, R0, R3);
    set(t, R3, P);
    mad(t, R0, R0, R3, ONE);
    stx_tile_reciprocal_of_ordinary(t);
    copy(t, R0, R1);
}

/* Computes the probability below -|x| and from it that below x. Below -16 the result is 0; infinity
 * and NaN remain. */
void stx_tile_gelu(struct stx_tiles *t) {
    copy(t, R7, R0);
    mul(t, R0, R0, R0);
    set(t, R3, MINUS_HALF);
    mul(t, R0, R0, R3);
    stx_tile_exp(t); /* uses all registers but R7 */
    copy(t, R6, R0);
    one_over(t);
    horner(t, R3, R0, half_erfc, 5, R4);
    mul(t, R3, R3, R0);
    mul(t, R3, R3, R6);
    stx_tile_sub(t, R2, ONE, R3);
    where_negative(t, R7);
    copy(t, R2, R3);
    everywhere(t);
    mul(t, R0, R2, R7);
    stx_tile_where_below(t, R7, 0xC1800000, R4); /* -16 */
    copy(t, R0, ZERO);
    everywhere(t);
    stx_tile_where_above(t, R7, F32_LARGEST, R4);
    copy(t, R0, R7);
    everywhere(t);
}
