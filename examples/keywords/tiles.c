/* SPDX-License-Identifier: Apache-2.0
 *
 * tiles.c - the network by tile functions: a convolution is one product of 32 frames, each with
 * those before it, and the weights. */
#include <stdio.h>
#include <string.h>

#include "common/bits.h"
#include "keywords.h"

/* One pass over INT8 multiplies bits 9 to 4 of the first operand by bits 7 to 5 of the second, so
 * that is where the numbers are put: activations from 0 to 7 * 16, weights from -3 * 32 to 3 * 32.
 */
enum { SIDE = 32, X_UNIT = 16, W_UNIT = 32 };

/* Addresses of the tensors, with room for BF16. */
enum {
    X_AT = KEYWORDS_SCRATCH + STX_TILE_SCRATCH,
    W1_AT = X_AT + 8 * 2048,
    W2_AT = W1_AT + 8 * 2048,
    SUMS_AT = W2_AT + 16 * 2048
};
static const uint32_t weights_at[LAYERS] = {W1_AT, W2_AT};

static uint32_t values[SIDE * CHANNELS]; /* a row of tiles of weights */
static int32_t sums[FRAMES * CHANNELS];

static bool good(enum stx_tile_result result) {
    if (result != STX_TILE_OK) {
        printf("keywords: %s\n", stx_tile_text(result));
    }
    return result == STX_TILE_OK;
}

static uint32_t tiles_of(unsigned numbers) {
    return (numbers + SIDE - 1) / SIDE;
}

static struct stx_tensor weights_of(unsigned layer, enum stx_tile_format format) {
    const struct layer *l = &keywords_layers[layer];
    return (struct stx_tensor){weights_at[layer], (uint16_t)tiles_of(l->width * l->inputs),
                               (uint16_t)tiles_of(l->outputs), (uint8_t)format};
}

/* Writes the weights of a layer, one row of tiles at a time. */
static bool put_weights(struct stx_tiles *t, unsigned layer, enum stx_tile_format format) {
    const struct layer *l = &keywords_layers[layer];
    struct stx_tensor to = weights_of(layer, format);
    const uint32_t stride = to.columns * SIDE, bytes = to.columns * stx_tile_bytes(format);
    const char *w = l->weights;
    unsigned rows = to.rows;
    to.rows = 1;
    for (unsigned top = 0; top < rows; top++, to.address += bytes) {
        memset(values, 0, sizeof values);
        for (unsigned i = 0; i < SIDE * l->outputs; i++) {
            int weight = *w++ - NO_WEIGHT;
            values[i / l->outputs * stride + i % l->outputs] =
                format == STX_TILE_INT8 ? (uint32_t)(weight * W_UNIT) : bits_of((float)weight);
        }
        if (!good(stx_tile_write(t, &to, values, stride))) {
            return false;
        }
    }
    return true;
}

bool keywords_load(struct stx_tiles *tiles, const struct keywords_way *way) {
    for (unsigned i = 0; i < LAYERS; i++) {
        if (!put_weights(tiles, i, way->format)) {
            return false;
        }
    }
    return true;
}

/* Where the tiles have number k of frame t: four faces of 16 rows of 16 numbers. */
static uint32_t place_of(unsigned t, unsigned k) {
    unsigned face = t / 16 * 2 + k / 16 % 2;
    return (k / SIDE * 4 + face) * 256 + t % 16 * 16;
}

/* A word of L1 or of levels; both are aligned. */
static uint32_t word_at(const void *from) {
    uint32_t v;
    memcpy(&v, __builtin_assume_aligned(from, 4), sizeof v);
    return v;
}

/* Sixteen levels as INT8, four at a time, or as BF16. */
static void put_sixteen(uint8_t *to, const int8_t *x, enum stx_tile_format format) {
    static const uint16_t bf16[TOP + 1] = {0,      0x3F80, 0x4000, 0x4040,
                                           0x4080, 0x40A0, 0x40C0, 0x40E0};
    if (format == STX_TILE_INT8) {
        for (unsigned i = 0; i < 16; i += 4) {
            uint32_t four = word_at(x + i) * X_UNIT;
            memcpy(__builtin_assume_aligned(to + i, 4), &four, sizeof four);
        }
        return;
    }
    for (unsigned i = 0; i < 16; i++) {
        memcpy(to + 2 * i, &bf16[x[i]], 2);
    }
}

/* Each frame with those before it, of which the first have none. */
static void put_rows(uint8_t *l1, const struct layer *l, enum stx_tile_format format,
                     const int8_t *x) {
    static const int8_t none[CHANNELS] KEYWORDS_ALIGNED;
    const unsigned bytes = format == STX_TILE_INT8 ? 1 : 2;
    for (unsigned t = 0; t < FRAMES; t++) {
        for (unsigned j = 0; j < l->width; j++) {
            const int8_t *frame = j <= t ? x + (t - j) * l->inputs : none;
            for (unsigned k = 0; k < l->inputs; k += 16) {
                uint32_t place = place_of(t, j * l->inputs + k);
                put_sixteen(l1 + X_AT + bytes * place, frame + k, format);
            }
        }
    }
}

/* Sums lie in L1 as a sign and a magnitude, or as binary32. */
static int32_t sum_of(uint32_t v, bool integer) {
    if (!integer) {
        return (int32_t)float_of(v);
    }
    int32_t magnitude = (int32_t)((v & 0x7FFFFFFFu) / (X_UNIT * W_UNIT));
    return v >> 31 ? -magnitude : magnitude;
}

static void get_sums(const uint8_t *l1, const struct layer *l, bool integer) {
    int32_t *to = sums;
    for (unsigned t = 0; t < FRAMES; t++) {
        for (unsigned c = 0; c < l->outputs; c += 16) {
            const uint8_t *from = l1 + SUMS_AT + 4 * place_of(t, c);
            for (unsigned i = 0; i < 16; i++) {
                *to++ = sum_of(word_at(from + 4 * i), integer);
            }
        }
    }
}

static bool multiply(struct stx_tiles *t, uint8_t *l1, const struct keywords_way *way,
                     unsigned layer, const int8_t *levels) {
    const struct layer *l = &keywords_layers[layer];
    const bool integer = way->format == STX_TILE_INT8;
    const struct stx_tensor w = weights_of(layer, way->format);
    const struct stx_tensor x = {X_AT, 1, w.rows, w.format};
    const struct stx_tensor y = {SUMS_AT, 1, w.columns, integer ? STX_TILE_INT32 : STX_TILE_FP32};
    const struct stx_tile_product options = {.fidelity = (uint8_t)way->fidelity};
    put_rows(l1, l, way->format, levels);
    if (!good(stx_tile_matmul(t, &y, &x, &w, &options))) {
        return false;
    }
    get_sums(l1, l, integer);
    return true;
}

bool keywords_tiles(struct stx_tiles *tiles, uint8_t *l1, const struct keywords_way *way,
                    const int8_t *levels, int32_t scores[WORDS]) {
    static int8_t x[FRAMES * CHANNELS] KEYWORDS_ALIGNED;
    for (unsigned i = 0; i < LAYERS; i++) {
        if (!multiply(tiles, l1, way, i, i ? x : levels)) {
            return false;
        }
        keywords_requantize(&keywords_layers[i], sums, x);
    }
    keywords_judge(x, scores);
    return true;
}
