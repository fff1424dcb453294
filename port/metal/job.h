/* SPDX-License-Identifier: Apache-2.0
 *
 * job.h - runs the three threads of a compute kernel with input and output. */
#ifndef METAL_JOB_H
#define METAL_JOB_H

#include "cb.h"
#include "llk/job.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the input that argv[1] names, runs the threads, and writes the output argv[2] (job.c).
 * Returns the exit code of the program. */
int metal_job(const struct llk_threads *threads, int argc, char **argv);

/* The same as stx_metal_begin() and stx_metal_argument() for code that traps instead of calling;
 * its place is already known. */
void metal_begin(unsigned thread, const struct cb_call *call);
void metal_argument(unsigned thread, bool common, uint32_t index);

#ifdef __cplusplus
}
#endif
#endif
