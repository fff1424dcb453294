/* SPDX-License-Identifier: Apache-2.0
 *
 * transformer.h - one block of a transformer: 64 tokens of 64 channels, one head of attention, a
 * hidden layer of 128, two layer normalisations. */
#ifndef EXAMPLES_TRANSFORMER_H
#define EXAMPLES_TRANSFORMER_H

#include <stdbool.h>
#include <stdint.h>

#include "softensix/tile.h"

enum { TOKENS = 64, CHANNELS = 64, WIDTH = 128 };

/* Random, the same every time; row-major. The attention's scale, 1/8, is in query. */
struct weights {
    float query[CHANNELS * CHANNELS], key[CHANNELS * CHANNELS], value[CHANNELS * CHANNELS];
    float output[CHANNELS * CHANNELS], up[CHANNELS * WIDTH], down[WIDTH * CHANNELS];
    float gamma[2][CHANNELS], beta[2][CHANNELS];
};

/* What is compared, layer after layer. */
enum layer {
    NORM_1,
    QUERY,
    KEY,
    VALUE,
    SCORES,
    ATTENTION,
    RESIDUAL_1,
    NORM_2,
    HIDDEN,
    RESIDUAL_2,
    LAYERS
};
extern const char *const layer_names[LAYERS];

/* The columns of a layer, and the type of the function that gets each computed layer, row by
 * row. */
unsigned layer_columns(enum layer layer);
typedef void layer_seen(void *ctx, enum layer layer, const float *numbers);

/* Computes all layers in double arithmetic and rounds the results to float. */
void block_in_double(const struct weights *w, const float *x,
                     float results[LAYERS][TOKENS * WIDTH]);
/* Computes them with the tile functions: weights and operands of products have the given format,
 * the residual is FP32. False after a message if a call failed. */
bool block_in_tiles(struct stx_tiles *tiles, const struct weights *w, const float *x,
                    enum stx_tile_format format, enum stx_tile_fidelity fidelity, layer_seen *seen,
                    void *ctx);

enum { BLOCK_L1_BYTES = 0x50000 };

#endif
