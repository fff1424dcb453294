/* SPDX-License-Identifier: Apache-2.0
 *
 * cycles.h - how long words would take on silicon according to the time model (docs/time.md), in
 * programs that are built with STX_TRACE (make DIAG=1). Other programs contain neither the model
 * nor its memory.
 */
#ifndef EXAMPLES_DIGITS_CYCLES_H
#define EXAMPLES_DIGITS_CYCLES_H

#include <stdint.h>

#include "softensix/softensix.h"

/* Starts timing at the next word. */
void cycles_begin(struct stx_core *core);
/* Ends it: the cycles of the words since, or 0 in programs without the model. */
uint64_t cycles_end(void);

#endif
