/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_trace.h - writes what readers and writers ask of the NoC, with the times of the model, for
 * tools that estimate how full the NoC is. tools/kernels/noctrace.py makes their format of it. */
#ifndef METAL_GRID_TRACE_H
#define METAL_GRID_TRACE_H

#include "grid_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins a file, if the argument is "noc=FILE", and returns true then. Ends the program with a
 * message if the file cannot be written. */
bool grid_trace_takes(const char *argument);
/* A core whose time model has started; a request has been made; the run has ended. */
void grid_trace_begin(struct grid_core *core);
void grid_trace_made(const struct grid_core *from, const struct noc_request *r);
void grid_trace_end(void);

#ifdef __cplusplus
}
#endif
#endif
