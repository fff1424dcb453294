/* SPDX-License-Identifier: Apache-2.0
 *
 * modes.h - the defined modes of each instruction, from the rows of the instruction table. In
 * MODES_SFPABS, for example, bit m stands for mode m; 0 means that all modes are defined. */
#ifndef STX_SFPU_MODES_H
#define STX_SFPU_MODES_H

enum {
#define MODES(defined) | (defined)
#define INSN(...)
#define SFPU_INSN(NAME, opcode, facts, ...) MODES_##NAME = (int)(0u facts),
#include "isa/tensix.def"
};

#endif
