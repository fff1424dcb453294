/* SPDX-License-Identifier: Apache-2.0
 *
 * gemm.c - for comparison: 32x32x32 products in plain C. */
#include "bench.h"

enum { N = 32 };
float gemm_a[N][N], gemm_b[N][N], gemm_c[N][N];
int8_t gemm_ia[N][N], gemm_ib[N][N];
int32_t gemm_ic[N][N];

static void prepare(uint32_t parameter) {
    (void)parameter;
    bench_random_seed(1);
    for (unsigned i = 0; i < N; i++) {
        for (unsigned j = 0; j < N; j++) {
            gemm_a[i][j] = bench_gauss();
            gemm_b[i][j] = bench_gauss();
            gemm_ia[i][j] = (int8_t)bench_random();
            gemm_ib[i][j] = (int8_t)bench_random();
        }
    }
}

static void gemm_float(void) {
    for (unsigned i = 0; i < N; i++) {
        for (unsigned j = 0; j < N; j++) {
            float sum = 0;
            for (unsigned k = 0; k < N; k++) {
                sum += gemm_a[i][k] * gemm_b[k][j];
            }
            gemm_c[i][j] = sum;
        }
    }
    __asm__ volatile("" ::: "memory");
}

static void gemm_int8(void) {
    for (unsigned i = 0; i < N; i++) {
        for (unsigned j = 0; j < N; j++) {
            int32_t sum = 0;
            for (unsigned k = 0; k < N; k++) {
                sum += gemm_ia[i][k] * gemm_ib[k][j];
            }
            gemm_ic[i][j] = sum;
        }
    }
    __asm__ volatile("" ::: "memory");
}

const struct bench bench_gemm[] = {{"gemm32_c_float", prepare, gemm_float, 1, 0},
                                   {"gemm32_c_int8", prepare, gemm_int8, 1, 0},
                                   {0}};
