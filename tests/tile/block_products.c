/* SPDX-License-Identifier: Apache-2.0
 *
 * The eight products of a transformer block (examples/transformer) in BF16 by the tile functions,
 * with sums of 16 bits, as cases for a kernel that computes the same from circular buffer to
 * circular buffer, in which every number has to be equal: block_products DIRECTORY.
 *
 * NAME-a.f32, NAME-b.f32 and NAME-out.f32 hold operands and result as binary32, row by row;
 * NAME.desc describes the kernel's run (docs/metal.md). */
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

static FILE *file_of(const char *directory, const char *name, const char *end) {
    char path[256];
    (void)snprintf(path, sizeof path, "%s/%s%s", directory, name, end);
    return fopen(path, "wb");
}

static bool save(const char *directory, const char *name, const char *end, struct stx_tensor from) {
    static uint32_t numbers[WIDTH * WIDTH];
    FILE *file = file_of(directory, name, end);
    (void)stx_tile_read(&tiles, &from, numbers, from.columns * 32u);
    for (unsigned i = 0; file && i < from.rows * from.columns * 1024u; i++) {
        for (unsigned byte = 0; byte < 4; byte++) {
            fputc((int)(numbers[i] >> (8 * byte) & 0xFF), file);
        }
    }
    return file && fclose(file) == 0;
}

static bool describe(const char *directory, const char *name, unsigned inner, unsigned columns) {
    FILE *file = file_of(directory, name, ".desc");
    if (!file) {
        return false;
    }
    fprintf(file,
            "note the product \"%s\" of a transformer block\n"
            "kernel matmul.cpp\nlet M %u\nlet K %u\nlet N %u\nargs {M} {K} {N}\nfidelity hifi4\n"
            "cb 0 Float16_b 2 32 32\ncb 1 Float16_b 2 32 32\ncb 16 Float16_b 2 32 32\n"
            "order 0 [m * K + k for m in range(M) for n in range(N) for k in range(K)]\n"
            "order 1 [k * N + n for m in range(M) for n in range(N) for k in range(K)]\n",
            name, TOKENS / 32u, inner / 32, columns / 32);
    fprintf(file, "in 0 a file %u %u %s-a.f32\nin 1 b file %u %u %s-b.f32\nout 16 %u %u\n",
            (unsigned)TOKENS, inner, name, inner, columns, name, (unsigned)TOKENS, columns);
    fprintf(file, "expect 16 file %s-out.f32\ntolerance 16 0 0 0\n", name);
    return fclose(file) == 0;
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
    return block.good && save(directory, name, "-a.f32", u) && save(directory, name, "-b.f32", v) &&
           save(directory, name, "-out.f32", out) && describe(directory, name, inner, columns);
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
