/* SPDX-License-Identifier: Apache-2.0
 *
 * job.h - what a program that runs three threads of a compute kernel does around them. */
#ifndef METAL_JOB_H
#define METAL_JOB_H

#include "cb.h"
#include "llk/job.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the input that argv[1] names, runs the threads, and writes the output argv[2] (job.c). The
 * answer is the exit code of the program. */
int metal_job(const struct llk_threads *threads, int argc, char **argv);

/* As stx_metal_begin(), for code that gets here without a call: its place is known already. */
void metal_begin(unsigned thread, const struct cb_call *call);

#ifdef __cplusplus
}
#endif
#endif
