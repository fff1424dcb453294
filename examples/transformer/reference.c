/* SPDX-License-Identifier: Apache-2.0
 *
 * reference.c - the block in double arithmetic, as in a textbook. */
#include <math.h>
#include <string.h>

#include "transformer.h"

const char *const layer_names[LAYERS] = {"norm 1", "query",     "key",        "value",
                                         "scores", "attention", "residual 1", "norm 2",
                                         "hidden", "residual 2"};

unsigned layer_columns(enum layer layer) {
    return layer == HIDDEN ? WIDTH : 64; /* scores: one column for each token */
}

static void product(float *out, const float *a, const float *b, unsigned inner, unsigned columns,
                    const float *plus) {
    for (unsigned i = 0; i < TOKENS * columns; i++) {
        double sum = plus ? (double)plus[i] : 0;
        for (unsigned k = 0; k < inner; k++) {
            sum += (double)a[i / columns * inner + k] * (double)b[k * columns + i % columns];
        }
        out[i] = (float)sum;
    }
}

static void norm(float *out, const float *x, const float *gamma, const float *beta) {
    for (unsigned row = 0; row < TOKENS; row++) {
        double mean = 0, square = 0;
        for (unsigned i = 0; i < CHANNELS; i++) {
            mean += (double)x[row * CHANNELS + i] / CHANNELS;
        }
        for (unsigned i = 0; i < CHANNELS; i++) {
            double d = (double)x[row * CHANNELS + i] - mean;
            square += d * d / CHANNELS;
        }
        for (unsigned i = 0; i < CHANNELS; i++) {
            double d = (double)x[row * CHANNELS + i] - mean;
            out[row * CHANNELS + i] =
                (float)(d / sqrt(square + 1e-5) * (double)gamma[i] + (double)beta[i]);
        }
    }
}

static void softmax(float *out, const float *x) {
    for (unsigned row = 0; row < TOKENS; row++) {
        double sum = 0;
        for (unsigned i = 0; i < TOKENS; i++) {
            sum += exp((double)x[row * TOKENS + i]);
        }
        for (unsigned i = 0; i < TOKENS; i++) {
            out[row * TOKENS + i] = (float)(exp((double)x[row * TOKENS + i]) / sum);
        }
    }
}

static void transpose(float *out, const float *x) {
    for (unsigned i = 0; i < TOKENS * CHANNELS; i++) {
        out[i % CHANNELS * TOKENS + i / CHANNELS] = x[i];
    }
}

static void gelu(float *x, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        x[i] = (float)((double)x[i] * 0.5 * erfc(-(double)x[i] / sqrt(2)));
    }
}

void block_in_double(const struct weights *w, const float *x, float r[LAYERS][TOKENS * WIDTH]) {
    static float turned[CHANNELS * TOKENS], shares[TOKENS * TOKENS];
    norm(r[NORM_1], x, w->gamma[0], w->beta[0]);
    product(r[QUERY], r[NORM_1], w->query, CHANNELS, CHANNELS, NULL);
    product(r[KEY], r[NORM_1], w->key, CHANNELS, CHANNELS, NULL);
    product(r[VALUE], r[NORM_1], w->value, CHANNELS, CHANNELS, NULL);
    transpose(turned, r[KEY]);
    product(shares, r[QUERY], turned, CHANNELS, TOKENS, NULL);
    softmax(r[SCORES], shares);
    product(r[ATTENTION], r[SCORES], r[VALUE], TOKENS, CHANNELS, NULL);
    product(r[RESIDUAL_1], r[ATTENTION], w->output, CHANNELS, CHANNELS, x);
    norm(r[NORM_2], r[RESIDUAL_1], w->gamma[1], w->beta[1]);
    product(r[HIDDEN], r[NORM_2], w->up, CHANNELS, WIDTH, NULL);
    gelu(r[HIDDEN], TOKENS * WIDTH);
    product(r[RESIDUAL_2], r[HIDDEN], w->down, WIDTH, CHANNELS, r[RESIDUAL_1]);
}
