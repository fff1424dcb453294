/* SPDX-License-Identifier: Apache-2.0
 *
 * operand_values.h - values of operands by the names of names.def and names_sfpu.def, for example
 * p_stall_SRCA_CLR and SFPCONFIG_DEST_SFPU_CTRL. */
#ifndef STX_ISA_OPERAND_VALUES_H
#define STX_ISA_OPERAND_VALUES_H

enum {
#define NAME(group, set, name, value, meaning) group##_##name = value,
#define VALUE NAME
#define PLAIN(...)
#define SFPI(set, name, value, meaning) name = value,
#include "isa/names.def"
#include "isa/names_sfpu.def"
#undef NAME
#undef VALUE
#undef PLAIN
#undef SFPI
};

#endif
