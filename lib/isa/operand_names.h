/* SPDX-License-Identifier: Apache-2.0
 *
 * operand_names.h - names of operand values (names.def) to values and back. */
#ifndef STX_ISA_OPERAND_NAMES_H
#define STX_ISA_OPERAND_NAMES_H

#include <stdbool.h>

#include "core/text.h"
#include "softensix/isa.h"

/* What an operand may name; 0: it has no names. */
unsigned stx_names_of(const struct stx_insn *insn, const struct stx_field *field);

/* Appends a value as names, or as a number where there are none: "MATH|SYNC", "CLR_AB", "5". */
void stx_names_write(struct text *t, unsigned set, uint32_t value);

/* The value of a name: as it is printed, alone, or with its group: "MATH", "STALL_MATH",
 * "p_stall::STALL_MATH", "p_stall_STALL_MATH". */
bool stx_names_value(unsigned set, const char *text, size_t length, uint32_t *value);

#endif
