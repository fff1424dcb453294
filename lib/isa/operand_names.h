/* SPDX-License-Identifier: Apache-2.0
 *
 * operand_names.h - translates names of operand values (names.def) to values and back. */
#ifndef STX_ISA_OPERAND_NAMES_H
#define STX_ISA_OPERAND_NAMES_H

#include <stdbool.h>

#include "core/text.h"
#include "softensix/isa.h"

/* The set of names that an operand uses; 0: it has no names. */
unsigned stx_names_of(const struct stx_insn *insn, const struct stx_field *field);

/* Appends a value as names, or as a number where there are none: "MATH|SYNC", "CLR_AB", "5". */
void stx_names_write(struct text *t, unsigned set, uint32_t value);

/* The value of a name. The name may have its short form, its full form, or its group as well:
 * "MATH", "STALL_MATH", "p_stall::STALL_MATH", "p_stall_STALL_MATH". */
bool stx_names_value(unsigned set, const char *text, size_t length, uint32_t *value);

#endif
