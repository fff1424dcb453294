/* SPDX-License-Identifier: Apache-2.0
 *
 * The eight products of a transformer block (examples/transformer) in BF16 by the tile functions,
 * with sums of 16 bits, as files for kernels that compute the same: block_products DIRECTORY.
 *
 * NAME-a.f32, NAME-b.f32 and NAME-out.f32 hold operands and result as binary32, row by row. Each
 * line that is printed is NAME, then rows of a, columns of a, columns of b. */
#include <stdio.h>
#include <string.h>

#include "../../examples/transformer/block.c"
#include "softensix/softensix.h"

static struct stx_core core;
static uint8_t l1[BLOCK_L1_BYTES];
static struct stx_tiles tiles;
static struct weights weights;
static float x[TOKENS * CHANNELS], seen[LAYERS][TOKENS * WIDTH], turned[CHANNELS * TOKENS];
static uint32_t seed = 1;

unsigned layer_columns(enum layer layer) {
    return layer == HIDDEN ? WIDTH : CHANNELS;
}

static void random_numbers(float *numbers, unsigned count, float size) {
    for (unsigned i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        numbers[i] = ((float)(seed >> 8) / 8388608.0f - 1) * size;
    }
}

static void prepare(void) {
    random_numbers(x, TOKENS * CHANNELS, 1);
    random_numbers(weights.query, CHANNELS * CHANNELS, 0.25f);
    random_numbers(weights.key, CHANNELS * CHANNELS, 0.25f);
    random_numbers(weights.value, CHANNELS * CHANNELS, 0.25f);
    random_numbers(weights.output, CHANNELS * CHANNELS, 0.25f);
    random_numbers(weights.up, CHANNELS * WIDTH, 0.25f);
    random_numbers(weights.down, WIDTH * CHANNELS, 0.25f);
    for (unsigned i = 0; i < CHANNELS; i++) {
        weights.gamma[0][i] = weights.gamma[1][i] = 1;
    }
}

static void keep(void *ctx, enum layer layer, const float *numbers) {
    (void)ctx;
    memcpy(seen[layer], numbers, sizeof(float) * TOKENS * layer_columns(layer));
}

static void save(const char *directory, const char *name, const char *what,
                 struct stx_tensor from) {
    static uint32_t numbers[WIDTH * WIDTH];
    char path[256];
    (void)snprintf(path, sizeof path, "%s/%s-%s.f32", directory, name, what);
    FILE *file = fopen(path, "wb");
    (void)stx_tile_read(&tiles, &from, numbers, from.columns * 32u);
    for (unsigned i = 0; file && i < from.rows * from.columns * 1024u; i++) {
        for (unsigned byte = 0; byte < 4; byte++) {
            fputc((int)(numbers[i] >> (8 * byte) & 0xFF), file);
        }
    }
    if (file) {
        fclose(file);
    }
}

static bool multiply(const char *directory, const char *name, const float *a, unsigned inner,
                     const float *b, unsigned columns) {
    struct block block = {.t = &tiles, .good = true};
    struct stx_tensor u = at(0, TOKENS, inner, STX_TILE_BF16);
    struct stx_tensor v = at(2, inner, columns, STX_TILE_BF16);
    struct stx_tensor out = at(4, TOKENS, columns, STX_TILE_BF16);
    const struct stx_tile_product options = {.fidelity = STX_TILE_HIFI4, .dst16 = true};
    put(&block, u, a, TOKENS);
    put(&block, v, b, inner);
    check(&block, stx_tile_matmul(&tiles, &out, &u, &v, &options));
    save(directory, name, "a", u);
    save(directory, name, "b", v);
    save(directory, name, "out", out);
    printf("%s %u %u %u\n", name, (unsigned)TOKENS, inner, columns);
    return block.good;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        printf("usage: block_products directory\n");
        return 2;
    }
    stx_init(&core, l1, sizeof l1, NULL);
    if (stx_tiles_init(&tiles, &core, 0, SCRATCH, STX_TILE_SCRATCH) != STX_TILE_OK) {
        return 1;
    }
    prepare();
    bool good = block_in_tiles(&tiles, &weights, x, STX_TILE_BF16, STX_TILE_HIFI4, keep, NULL);
    for (unsigned i = 0; i < TOKENS * CHANNELS; i++) {
        turned[i % CHANNELS * TOKENS + i / CHANNELS] = seen[KEY][i];
    }
    const char *d = argv[1];
    good = good && multiply(d, "query", seen[NORM_1], CHANNELS, weights.query, CHANNELS) &&
           multiply(d, "key", seen[NORM_1], CHANNELS, weights.key, CHANNELS) &&
           multiply(d, "value", seen[NORM_1], CHANNELS, weights.value, CHANNELS) &&
           multiply(d, "scores", seen[QUERY], CHANNELS, turned, TOKENS) &&
           multiply(d, "attention", seen[SCORES], TOKENS, seen[VALUE], CHANNELS) &&
           multiply(d, "output", seen[ATTENTION], CHANNELS, weights.output, CHANNELS) &&
           multiply(d, "up", seen[NORM_2], CHANNELS, weights.up, WIDTH) &&
           multiply(d, "down", seen[HIDDEN], WIDTH, weights.down, CHANNELS);
    return good ? 0 : 1;
}
