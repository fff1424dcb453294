/* SPDX-License-Identifier: Apache-2.0
 *
 * kernel.h - what the three kernels of the matmul share. */
#ifndef MATMUL_KERNEL_H
#define MATMUL_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "softensix/tti.h"

#ifndef STX_NATIVE
/* The kernels count the words that they issue, to show how many more MOP and replay make of
 * them. */
extern uint32_t words_issued[3];
#undef STX_ISSUE
#define STX_ISSUE(word) (words_issued[STX_THREAD]++, STX_ISSUE_BOUND(word))
#endif

#include "common/registers.h"

/* out[m][n] += a[m][k] * b[k][n] in tiles of 32x32. A tile is four 16x16 faces, each row by row. */
struct matmul {
    unsigned tiles_m, tiles_k, tiles_n;
    uint32_t a, b, out; /* bytes in L1, multiples of 16, tiles row by row */
    unsigned phases;    /* fidelity phases: 1 = LoFi .. 4 = HiFi4 */
    bool fp32;          /* accumulate and write FP32 instead of BF16 */
    unsigned throttle;  /* 0..5: NOPs between products, to limit power */
};

void matmul_unpack(void *parameters);
void matmul_math(void *parameters);
void matmul_pack(void *parameters);

#endif
