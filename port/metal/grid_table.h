/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_table.h - which kernels the cores of a program run. tools/kernels writes the table. */
#ifndef METAL_GRID_TABLE_H
#define METAL_GRID_TABLE_H

#include "llk/job.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { GRID_MOVERS = 2, GRID_KERNELS = STX_THREADS + GRID_MOVERS };

/* The variables of a kernel that is linked to the program. */
struct grid_variables {
    uint8_t *begin, *end;
};

/* The kernels of one or more cores. */
struct grid_kernels {
    struct llk_threads threads;
    void (*mover[GRID_MOVERS])(void); /* reader and writer, or NULL */
    struct grid_variables variables[GRID_KERNELS];
};

#ifdef __cplusplus
}
#endif
#endif
