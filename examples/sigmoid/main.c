/* SPDX-License-Identifier: Apache-2.0
 *
 * The sigmoid 1 / (1 + exp(-x)) of a tile in raw vector instructions: range reduction, polynomial,
 * reciprocal with two Newton steps, and predication for negative x. Draws the curve and states the
 * error against double. */
#include <math.h>

#include "../common/tile.h"

enum { IN = 0x1000, OUT = 0x2000 };
enum { X, T, K, R, P, C3, C4, C5 };               /* LReg0..7 */
enum { ZERO = 9, ONE = 10, LOG2_E = 12, C1, C2 }; /* constants */

/* 2^f = 1 + C1 f + C2 f^2 + ... + C5 f^5 for |f| <= 1/2: the Taylor series. */
static void load_constants(void) {
    vector_constant(LOG2_E, 1.44269504f);
    vector_constant(C1, 0.693147181f);
    vector_constant(C2, 0.240226507f);
    vector_set(C3, 0.0555041087f);
    vector_set(C4, 0.00961812911f);
    vector_set(C5, 0.00133335581f);
}

/* K = exp(-|x|): |x| log2(e) = k - f with an integer k; the result is 2^f / 2^k. */
static void exp_of_minus_abs(void) {
    TTI_SFPABS(0, X, T, 1);
    TTI_SFPMUL(T, LOG2_E, ZERO, T, 0);
    TTI_SFP_STOCH_RND(0, 0, 0, T, K, 6); /* to the nearest UINT16 */
    TTI_SFPCAST(K, R, 0);
    TTI_SFPMAD(T, ONE, R, T, 1); /* f = k - t */
    TTI_SFPMAD(C5, T, C4, P, 0);
    TTI_SFPMAD(P, T, C3, P, 0);
    TTI_SFPMAD(P, T, C2, P, 0);
    TTI_SFPMAD(P, T, C1, P, 0);
    TTI_SFPMAD(P, T, ONE, P, 0);
    TTI_SFPSHFT(23, 0, K, 1);    /* k at the position of the exponent */
    TTI_SFPIADD(0, P, K, 2 | 4); /* subtracted from that of 2^f */
}

/* R = 1 / (1 + K). */
static void reciprocal(void) {
    TTI_SFPADD(ONE, K, ONE, T, 0);
    TTI_SFPARECIP(0, T, R, 0); /* 7 bits are right */
    TTI_SFPMAD(T, R, ONE, P, 1);
    TTI_SFPMAD(P, R, R, R, 0); /* 14 bits */
    TTI_SFPMAD(T, R, ONE, P, 1);
    TTI_SFPMAD(P, R, R, R, 0); /* all bits */
}

static void sigmoid_of_tile(void) {
    vector_begin();
    load_constants();
    for (unsigned i = 0; i < VECTORS; i++) {
        TTI_SFPLOAD(X, AS_FP32, STAY, 0);
        exp_of_minus_abs();
        reciprocal();
        TTI_SFPSETCC(0, X, 0, 0); /* where x < 0 ... */
        TTI_SFPMUL(K, R, ZERO, R, 0);
        TTI_SFPENCC(0, 0, 0, 0); /* ... and in all lanes again */
        TTI_SFPSTORE(R, AS_FP32, NEXT, 0);
    }
}

static void plot(void) {
    enum { ROWS = 13, COLS = 64 };
    for (unsigned row = 0; row < ROWS; row++) {
        char line[COLS + 1] = {0};
        for (unsigned col = 0; col < COLS; col++) {
            float y = l1_get_float(OUT, col * (DATUMS / COLS));
            line[col] = ROWS - 1 - (int)(y * (ROWS - 1) + 0.5f) == (int)row ? '*' : ' ';
        }
        printf("%4.2f |%s\n", (double)(ROWS - 1 - row) / (ROWS - 1), line);
    }
    printf("      -8                              0                              8\n");
}

static double largest_error(void) {
    double worst = 0;
    for (unsigned i = 0; i < DATUMS; i++) {
        double x = (double)l1_get_float(IN, i), y = 1 / (1 + exp(-x));
        double error = fabs((double)l1_get_float(OUT, i) / y - 1);
        worst = error > worst ? error : worst;
    }
    return worst;
}

int main(void) {
    core_start();
    for (unsigned i = 0; i < DATUMS; i++) {
        l1_put_float(IN, i, -8 + 16 * (float)i / DATUMS);
    }
    tile_to_dst(FP32, IN);
    sigmoid_of_tile();
    tile_to_l1(IN_DST32, FP32, FP32, OUT);
    plot();
    double error = largest_error();
    printf("largest relative error %.8f, %u numbers\n", error, DATUMS);
    return core_faulted() || error > 5e-6;
}
