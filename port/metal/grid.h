/* SPDX-License-Identifier: Apache-2.0
 *
 * grid.h - a program of tt-metal on several cores, in one process and on one hart. Each core is a
 * tile with an L1 of its own; the cores take turns. A turn ends when nothing of the core can go on,
 * or when a word of it has landed in another core, which is then the next (docs/cores.md says why).
 * Variables of kernels have one address for all cores, and are exchanged between turns. */
#ifndef METAL_GRID_H
#define METAL_GRID_H

#include "grid_table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the input that argv[1] names, runs all cores, and writes the output argv[2]; further words
 * are as for metal_job() (job.c), and "pass=FINDING" for grid_pass_over(). The input:
 *
 *   "METALGRD"  seed of the order of cores (0: round robin), number of cores, and for each core
 *               the number of its kernels, its coordinates on the NoCs, those in the grid, and an
 *               input as for one core (input.h), where only the first core's has data in DRAM.
 *
 * The output holds the tensors, core by core; those in DRAM only once. Returns the exit code of the
 * program, as metal_job(). */
int grid_job(const struct grid_kernels *kernels, unsigned count, int argc, char **argv);

#ifdef __cplusplus
}
#endif
#endif
