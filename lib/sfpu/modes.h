/* SPDX-License-Identifier: Apache-2.0
 *
 * modes.h - the modes that are defined, by the rows of tensix.def: MODES_SFPABS, bit m stands
 * for mode m; 0 if all are. */
#ifndef STX_SFPU_MODES_H
#define STX_SFPU_MODES_H

enum {
#define MODES(defined) | (defined)
#define INSN(...)
#define SFPU_INSN(NAME, opcode, facts, ...) MODES_##NAME = (int)(0u facts),
#define TODO(NAME, opcode, unit, facts, ...) MODES_##NAME = (int)(0u facts),
#include "isa/tensix.def"
};

#endif
