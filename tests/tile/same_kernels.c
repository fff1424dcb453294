/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels of three threads (examples/matmul, eltwise, transpose) beside calls of softensix/tile.h
 * on the same tiles: the same bytes in L1. For both chips. */
#include <stdio.h>
#include <string.h>

#include "common/job.h"
#include "common/threads.h"
#include "common/tiles.h"
#include "eltwise/eltwise.h"
#include "matmul/kernel.h"
#include "softensix/softensix.h"
#include "softensix/tile.h"
#include "transpose/transpose.h"

enum {
    SIDE = 32,
    BF16_TILE = SIDE * SIDE * 2,
    FP32_TILE = 2 * BF16_TILE,
    SCRATCH = JOB_L1_BYTES - STX_TILE_SCRATCH
};
enum { M = 2, K = 3, N = 2 };

uint32_t words_issued[3]; /* the kernels of the product count them */
static struct stx_core core;
static uint8_t l1[JOB_L1_BYTES];
static unsigned passed, failed;
static float numbers[M * K * SIDE * SIDE];

/* Tiles of random numbers of BF16 in both L1s. */
static uint32_t put(unsigned rows, unsigned columns, uint32_t seed) {
    uint32_t at = job_alloc(rows * columns * BF16_TILE);
    matrix_random(numbers, rows * columns * SIDE * SIDE, &seed);
    matrix_tilize(job_l1 + at, numbers, rows * SIDE, columns * SIDE);
    memcpy(l1 + at, job_l1 + at, rows * columns * BF16_TILE);
    return at;
}

static struct stx_tiles begin(void) {
    struct stx_tiles t;
    stx_init(&core, l1, sizeof l1, NULL);
    (void)stx_tiles_init(&t, &core, 1, SCRATCH, STX_TILE_SCRATCH);
    return t;
}

static void judge(const char *what, unsigned which, bool ran, enum stx_tile_result called,
                  const struct stx_tensor *out) {
    bool same = ran && called == STX_TILE_OK &&
                !memcmp(job_l1 + out->address, l1 + out->address, stx_tensor_bytes(out));
    if (!same) {
        printf("FAIL %s %u: %s\n", what, which,
               !ran     ? "the kernel does not end"
               : called ? stx_tile_text(called)
                        : "other bytes");
    }
    passed += same;
    failed += !same;
}

static void product(unsigned phases, bool fp32) {
    struct stx_tensor a = {0, M, K, STX_TILE_BF16}, b = {0, K, N, STX_TILE_BF16};
    struct stx_tensor out = {0, M, N, fp32 ? STX_TILE_FP32 : STX_TILE_BF16};
    struct stx_tile_product options = {.fidelity = (uint8_t)phases, .dst16 = !fp32};
    job_reset();
    a.address = put(M, K, 1 + phases);
    b.address = put(K, N, 11 + phases);
    out.address = job_alloc(M * N * FP32_TILE);
    struct matmul p = {M, K, N, a.address, b.address, out.address, phases, fp32, 0};
    struct threads threads = {"matmul", matmul_unpack, matmul_math, matmul_pack, &p};
    bool ran = threads_run(&threads, job_l1, sizeof job_l1);
    struct stx_tiles t = begin();
    judge(fp32 ? "product, FP32" : "product, BF16", phases, ran,
          stx_tile_matmul(&t, &out, &a, &b, &options), &out);
}

static struct job job_of(void (*math)(void *), const void *parameters, bool fp32) {
    job_reset();
    struct job job = {.name = "one tile",
                      .math = math,
                      .loads = 1,
                      .outputs = 1,
                      .rows_a = 16,
                      .rows_b = 16,
                      .fp32 = fp32,
                      .parameters = parameters};
    job.a[0] = put(1, 1, 21);
    job.b[0] = put(1, 1, 22);
    job.out[0] = job_alloc(FP32_TILE);
    return job;
}

static void pair(enum operation operation, enum broadcast broadcast,
                 enum stx_tile_broadcast of_call) {
    struct eltwise e = {operation, broadcast};
    struct job job = job_of(eltwise_math, &e, true);
    struct stx_tensor a = {job.a[0], 1, 1, STX_TILE_BF16}, b = {job.b[0], 1, 1, STX_TILE_BF16};
    struct stx_tensor out = {job.out[0], 1, 1, STX_TILE_FP32};
    bool ran = job_run(&job);
    struct stx_tiles t = begin();
    judge("operation, broadcast", 10 * operation + of_call, ran,
          stx_tile_binary(&t, (enum stx_tile_operation)operation, of_call, &out, &a, &b,
                          STX_TILE_HIFI4),
          &out);
}

static void transposition(void) {
    struct job job = job_of(transpose_math, NULL, false);
    struct stx_tensor a = {job.a[0], 1, 1, STX_TILE_BF16}, out = {job.out[0], 1, 1, STX_TILE_BF16};
    job.b[0] = job.a[0];
    bool ran = job_run(&job);
    struct stx_tiles t = begin();
    judge("transposition", 0, ran, stx_tile_transpose(&t, &out, &a), &out);
}

int main(void) {
    static const enum broadcast broadcasts[] = {NONE, COLUMN, ROW, SCALAR};
    for (unsigned i = 0; i < 8; i++) {
        product(1 + i / 2, i % 2);
    }
    for (unsigned i = 0; i < 12; i++) {
        pair((enum operation)(i / 4), broadcasts[i % 4], (enum stx_tile_broadcast)(i % 4));
    }
    transposition();
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
