/* SPDX-License-Identifier: Apache-2.0
 *
 * both.c - a program that chooses between two variants of its kernels, and of the tile functions,
 * without traps. It prints which it was, and results that must be the same. C and C++. */
#include <stdio.h>

#include "kernel.h"
#include "native/tile_choice.h"
#include "softensix/softensix.h"
#include "softensix/tile.h"
#include "trap/present.h"

STX_KERNEL_BOTH(words_of_all_units);
STX_KERNEL_BOTH(accesses);

enum { TILE = 32, A = 0x1000, B = 0x2000, OUT = 0x3000, SCRATCH = 0x8000, L1_BYTES = 0x10000 };
static struct stx_core core;
static uint8_t l1[L1_BYTES];
static uint32_t values[TILE * TILE];

static uint32_t hash(const uint32_t *words, unsigned count) {
    uint32_t h = 2166136261u;
    for (unsigned i = 0; i < count; i++) {
        h = (h ^ words[i]) * 16777619u;
    }
    return h;
}

/* gelu(a b) of two tiles of small integers. */
static bool multiply(bool present) {
    const struct stx_tensor a = {A, 1, 1, STX_TILE_BF16}, b = {B, 1, 1, STX_TILE_BF16};
    const struct stx_tensor out = {OUT, 1, 1, STX_TILE_BF16};
    struct stx_tiles t;
    stx_tile_use_coprocessor(present);
    bool good =
        stx_tiles_init(&t, present ? NULL : &core, 0, SCRATCH, STX_TILE_SCRATCH) == STX_TILE_OK;
    for (unsigned i = 0; i < TILE * TILE; i++) {
        values[i] = (0x3F800000u + (i % 7 << 20)) | (i % 3 == 0 ? 0x80000000u : 0);
    }
    good = good && stx_tile_write(&t, &a, values, TILE) == STX_TILE_OK;
    good = good && stx_tile_write(&t, &b, values, TILE) == STX_TILE_OK;
    good = good && stx_tile_matmul(&t, &out, &a, &b, NULL) == STX_TILE_OK;
    good = good && stx_tile_unary(&t, STX_TILE_TANH, 0, &out, &out) == STX_TILE_OK;
    return good && stx_tile_read(&t, &out, values, TILE) == STX_TILE_OK;
}

int main(void) {
    struct traffic t = {0x80001234, 0, 0, 0};
    bool present = stx_coprocessor_present();
    if (!present) {
        stx_init(&core, l1, sizeof l1, NULL);
        stx_bind(&core);
    }
    stx_kernel_of(&words_of_all_units, present)(NULL);
    stx_kernel_of(&accesses, present)(&t);
    printf("coprocessor %s\n", present ? "there" : "emulated");
    printf("kernel %08lx %08lx %lu\n", (unsigned long)t.gpr, (unsigned long)t.config,
           (unsigned long)t.semaphore);
    bool good = multiply(present);
    printf("tiles %s %08lx\n", good ? "good" : "BAD", (unsigned long)hash(values, TILE * TILE));
    return good ? 0 : 1;
}
