/* SPDX-License-Identifier: Apache-2.0
 *
 * block.c - the block, with the tile functions. */
#include <stdio.h>
#include <string.h>

#include "transformer.h"

enum {
    SCRATCH = 16,
    PLACE = 0x4000,
    FIRST = 0x2000
}; /* a place holds 64 x 64 numbers of 32 bits */

/* The block being computed; nothing more is done after the first failure. */
struct block {
    struct stx_tiles *t;
    enum stx_tile_format format;
    struct stx_tile_product options;
    layer_seen *seen;
    void *ctx;
    bool good;
};

/* A matrix at place `place`; one with 128 rows or columns takes two places. */
static struct stx_tensor at(unsigned place, unsigned rows, unsigned columns,
                            enum stx_tile_format format) {
    return (struct stx_tensor){FIRST + place * PLACE, (uint16_t)(rows < 32 ? 1 : rows / 32),
                               (uint16_t)(columns / 32), (uint8_t)format};
}

static void check(struct block *b, enum stx_tile_result result) {
    if (b->good && result != STX_TILE_OK) {
        printf("transformer: %s\n", stx_tile_text(result));
        b->good = false;
    }
}

static void put(struct block *b, struct stx_tensor to, const float *numbers, unsigned rows) {
    static uint32_t bits[WIDTH * WIDTH];
    unsigned columns = to.columns * 32u;
    memset(bits, 0, sizeof bits);
    memcpy(bits, numbers, (size_t)rows * columns * sizeof *bits);
    check(b, stx_tile_write(b->t, &to, bits, columns));
}

static void show(struct block *b, struct stx_tensor from, enum layer layer) {
    static uint32_t bits[TOKENS * WIDTH];
    static float numbers[TOKENS * WIDTH];
    check(b, stx_tile_read(b->t, &from, bits, from.columns * 32u));
    memcpy(numbers, bits, sizeof numbers);
    if (b->good) {
        b->seen(b->ctx, layer, numbers);
    }
}

/* out = a times weights, which are written to place 12 first. */
static void weigh(struct block *b, struct stx_tensor out, struct stx_tensor a, const float *weights,
                  const struct stx_tile_product *options, enum layer layer) {
    struct stx_tensor w = at(12, a.columns * 32u, out.columns * 32u, b->format);
    put(b, w, weights, a.columns * 32u);
    check(b, stx_tile_matmul(b->t, &out, &a, &w, options));
    show(b, out, layer);
}

static void norm(struct block *b, struct stx_tensor out, struct stx_tensor in, const float *gamma,
                 const float *beta, enum layer layer) {
    struct stx_tensor g = at(12, 1, CHANNELS, STX_TILE_FP32),
                      o = at(13, 1, CHANNELS, STX_TILE_FP32);
    const uint32_t epsilon = 0x3727C5AC; /* 1e-5 */
    put(b, g, gamma, 1);
    put(b, o, beta, 1);
    check(b, stx_tile_layernorm(b->t, &out, &in, &g, &o, epsilon));
    show(b, out, layer);
}

static void attention(struct block *b, const struct weights *w) {
    enum stx_tile_format f = b->format;
    struct stx_tensor x = at(1, TOKENS, CHANNELS, f), query = at(2, TOKENS, CHANNELS, f);
    struct stx_tensor key = at(3, TOKENS, CHANNELS, f), turned = at(4, CHANNELS, TOKENS, f);
    struct stx_tensor value = at(5, TOKENS, CHANNELS, f), scores = at(6, TOKENS, TOKENS, f);
    struct stx_tensor sums = at(7, TOKENS, TOKENS, STX_TILE_FP32), out = at(8, TOKENS, CHANNELS, f);
    weigh(b, query, x, w->query, &b->options, QUERY);
    weigh(b, key, x, w->key, &b->options, KEY);
    weigh(b, value, x, w->value, &b->options, VALUE);
    check(b, stx_tile_transpose(b->t, &turned, &key));
    check(b, stx_tile_matmul(b->t, &sums, &query, &turned, &b->options));
    check(b, stx_tile_softmax(b->t, &scores, &sums));
    show(b, scores, SCORES);
    check(b, stx_tile_matmul(b->t, &out, &scores, &value, &b->options));
    show(b, out, ATTENTION);
}

bool block_in_tiles(struct stx_tiles *tiles, const struct weights *w, const float *x,
                    enum stx_tile_format format, enum stx_tile_fidelity fidelity, layer_seen *seen,
                    void *ctx) {
    struct block b = {tiles, format, {.fidelity = (uint8_t)fidelity}, seen, ctx, true};
    struct stx_tile_product adding = b.options, activating = b.options;
    struct stx_tensor residual = at(0, TOKENS, CHANNELS, STX_TILE_FP32);
    struct stx_tensor normal = at(1, TOKENS, CHANNELS, format),
                      read = at(8, TOKENS, CHANNELS, format);
    struct stx_tensor hidden = at(9, TOKENS, WIDTH, format);
    adding.accumulate = true;
    activating.activation = STX_TILE_GELU;
    put(&b, residual, x, TOKENS);
    norm(&b, normal, residual, w->gamma[0], w->beta[0], NORM_1);
    attention(&b, w);
    weigh(&b, residual, read, w->output, &adding, RESIDUAL_1);
    norm(&b, normal, residual, w->gamma[1], w->beta[1], NORM_2);
    weigh(&b, hidden, normal, w->up, &activating, HIDDEN);
    weigh(&b, residual, hidden, w->down, &adding, RESIDUAL_2);
    return b.good;
}
