/* SPDX-License-Identifier: Apache-2.0
 *
 * properties.c - the properties of each opcode, from the rows of blackhole.def. */
#include "isa/properties.h"

#define INSN(NAME, opcode, unit, properties, ...) [opcode] = properties,
#define TODO INSN
#define FRNT INSN
#define DARK INSN
static const uint16_t properties_of[STX_OPCODES] = {
#include "isa/blackhole.def"
};
#undef INSN
#undef TODO
#undef FRNT
#undef DARK

uint32_t isa_properties(uint32_t word) {
    return properties_of[word_opcode(word)];
}
