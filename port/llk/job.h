/* SPDX-License-Identifier: Apache-2.0
 *
 * job.h - what a program that runs three threads of an LLK kernel does around them. */
#ifndef LLK_JOB_H
#define LLK_JOB_H

#include "softensix/softensix.h"

#ifdef __cplusplus
extern "C" {
#endif

struct llk_threads {
    void (*run[STX_THREADS])(void *coop); /* unpack, math, pack; they are given the scheduler */
};

/* Reads the input that argv[1] names, runs the threads, and writes the output argv[2] (job.c). The
 * answer is the exit code of the program. */
int llk_job(const struct llk_threads *threads, int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif
