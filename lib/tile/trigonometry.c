/* SPDX-License-Identifier: Apache-2.0
 *
 * trigonometry.c - sine and cosine. The polynomial comes from tools/tile_polynomials.py. */
#include "tile/vector.h"

/* x = n pi + r with |r| <= pi / 2; sin(r) = r + r^3 P(r^2); an odd n changes the sign. */
static const uint32_t sin_p[] = {
    0x362ED9D3, /* 0.00000260548113 */
    0xB94FB7A7, /* -0.000198094747 */
    0x3C088768, /* 0.00833306461 */
    0xBE2AAAA6, /* -0.166666595 */
};
#define ROUNDER \
    0x4B400000u /* 1.5 2^23: added to a number it leaves the nearest integer in the low bits */
#define ONE_OVER_PI 0x3EA2F983u
/* pi in three parts. The products of n and the first two are exact for n below 2^11. */
#define PI_HIGH 0x40490000u   /* 3.140625 */
#define PI_MIDDLE 0x3A7DA000u /* 0.00096750259 */
#define PI_LOW 0x34222169u    /* the rest, 1.5099580e-7 */

/* R1 = n + ROUNDER and R5 = n, where n is nearest to x / pi + half; half is 0 or 1/2. */
static void nearest_multiple(struct stx_tiles *t, uint32_t half) {
    set(t, R3, ONE_OVER_PI);
    set(t, R4, half);
    mad(t, R4, R0, R3, R4);
    set(t, R3, ROUNDER);
    add(t, R1, R4, R3);
    stx_tile_sub(t, R5, R1, R3);
}

/* R0 = R0 - R5 pi. */
static void remove_multiple(struct stx_tiles *t) {
    static const uint32_t parts[] = {PI_HIGH, PI_MIDDLE, PI_LOW};
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        set(t, R4, parts[i]);
        stx_tile_minus_product(t, R0, R0, R5, R4);
    }
}

/* R0 = the sine of R0, with the other sign if n, in R1, is odd. */
static void sine_of_rest(struct stx_tiles *t) {
    mul(t, R2, R0, R0);
    horner(t, R3, R2, sin_p, 4, R4);
    mul(t, R3, R3, R2);
    mad(t, R0, R3, R0, R0);
    shift(t, R1, 31); /* the lowest bit of n */
    stx_tile_issue(t, TT_OP_SFPXOR(0, R1, R0, 0));
}

void stx_tile_sin(struct stx_tiles *t) {
    nearest_multiple(t, 0);
    remove_multiple(t);
    sine_of_rest(t);
}

/* cos(x) = sin(x + pi / 2): n is nearest to x / pi + 1/2, and (n - 1/2) pi is subtracted from x. */
void stx_tile_cos(struct stx_tiles *t) {
    nearest_multiple(t, F32_HALF);
    set(t, R4, F32_HALF);
    stx_tile_sub(t, R5, R5, R4);
    remove_multiple(t);
    sine_of_rest(t);
}
