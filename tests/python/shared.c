/* SPDX-License-Identifier: Apache-2.0
 *
 * shared.c - what the shared object of a wheel converts and computes, as checksums: the same on
 * every machine. */
#include <inttypes.h>
#include <stdio.h>

#include "softensix/isa.h"
#include "softensix/softensix.h"
#include "softensix/tile.h"

#define NUMBERS 1024u

static struct stx_core core;
static struct stx_tiles tiles;
static uint8_t l1[65536] __attribute__((aligned(16)));
static uint32_t in[NUMBERS], out[NUMBERS];

static uint32_t hashed(const void *bytes, size_t size) {
    const uint8_t *b = bytes;
    uint32_t hash = 0x811C9DC5u;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ b[i]) * 0x01000193u;
    }
    return hash;
}

/* Numbers from 2^-8 to 2^8 of both signs; integers of seven bits. */
static void fill(bool integers) {
    uint32_t v = 1;
    for (unsigned i = 0; i < NUMBERS; i++) {
        v = v * 1664525u + 1013904223u;
        in[i] = integers ? (v >> 25) - 64u : (v & 0x807FFFFFu) + ((119u + (v >> 24 & 15u)) << 23);
    }
}

static void convert(unsigned format) {
    const struct stx_tensor tensor = {32768, 1, 1, (uint8_t)format};
    fill(format == STX_TILE_INT32 || format == STX_TILE_INT8);
    if (stx_tile_write(&tiles, &tensor, in, 32) == STX_TILE_OK &&
        stx_tile_read(&tiles, &tensor, out, 32) == STX_TILE_OK) {
        printf("format %u: bytes %08" PRIx32 ", numbers %08" PRIx32 "\n", format,
               hashed(l1 + 32768, stx_tile_bytes(format)), hashed(out, sizeof out));
    }
}

static void compute(void) {
    const struct stx_tensor a = {32768, 1, 1, STX_TILE_FP32}, b = {40960, 1, 1, STX_TILE_FP32};
    fill(false);
    stx_tile_write(&tiles, &a, in, 32);
    for (unsigned function = 0; function < STX_TILE_FUNCTIONS; function++) {
        if (stx_tile_unary(&tiles, function, 0x3F000000u, &b, &a) == STX_TILE_OK) {
            stx_tile_read(&tiles, &b, out, 32);
            printf("%s: %08" PRIx32 "\n", stx_tile_function_name(function),
                   hashed(out, sizeof out));
        }
    }
    if (stx_tile_matmul(&tiles, &b, &a, &a, NULL) == STX_TILE_OK) {
        stx_tile_read(&tiles, &b, out, 32);
        printf("product: %08" PRIx32 "\n", hashed(out, sizeof out));
    }
}

int main(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    stx_init_as_firmware(&core);
    if (stx_tiles_init(&tiles, &core, 1, 16, STX_TILE_SCRATCH) != STX_TILE_OK) {
        return 1;
    }
    for (unsigned format = 0; format < 16; format++) {
        if (stx_tile_bytes(format)) {
            convert(format);
        }
    }
    compute();
    return 0;
}
