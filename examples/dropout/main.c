/* SPDX-License-Identifier: Apache-2.0
 *
 * Dropout of a tile with the vector unit's own random numbers: a quarter of the numbers becomes 0,
 * and the others are multiplied by 4/3 so that the sum stays about the same. Each lane has its own
 * generator. */
#include "../common/tile.h"

enum { IN = 0x1000, OUT = 0x2000, SEED_WORD = 186 };
enum { X, RANDOM, LIMIT }; /* LReg0..2 */
enum { ZERO = 9, SCALE = 13 };

/* After seeding, the generators are two steps apart on one sequence. With 31 steps from one vector
 * to the next, lanes do not repeat each other's numbers. */
static void step_generators(void) {
    for (unsigned i = 1; i < 31; i++) {
        TTI_SFPMOV(0, 9, ZERO,
                   8); /* constants cannot be written, so this only steps the generators */
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
        TTI_SFPIADD(0, RANDOM, LIMIT, 2); /* enable lanes where random < limit ... */
        TTI_SFPLOADI(X, 0, 0);
        TTI_SFPENCC(0, 0, 0, 0); /* ... and all lanes again */
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
