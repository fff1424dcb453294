/* SPDX-License-Identifier: Apache-2.0
 *
 * plain.c - the network in plain C: as a reference convolution of CMSIS-NN, a row of inputs times
 * the weights of each output, which lie in a row as well. */
#include "keywords.h"

enum { LONGEST = WIDTH * CHANNELS };
static int8_t weights[LAYERS][CHANNELS * LONGEST];
static int32_t sums[FRAMES * CHANNELS];

void keywords_plain_load(void) {
    for (unsigned i = 0; i < LAYERS; i++) {
        const struct layer *l = &keywords_layers[i];
        unsigned length = l->width * l->inputs;
        for (unsigned k = 0; k < length; k++) {
            for (unsigned c = 0; c < l->outputs; c++) {
                weights[i][c * length + k] = (int8_t)(l->weights[k * l->outputs + c] - NO_WEIGHT);
            }
        }
    }
}

static int32_t product(const int8_t *a, const int8_t *b, unsigned length) {
    int32_t sum = 0;
    for (unsigned k = 0; k < length; k++) {
        sum += a[k] * b[k];
    }
    return sum;
}

static void multiply(unsigned layer, const int8_t *x) {
    const struct layer *l = &keywords_layers[layer];
    unsigned length = l->width * l->inputs;
    int8_t row[LONGEST];
    for (unsigned t = 0; t < FRAMES; t++) {
        keywords_row(l, x, t, row);
        for (unsigned c = 0; c < l->outputs; c++) {
            sums[t * l->outputs + c] = product(row, weights[layer] + c * length, length);
        }
    }
}

void keywords_plain(const int8_t *levels, int32_t scores[WORDS]) {
    static int8_t x[FRAMES * CHANNELS];
    for (unsigned i = 0; i < LAYERS; i++) {
        multiply(i, i ? x : levels);
        keywords_requantize(&keywords_layers[i], sums, x);
    }
    keywords_judge(x, scores);
}
