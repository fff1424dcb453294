/* SPDX-License-Identifier: Apache-2.0
 *
 * present.h - is there a coprocessor? For a core whose illegal instructions trap; a Tensix tile's
 * own RISC-V cores have no traps, and need no question. */
#ifndef TRAP_PRESENT_H
#define TRAP_PRESENT_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In machine mode, with or without a handler of traps: executes a word, a NOP, under a vector of
 * its own, with interrupts off, about 20 instructions. A core with C always says no, because a word
 * there would be two instructions of its own. */
bool stx_coprocessor_present(void);

/* In user and supervisor mode, where nobody may set machine mode's vector: the same word under a
 * handler of trap.h, which machine or supervisor mode has installed. Under any other handler the
 * word is an illegal instruction like others. */
bool stx_coprocessor_present_below(void);

#ifdef __cplusplus
}
#endif
#endif
