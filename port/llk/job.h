/* SPDX-License-Identifier: Apache-2.0
 *
 * job.h - runs the three threads of an LLK kernel with input and output. */
#ifndef LLK_JOB_H
#define LLK_JOB_H

#include "softensix/softensix.h"

#ifdef __cplusplus
extern "C" {
#endif

struct llk_threads {
    void (*run[STX_THREADS])(void *coop); /* unpack, math, pack; they are given the scheduler */
};

/* Reads the input that argv[1] names, runs the threads, and writes the output argv[2] (job.c).
 * Returns the exit code of the program. */
int llk_job(const struct llk_threads *threads, int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif
