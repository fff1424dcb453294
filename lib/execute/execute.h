/* SPDX-License-Identifier: Apache-2.0
 *
 * execute.h - from a plain word to the body that executes it. */
#ifndef STX_EXECUTE_EXECUTE_H
#define STX_EXECUTE_EXECUTE_H

#include "isa/args.h"

/* Decodes and executes one plain word. Callbacks, counting and the cycles of the vector unit are
 * the front end's. */
enum stx_result execute_word(struct stx_core *core, unsigned thread, uint32_t word);

#endif
