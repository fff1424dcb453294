/* SPDX-License-Identifier: Apache-2.0
 *
 * cycles.h - how long words would take on silicon, by the time model (docs/time.md), in programs
 * that are built with STX_TRACE (make DIAG=1). In others there is neither model nor memory for it.
 */
#ifndef EXAMPLES_DIGITS_CYCLES_H
#define EXAMPLES_DIGITS_CYCLES_H

#include <stdint.h>

#include "softensix/softensix.h"

/* The port of a core whose words are to be timed. */
extern const struct stx_port cycles_port;

/* Words from here on count. */
void cycles_begin(const struct stx_core *core);
/* How many cycles they take; 0 where nothing is timed. */
uint64_t cycles_end(void);

#endif
