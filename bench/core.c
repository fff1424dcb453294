/* SPDX-License-Identifier: Apache-2.0
 *
 * core.c - the core that is measured, and operands for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "softensix/inspect.h"
#include "softensix/softensix.h"

struct stx_core bench_core;
uint8_t bench_l1[BENCH_L1_BYTES] __attribute__((aligned(16)));
static uint32_t seed = 1;
static uint32_t formats; /* of both sources, on chips that configure them */

void bench_core_init(uint32_t source_format) {
    stx_init(&bench_core, bench_l1, sizeof bench_l1, NULL);
    stx_init_as_firmware(&bench_core);
    for (unsigned bank = 0; bank < STX_SRC_BANKS; bank++) {
        bench_core.srca.fpu_owns[bank] = bench_core.srcb.fpu_owns[bank] = 1;
        bench_core.srca.format[bank] = bench_core.srcb.format[bank] = (uint8_t)source_format;
    }
    formats = STX_FORMATS_REMEMBERED ? 0 : source_format << 17 | source_format << 21;
    bench_random_seed(1);
}

void bench_cfg(uint32_t word, uint32_t value) {
    value |= word == CFG_ALU ? formats : 0;
    stx_mmio_write(&bench_core, 1, 0xFFEF0000u + 4 * word, value);
}

void bench_issue(uint32_t word) {
    if (stx_issue(&bench_core, 1, word) != STX_DONE) {
        printf("word %08lx: %s\n", (unsigned long)word,
               stx_rule_name(stx_last_fault(&bench_core)->rule));
        exit(1);
    }
}

void bench_random_seed(uint32_t value) {
    seed = value;
}

uint32_t bench_random(void) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

/* The sum of eight uniform numbers, with variance 1. */
float bench_gauss(void) {
    int32_t sum = 0;
    for (unsigned i = 0; i < 8; i++) {
        sum += (int32_t)(bench_random() >> 16) - 32768;
    }
    return (float)sum / (32768.0f * 1.6329932f);
}

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Seven bits relative to an exponent that sixteen neighbours share; normalised, as after
 * unpacking. */
static uint32_t bfp8_datum(void) {
    int32_t units = (int32_t)(bench_gauss() * 40.0f);
    units = units > 127 ? 127 : units < -127 ? -127 : units;
    return bits_of((float)units / 32.0f) & 0xFFFF0000u;
}

/* A sign and eight bits of magnitude in the mantissa; the exponent says "not zero". */
static uint32_t int8_datum(void) {
    uint32_t magnitude = bench_random() >> 25;
    return (bench_random() & 0x80000000u) | (magnitude ? 16u << 23 | magnitude << 13 : 0);
}

uint32_t bench_datum(enum bench_data kind) {
    uint32_t r, bits;
    switch (kind) {
    case GAUSS_TF32:
        return bits_of(bench_gauss()) & 0xFFFFE000u;
    case GAUSS_FP16: /* 5-bit exponents */
        bits = bits_of(bench_gauss() * 0.5f) & 0xFFFFE000u;
        return (bits & 0x7F800000u) > 112u << 23 ? bits - (112u << 23) : 0;
    case BFP8:
        return bfp8_datum();
    case INT8:
        return int8_datum();
    case ADVERSARIAL: /* exponents that are far apart */
        r = bench_random();
        return (r & 0x807F0000u) | (64u + (bench_random() & 127u)) << 23;
    default:
        return bits_of(bench_gauss()) & 0xFFFF0000u;
    }
}

void bench_fill_sources(enum bench_data kind) {
    for (unsigned source = 0; source < 2; source++) {
        for (unsigned row = 0; row < STX_SRC_ROWS; row++) {
            for (unsigned col = 0; col < STX_COLS; col++) {
                uint32_t datum = bench_datum(kind);
                /* Large in one source where it is small in the other, so no product is near the
                 * largest exponent. */
                if (kind == ADVERSARIAL) {
                    uint32_t k = source ? col : row % 16;
                    datum = (datum & 0x807F0000u) |
                            (source ? 150u - 7 * (k % 8) : 100u + 7 * (k % 8)) << 23;
                    datum += (uint32_t)(bench_random() % 3) << 23;
                }
                stx_src_poke(&bench_core, source, 0, row, col, datum);
            }
        }
    }
}
