/* SPDX-License-Identifier: Apache-2.0
 *
 * state.h - what a core holds when the threads of a kernel begin: what reset leaves, noise, or what
 * another kernel has left behind; and what is told of it at their end. */
#ifndef LLK_STATE_H
#define LLK_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "softensix/softensix.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Takes arguments of a program: "noise=SEED", "behind=SEED" (noise after a kernel's run-time
 * arguments), "after=FILE" (a state that another run has kept) and "keep=FILE" (where this run
 * keeps its own). Moves the others to the front and returns their number. Ends the program with a
 * message if one is invalid. */
int state_arguments(int count, char **arguments);

/* Fills memory with the noise that was asked for, or leaves it as it is. */
void state_memory(uint8_t *memory, uint32_t bytes);
/* Fills the words after a kernel's arguments with the noise that was asked for, or leaves them as
 * they are. */
void state_behind(uint32_t *words, uint32_t count);
/* Sets the registers to noise or to the state after another kernel, if that was asked for. True if
 * the state is that after another kernel, so that the tile has already booted. */
bool state_begin(struct stx_core *core);
/* Keeps the state, if that was asked for. */
void state_end(const struct stx_core *core);

/* Prints how much a run has executed, and how many words have left an infinity in Dst that is 0 in
 * the simulator (departure INFINITY_STAYS), if any. */
void state_counts(const struct stx_core *core, uint64_t instructions);

#ifdef __cplusplus
}
#endif
#endif
