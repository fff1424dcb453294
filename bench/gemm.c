/* SPDX-License-Identifier: Apache-2.0
 *
 * gemm.c - the opponents: 32x32x32 in plain C. */
#include "bench.h"

enum { N = 32 };
static float a[N][N], b[N][N], c[N][N];
static int8_t ia[N][N], ib[N][N];
static int32_t ic[N][N];

static void prepare(uint32_t parameter) {
    (void)parameter;
    bench_random_seed(1);
    for (unsigned i = 0; i < N; i++) {
        for (unsigned j = 0; j < N; j++) {
            a[i][j] = bench_gauss();
            b[i][j] = bench_gauss();
            ia[i][j] = (int8_t)bench_random();
            ib[i][j] = (int8_t)bench_random();
        }
    }
}

static void gemm_float(void) {
    for (unsigned i = 0; i < N; i++) {
        for (unsigned j = 0; j < N; j++) {
            float sum = 0;
            for (unsigned k = 0; k < N; k++) {
                sum += a[i][k] * b[k][j];
            }
            c[i][j] = sum;
        }
    }
    __asm__ volatile("" ::: "memory");
}

static void gemm_int8(void) {
    for (unsigned i = 0; i < N; i++) {
        for (unsigned j = 0; j < N; j++) {
            int32_t sum = 0;
            for (unsigned k = 0; k < N; k++) {
                sum += ia[i][k] * ib[k][j];
            }
            ic[i][j] = sum;
        }
    }
    __asm__ volatile("" ::: "memory");
}

const struct bench bench_gemm[] = {{"gemm32_c_float", prepare, gemm_float, 1, 0},
                                   {"gemm32_c_int8", prepare, gemm_int8, 1, 0},
                                   {0}};
