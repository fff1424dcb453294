/* SPDX-License-Identifier: Apache-2.0
 *
 * sub_units.h - the sub-units of the SFPU, and how a sequence of SFPLOADMACRO uses them
 * (SPEC 8.10).
 */
#ifndef STX_SFPU_SUB_UNITS_H
#define STX_SFPU_SUB_UNITS_H

#include "isa/vector_words.h"

/* The order is that of the bytes of a sequence. */
enum { UNIT_SIMPLE, UNIT_MAD, UNIT_ROUND, UNIT_STORE, UNIT_COUNT, UNIT_NONE = UNIT_COUNT };

/* Bits in a byte of a sequence: the operation writes LReg16; the loaded register replaces VB
 * instead of VC. */
enum { TO_LREG16 = 1u << 6, LOAD_IS_VB = 1u << 7 };

/* The sub-unit that executes a word. */
static inline unsigned sfpu_unit_of(uint32_t word) {
    unsigned sub_unit = stx_vector_sub_unit(word);
    return sub_unit >= STX_SUB_SIMPLE && sub_unit <= STX_SUB_STORE ? sub_unit - STX_SUB_SIMPLE
                                                                   : UNIT_NONE;
}

#endif
