/* SPDX-License-Identifier: Apache-2.0
 *
 * demo.c - the matmul of examples/matmul as one program for boards with and without the
 * coprocessor: its kernels are words. Where these trap, three cooperative threads of one hart
 * execute them on an emulated core; on three harts that have the coprocessor each runs one kernel,
 * and L1 is at address 0. Prints which of them it was, and the checksum of make demo. */
#include <stdio.h>

#include "common/tiles.h"
#include "matmul/kernel.h"
#include "trap/coop.h"

enum { TILES_M = 2, TILES_K = 3, TILES_N = 2, SEED = 1, HIFI4 = 4, FIRST = 0x4000 };
enum { ROWS = 32 * TILES_M, INNER = 32 * TILES_K, COLS = 32 * TILES_N };
enum { HARTS = 3, GO = 0x600D };

static struct stx_core core;
static struct coop coop;
static uint8_t own_l1[0x10000] __attribute__((aligned(16)));
static float strip[ROWS * INNER];
static struct matmul p = {TILES_M, TILES_K, TILES_N, FIRST, 0, 0, HIFI4, false, 0};
static volatile uint32_t go, done[HARTS];
static void (*const kernels[HARTS])(void *) = {matmul_unpack, matmul_math, matmul_pack};

static void operand(uint8_t *to, unsigned rows, unsigned cols, uint32_t *seed) {
    for (unsigned row = 0; row < rows; row += 32) {
        matrix_random(strip, 32 * cols, seed);
        matrix_tilize(to + row / 32 * (cols / 32) * TILE_BYTES, strip, 32, cols);
    }
}

static void prepare(uint8_t *l1) {
    uint32_t seed = SEED;
    p.b = p.a + TILES_M * TILES_K * TILE_BYTES;
    p.out = p.b + TILES_K * TILES_N * TILE_BYTES;
    operand(l1 + p.a, ROWS, INNER, &seed);
    operand(l1 + p.b, INNER, COLS, &seed);
}

/* The harts other than the first (harts.S). */
void other_hart(unsigned hart);
void other_hart(unsigned hart) {
    while (go != GO) {
        __asm__ volatile(
            ".4byte 0x10500073"); /* wfi: on a board without the coprocessor, for ever */
    }
    if (hart < HARTS) {
        kernels[hart](&p);
        done[hart] = GO;
    }
    for (;;) {
    }
}

static bool run_on_three_harts(void) {
    go = GO;
    kernels[0](&p);
    while (done[1] != GO || done[2] != GO) {
    }
    return true;
}

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

static bool run_by_traps(void) {
    static const char *const names[HARTS] = {"unpack", "math", "pack"};
    coop_start(&coop, &core, own_l1, sizeof own_l1);
    for (unsigned i = 0; i < HARTS; i++) {
        coop_add(&coop, names[i], i, kernels[i], &p);
    }
    stx_trap_close_registers();
    stx_trap_install(&core);
    stx_trap_threads(stx_trap_coop_thread, &coop);
    if (coop_run(&coop) != COOP_DONE) {
        coop_report(&coop, print, NULL);
        return false;
    }
    return true;
}

/* FNV-1a. */
static uint32_t checksum(const uint8_t *bytes, uint32_t size) {
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * 16777619u;
    }
    return hash;
}

int main(void) {
    bool present = stx_coprocessor_present();
    uint8_t *l1 = present ? (uint8_t *)0 : own_l1;
    prepare(l1);
    printf("coprocessor              %s\n", present ? "there" : "emulated");
    bool good = present ? run_on_three_harts() : run_by_traps();
    printf("checksum                 %08lx\n",
           (unsigned long)checksum(l1 + p.out, ROWS * COLS * 2));
    return good ? 0 : 1;
}
