/* SPDX-License-Identifier: Apache-2.0
 *
 * A tour of the data formats: one tile of normally distributed numbers goes to L1 in every format
 * and comes back. Prints the bytes that each format takes and the error that it causes. */
#include <math.h>

#include "../common/tile.h"

enum { IN = 0x1000, CODED = 0x3000, OUT = 0x6000 };
enum { BFP8A = 2, BFP4A = 3, BFP8 = 6, BFP4 = 7, FP8 = 10, BFP2A = 11, BFP2 = 15 };

/* in, out: the packer's formats of Dst and L1. back: the format in Dst on the way back. */
struct stop {
    const char *name;
    uint8_t in, out, bits, exponents, e4m3, back;
};

static const struct stop tour[] = {
    {"FP32", FP32, FP32, 32, 0, 0, FP32},   {"TF32", TF32, FP32, 32, 0, 0, FP32},
    {"BF16", BF16, BF16, 16, 0, 0, BF16},   {"FP16", FP16, FP16, 16, 0, 0, FP16},
    {"BFP8", BF16, BFP8, 8, 64, 0, BF16},   {"BFP8a", FP16, BFP8A, 8, 64, 0, FP16},
    {"FP8 E4M3", FP16, FP8, 8, 0, 1, FP16}, {"FP8 E5M2", FP16, FP8, 8, 0, 0, FP16},
    {"BFP4", BF16, BFP4, 4, 64, 0, BF16},   {"BFP4a", FP16, BFP4A, 4, 64, 0, FP16},
    {"BFP2", BF16, BFP2, 2, 64, 0, BF16},   {"BFP2a", FP16, BFP2A, 2, 64, 0, FP16}};

static uint32_t seed = 20260101;

static double uniform(void) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / 16777216.0;
}

/* Twelve uniform numbers make a normal one. */
static float normal(void) {
    double sum = -6;
    for (unsigned i = 0; i < 12; i++) {
        sum += uniform();
    }
    return (float)sum;
}

static void there_and_back(const struct stop *s) {
    uint32_t rounding = s->in == FP16 ? ROUND_10_BITS : 0;
    uint32_t e4m3 = s->e4m3;
    tile_to_dst(FP32, IN);
    cfg_store(71, e4m3 << 23 | e4m3 << 22); /* E4M3 in packer and unpacker */
    tile_to_l1(IN_DST32 | rounding, s->in, s->out, CODED);
    tile_to_dst(s->out, CODED);
    tile_to_l1(s->back == FP32 ? IN_DST32 : 0, s->back, FP32, OUT);
}

/* Signal to noise ratio, in decibels, of the numbers that came back. */
static double signal_to_noise(double *largest) {
    double signal = 0, noise = 0;
    *largest = 0;
    for (unsigned i = 0; i < DATUMS; i++) {
        double x = (double)l1_get_float(IN, i), e = fabs((double)l1_get_float(OUT, i) - x);
        signal += x * x;
        noise += e * e;
        *largest = e > *largest ? e : *largest;
    }
    return noise > 0 ? 10 * log10(signal / noise) : INFINITY;
}

int main(void) {
    double last = INFINITY;
    int bad = 0;
    core_start();
    for (unsigned i = 0; i < DATUMS; i++) {
        l1_put_float(IN, i, normal());
    }
    printf("format    bytes a tile  largest error  signal to noise\n");
    for (unsigned i = 0; i < sizeof tour / sizeof tour[0]; i++) {
        double largest, ratio;
        there_and_back(&tour[i]);
        ratio = signal_to_noise(&largest);
        printf("%-8s  %12u  %13.5f  ", tour[i].name, DATUMS * tour[i].bits / 8 + tour[i].exponents,
               largest);
        printf(isinf(ratio) ? "exact\n" : "%12.1f dB\n", ratio);
        bad |= tour[i].bits < 8 && ratio > last;
        last = ratio;
    }
    return core_faulted() || bad;
}
