/* SPDX-License-Identifier: Apache-2.0
 *
 * execute.h - from a plain word to the body that executes it. */
#ifndef STX_ISA_DISPATCH_H
#define STX_ISA_DISPATCH_H

#include "isa/args.h"

/* STX_P_* of a word's opcode; 0 if unknown. */
uint32_t isa_properties(uint32_t word);

/* Decodes and executes one plain word: no waiting gate, no trace (frontend/sfpu_cycle.c re-issues
 * with this). */
enum stx_result isa_execute(struct stx_core *core, unsigned thread, uint32_t word);

#endif
