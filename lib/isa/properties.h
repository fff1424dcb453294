/* SPDX-License-Identifier: Apache-2.0
 *
 * properties.h - what a row of blackhole.def says about its instruction, by word. */
#ifndef STX_ISA_PROPERTIES_H
#define STX_ISA_PROPERTIES_H

#include "isa/args.h"

/* STX_P_* of a word's opcode; 0 if there is no such opcode. */
uint32_t isa_properties(uint32_t word);

#endif
