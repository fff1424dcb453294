/* SPDX-License-Identifier: Apache-2.0
 *
 * Dropout of a tile with the vector unit's own random numbers: a quarter of the numbers becomes 0,
 * the others grow by 4/3 so that the sum stays about the same. Each lane has its own generator. */
#include "../common/tile.h"

enum { IN = 0x1000, OUT = 0x2000, SEED_WORD = 186 };
enum { X, RANDOM, LIMIT }; /* LReg0..2 */
enum { ZERO = 9, SCALE = 13 };

/* The seed sets the generators on one sequence, two steps apart. With 31 steps from a vector to the
 * next they do not follow in each other's tracks. */
static void step_generators(void) {
    for (unsigned i = 1; i < 31; i++) {
        TTI_SFPMOV(0, 9, ZERO, 8); /* constants are not written: it only steps */
    }
}

static void dropout_of_tile(void) {
    vector_begin();
    vector_constant(SCALE, 4.0f / 3);
    for (unsigned i = 0; i < VECTORS; i++) {
        TTI_SFPLOAD(X, AS_FP32, STAY, 0);
        TTI_SFPMUL(X, SCALE, ZERO, X, 0);
        TTI_SFPMOV(0, 9, RANDOM, 8); /* a random number; the generators step */
        step_generators();
        TTI_SFPSETSGN(0, RANDOM, RANDOM, 1);
        TTI_SFPLOADI(LIMIT, 0, 0x2000);   /* a quarter of 2^31 */
        TTI_SFPIADD(0, RANDOM, LIMIT, 2); /* lanes on where random < limit ... */
        TTI_SFPLOADI(X, 0, 0);
        TTI_SFPENCC(0, 0, 0, 0); /* ... and all again */
        TTI_SFPSTORE(X, AS_FP32, NEXT, 0);
    }
}

int main(void) {
    unsigned dropped = 0;
    double sum = 0;
    core_start();
    for (unsigned i = 0; i < DATUMS; i++) {
        l1_put_float(IN, i, 1);
    }
    cfg_store(SEED_WORD, 2026);
    tile_to_dst(FP32, IN);
    dropout_of_tile();
    tile_to_l1(IN_DST32, FP32, FP32, OUT);
    for (unsigned row = 0; row < TILE; row++) {
        for (unsigned col = 0; col < TILE; col++) {
            float y = l1_get_float(OUT, tile_index(row, col));
            sum += (double)y;
            dropped += y == 0;
            printf("%s", y == 0 ? " ." : " #");
        }
        printf("\n");
    }
    printf("%u of %u dropped, mean %.3f\n", dropped, DATUMS, sum / DATUMS);
    return core_faulted() || dropped < 200 || dropped > 312;
}
