/* SPDX-License-Identifier: Apache-2.0
 *
 * keywords.h - a network that spots eight spoken words: 32 frames of 32 bands in levels from 0 to
 * 7, two convolutions over four frames with 64 channels each, whose numbers of all frames are added
 * and scored. Weights are integers from -3 to 3, activations integers from 0 to 7: numbers that one
 * pass of the matrix unit multiplies exactly. */
#ifndef EXAMPLES_KEYWORDS_H
#define EXAMPLES_KEYWORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "softensix/tile.h"

enum { UTTERANCES = 32, FRAMES = 32, BANDS = 32, CHANNELS = 64, WIDTH = 4, WORDS = 8 };
enum { LAYERS = 2, TOP = 7, NO_WEIGHT = '3', LEVELS = FRAMES * BANDS };
/* Multiply-adds for an utterance. */
enum { MULTIPLY_ADDS = FRAMES * WIDTH * CHANNELS * (BANDS + CHANNELS) + CHANNELS * WORDS };

/* Made by tools/train_keywords.py: inputs by outputs, row by row, as digits of which 3 is 0; gains
 * as factors of 31 bits below 1 with shifts to the left; the levels of utterances as digits, whose
 * words follow one another: yes no up stop go left right off. */
extern const char keywords_w1[], keywords_w2[], keywords_w3[], keywords_levels[];
extern const int32_t keywords_bias1[CHANNELS], keywords_bias2[CHANNELS], keywords_bias3[WORDS];
extern const int32_t keywords_factor1[CHANNELS], keywords_factor2[CHANNELS],
    keywords_factor3[WORDS];
extern const int32_t keywords_shift1[CHANNELS], keywords_shift2[CHANNELS], keywords_shift3[WORDS];

struct layer {
    const char *weights;
    const int32_t *bias, *factor, *shift;
    unsigned width, inputs, outputs; /* frames; numbers of each frame */
};
extern const struct layer keywords_layers[LAYERS];

/* A row of what a layer multiplies, frame t and those before it, of which the first have none. */
void keywords_row(const struct layer *l, const int8_t *x, unsigned t, int8_t *row);
/* The next layer's numbers from sums, 32 frames by l->outputs: biases, gains and rounding as
 * CMSIS-NN has them in its reference, from 0 to 7. */
void keywords_requantize(const struct layer *l, const int32_t *sums, int8_t *x);
/* Scores of the words from the numbers of all frames that the convolutions leave. */
void keywords_judge(const int8_t *x, int32_t scores[WORDS]);

/* The network in plain C. */
void keywords_plain_load(void);
void keywords_plain(const int8_t *levels, int32_t scores[WORDS]);

/* L1 and levels are read and written four bytes at a time. */
#define KEYWORDS_ALIGNED __attribute__((aligned(4)))

/* The network by tile functions: the format of weights and activations, and how many passes. */
struct keywords_way {
    const char *name;
    enum stx_tile_format format;
    enum stx_tile_fidelity fidelity;
};
/* False after a message if a call failed. Weights are loaded once. */
bool keywords_load(struct stx_tiles *tiles, const struct keywords_way *way);
bool keywords_tiles(struct stx_tiles *tiles, uint8_t *l1, const struct keywords_way *way,
                    const int8_t *levels, int32_t scores[WORDS]);

/* The L1 that the network needs in any format; its first 4 KB are scratch memory. */
enum { KEYWORDS_SCRATCH = 16, KEYWORDS_L1_BYTES = 0x13040 };

#endif
