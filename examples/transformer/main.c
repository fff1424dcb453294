/* SPDX-License-Identifier: Apache-2.0
 *
 * A transformer block in several data formats. Prints the error of each layer against double
 * arithmetic: the root mean square error divided by the layer's own root mean square. */
#include <math.h>
#include <stdio.h>

#include "softensix/softensix.h"
#include "transformer.h"

static struct stx_core core;
static uint8_t l1[BLOCK_L1_BYTES];
static struct weights weights;
static float x[TOKENS * CHANNELS], truth[LAYERS][TOKENS * WIDTH];
static double errors[LAYERS];
static uint32_t seed = 1, hash = 2166136261u;

static const struct {
    const char *name;
    enum stx_tile_format format;
    enum stx_tile_fidelity fidelity;
    double bound; /* of the last layer */
} runs[] = {{"FP32 HiFi4", STX_TILE_FP32, STX_TILE_HIFI4, 5e-3},
            {"BF16 HiFi4", STX_TILE_BF16, STX_TILE_HIFI4, 1e-2},
            {"BF16 LoFi", STX_TILE_BF16, STX_TILE_LOFI, 1e-1},
            {"FP16 HiFi4", STX_TILE_FP16, STX_TILE_HIFI4, 5e-3},
            {"BFP8 HiFi2", STX_TILE_BFP8, STX_TILE_HIFI2, 5e-2},
            {"BFP4 LoFi", STX_TILE_BFP4, STX_TILE_LOFI, 1}};
enum { RUNS = sizeof runs / sizeof runs[0] };

static float normal(double scale) {
    double sum = -6;
    for (unsigned i = 0; i < 12; i++) {
        seed = seed * 1664525u + 1013904223u;
        sum += (seed >> 8) / 16777216.0;
    }
    return (float)(sum * scale);
}

static void fill(float *numbers, unsigned count, double scale) {
    for (unsigned i = 0; i < count; i++) {
        numbers[i] = normal(scale);
    }
}

static void prepare(void) {
    fill(x, TOKENS * CHANNELS, 1);
    fill(weights.query, CHANNELS * CHANNELS, 0.125 * 0.125 * 2);
    fill(weights.key, CHANNELS * CHANNELS, 0.125 * 2);
    fill(weights.value, CHANNELS * CHANNELS, 0.125);
    fill(weights.output, CHANNELS * CHANNELS, 0.125);
    fill(weights.up, CHANNELS * WIDTH, 0.125);
    fill(weights.down, WIDTH * CHANNELS, 0.09);
    for (unsigned i = 0; i < 2 * CHANNELS; i++) {
        weights.gamma[i / CHANNELS][i % CHANNELS] = 1 + normal(0.1);
        weights.beta[i / CHANNELS][i % CHANNELS] = normal(0.1);
    }
}

static void see(void *ctx, enum layer layer, const float *numbers) {
    double error = 0, size = 0;
    (void)ctx;
    for (unsigned i = 0; i < TOKENS * layer_columns(layer); i++) {
        double d = (double)numbers[i] - (double)truth[layer][i];
        error += d * d;
        size += (double)truth[layer][i] * (double)truth[layer][i];
        hash = (hash ^ (uint32_t)lrint((double)numbers[i] * 65536)) * 16777619u;
    }
    errors[layer] = sqrt(error / size);
}

static void print_head(void) {
    printf("%-11s", "");
    for (unsigned i = 0; i < LAYERS; i++) {
        printf(" %10s", layer_names[i]);
    }
    printf("\n");
}

static bool run(struct stx_tiles *tiles, unsigned i) {
    if (!block_in_tiles(tiles, &weights, x, runs[i].format, runs[i].fidelity, see, NULL)) {
        return false;
    }
    printf("%-11s", runs[i].name);
    for (unsigned layer = 0; layer < LAYERS; layer++) {
        printf(" %10.6f", errors[layer]);
    }
    printf("\n");
    return errors[RESIDUAL_2] <= runs[i].bound;
}

int main(void) {
    struct stx_tiles tiles;
    unsigned good = 0;
    stx_init(&core, l1, sizeof l1, NULL);
    if (stx_tiles_init(&tiles, &core, 0, 16, STX_TILE_SCRATCH) != STX_TILE_OK) {
        return 1;
    }
    prepare();
    block_in_double(&weights, x, truth);
    print_head();
    for (unsigned i = 0; i < RUNS; i++) {
        good += run(&tiles, i);
    }
    printf("checksum %08lx\n", (unsigned long)hash);
    printf("%s: the last layer is within its bound in %u of %u runs\n",
           good == RUNS ? "passed" : "FAILED", good, (unsigned)RUNS);
    return good == RUNS ? 0 : 1;
}
