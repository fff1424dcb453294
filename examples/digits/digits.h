/* SPDX-License-Identifier: Apache-2.0
 *
 * digits.h - a network that recognises handwritten digits of 8x8 pixels: 64 inputs, 64 hidden units
 * with ReLU, ten scores. */
#ifndef EXAMPLES_DIGITS_H
#define EXAMPLES_DIGITS_H

#include <stdbool.h>
#include <stdint.h>

#include "softensix/tile.h"

enum { IMAGES = 352, PIXELS = 64, HIDDEN = 64, DIGITS = 10, BATCH = 32 };

/* Weights and biases in units of 1/4096; weights are inputs by outputs, row by row. */
extern const int16_t digits_w1[PIXELS * HIDDEN], digits_b1[HIDDEN];
extern const int16_t digits_w2[HIDDEN * DIGITS], digits_b2[DIGITS];
/* Pixels from 0 to 16; the digit that each image shows. */
extern const uint8_t digits_images[IMAGES * PIXELS], digits_labels[IMAGES];

/* What one run uses: the format of images, weights and hidden units, and the fidelity of products.
 */
struct digits_choice {
    const char *name;
    enum stx_tile_format format;
    enum stx_tile_fidelity fidelity;
};

/* Writes the network to L1 in a format; false after a message if a call failed. */
bool digits_load(struct stx_tiles *tiles, const struct digits_choice *choice);
/* The scores of BATCH images, beginning with image `first`. */
bool digits_score(struct stx_tiles *tiles, const struct digits_choice *choice, unsigned first,
                  float scores[BATCH][DIGITS]);
/* The scores of one image in double arithmetic. */
void digits_score_double(unsigned image, double scores[DIGITS]);

/* The L1 that the network needs, from address 16 on; its first 4 KB are scratch memory. */
enum { DIGITS_SCRATCH = 16, DIGITS_L1_BYTES = 0xF040 };

#endif
