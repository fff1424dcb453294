/* SPDX-License-Identifier: Apache-2.0
 *
 * job.h - kernels on lists of tiles: thread 0 loads one tile into SrcA and one into SrcB, thread 1
 * computes Dst from them, thread 2 writes a tile of Dst. Loading and writing are the same for all
 * (job_unpack.c, job_pack.c); the example itself is what thread 1 does. */
#ifndef EXAMPLES_JOB_H
#define EXAMPLES_JOB_H

#include <stdbool.h>
#include <stdint.h>

#define JOB_TILES 16 /* limit for the tiles in a list */
#define JOB_L1_BYTES 0x40000

struct job {
    const char *name;        /* for reports on a run */
    void (*math)(void *job); /* thread 1 */
    unsigned loads, outputs; /* numbers of tiles in and out */
    uint32_t a[JOB_TILES]; /* for each load: byte address in L1 of a BF16 tile, a multiple of 16 */
    uint32_t b[JOB_TILES]; /* to SrcB */
    uint32_t out[JOB_TILES]; /* for each output */
    unsigned rows_a, rows_b; /* rows of each of the four blocks that are loaded: 16 or 8 */
    bool fp32;               /* Dst and the output are FP32, else BF16 */
    const void *parameters;  /* of math */
};

/* Runs the three threads until all outputs are written. Prints what went wrong if it returns false.
 */
bool job_run(struct job *job);

/* L1 and its allocation: each block follows the one before; job_reset() frees all of them. */
extern uint8_t job_l1[JOB_L1_BYTES];
uint32_t job_alloc(uint32_t bytes);
void job_reset(void);

/* The math thread's side: configure before the first tile; wait for a half of Dst for the next
 * output; report that half as full. */
void job_math_start(const struct job *job);
void job_math_begin(void);
void job_math_end(void);

/* Threads 0 and 2. */
void job_unpack(void *job);
void job_pack(void *job);

#endif
