/* SPDX-License-Identifier: Apache-2.0
 *
 * network.c - what is between the products of the network, in any arithmetic. */
#include <string.h>

#include "keywords.h"

const struct layer keywords_layers[LAYERS] = {
    {keywords_w1, keywords_bias1, keywords_factor1, keywords_shift1, WIDTH, BANDS, CHANNELS},
    {keywords_w2, keywords_bias2, keywords_factor2, keywords_shift2, WIDTH, CHANNELS, CHANNELS}};

void keywords_row(const struct layer *l, const int8_t *x, unsigned t, int8_t *row) {
    for (unsigned j = 0; j < l->width; j++, row += l->inputs) {
        if (j <= t) {
            memcpy(row, x + (t - j) * l->inputs, l->inputs);
        } else {
            memset(row, 0, l->inputs);
        }
    }
}

/* value times factor / 2^31, rounded to nearest. */
static int32_t high_product(int32_t value, int32_t factor) {
    return (int32_t)(((int64_t)value * factor + (1 << 30)) >> 31);
}

/* value / 2^n, rounded to nearest, halves away from 0. */
static int32_t shifted_down(int32_t value, unsigned n) {
    int32_t mask = (int32_t)(1u << n) - 1, rest = value & mask;
    return (value >> n) + (rest > (mask >> 1) + (value < 0));
}

void keywords_requantize(const struct layer *l, const int32_t *sums, int8_t *x) {
    for (unsigned t = 0; t < FRAMES; t++) {
        for (unsigned c = 0; c < l->outputs; c++) {
            int32_t high = high_product(*sums++ + l->bias[c], l->factor[c]);
            int32_t y = shifted_down(high, (unsigned)-l->shift[c]);
            *x++ = (int8_t)(y < 0 ? 0 : y > TOP ? TOP : y);
        }
    }
}

void keywords_judge(const int8_t *x, int32_t scores[WORDS]) {
    int32_t sum[CHANNELS] = {0};
    for (unsigned i = 0; i < FRAMES * CHANNELS; i++) {
        sum[i % CHANNELS] += x[i];
    }
    for (unsigned w = 0; w < WORDS; w++) {
        int32_t score = FRAMES * keywords_bias3[w];
        for (unsigned c = 0; c < CHANNELS; c++) {
            score += sum[c] * (keywords_w3[c * WORDS + w] - NO_WEIGHT);
        }
        scores[w] = (int32_t)((int64_t)score * keywords_factor3[w] >> (20 - keywords_shift3[w]));
    }
}
