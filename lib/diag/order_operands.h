/* SPDX-License-Identifier: Apache-2.0
 *
 * order_operands.h - which registers a word of the vector unit reads and writes, as far as
 * order_vector.c follows them. */
#ifndef STX_DIAG_ORDER_OPERANDS_H
#define STX_DIAG_ORDER_OPERANDS_H

#include "isa/operand_values.h"
#include "isa/vector_words.h"
#include "private.h"

enum { LREG_7 = 1u << 7, GENERAL = 0xFF };

/* Modes of words that read fewer registers than they name. */
enum { MOV_ALL_LANES = 2, MOV_SPECIAL = 8, CC_NO_REGISTER = 8 | 1, LUT_16_3 = 10 };
enum { ROUND_FLAVOUR = 7, SHIFT_IS_IMMEDIATE = 8, COMPARE_WRITES_VD = 8 };
enum { IADD_KEEPS_FLAG = 4, SETS_FLAG = 2, COMPARE_SETS_FLAG = 3 };

/* The flavours of SFP_STOCH_RND that shift by VB. */
static inline bool rounds_by_vb(uint32_t mode) {
    uint32_t flavour = mode & ROUND_FLAVOUR;
    return !(mode & SHIFT_IS_IMMEDIATE) && (flavour == 4 || flavour == 5);
}

/* The registers that the word reads. A load of half a register keeps the other half, but needs it
 * no more than any load does. Which register LReg7 names is not followed. */
static inline uint32_t reads_of(uint32_t word) {
    const struct vector_row *row = stx_vector_row(word);
    unsigned mode = vector_mode(row, word);
    uint32_t reads = stx_vector_reads(word);
    if (row->sub_unit == STX_SUB_LOAD || (is_SFPMOV(word) && (mode & MOV_SPECIAL)) ||
        (is_SFPSETCC(word) && (mode & CC_NO_REGISTER))) {
        return 0;
    }
    if (row->indirect_va >> mode & 1u) {
        return LREG_7 | 1u << vector_vb(word) | 1u << vector_vc(word);
    }
    if (is_SFPLUTFP32(word) && (mode & LUT_16_3) == LUT_16_3) {
        return 0x0F;
    }
    if (is_SFP_STOCH_RND(word) && !rounds_by_vb(mode)) {
        return 1u << vector_vc(word);
    }
    return reads;
}

/* True if the result goes to the register that LReg7 names, lane by lane. */
static inline bool names_its_result(uint32_t word) {
    const struct vector_row *row = stx_vector_row(word);
    return row->indirect_vd >> vector_mode(row, word) & 1u;
}

/* SFPGT and SFPLE do not write VD in all modes. */
static inline uint32_t writes_of(uint32_t word) {
    const struct vector_row *row = stx_vector_row(word);
    unsigned mode = vector_mode(row, word);
    bool compares = is_SFPGT(word) || is_SFPLE(word);
    bool none = (compares && !(mode & COMPARE_WRITES_VD)) || names_its_result(word);
    return none ? 0 : stx_vector_writes(word) & GENERAL;
}

/* True if the values that the word reads go to Dst or decide which lanes are enabled. */
static inline bool needs_values(uint32_t word) {
    unsigned mode = vector_mode(stx_vector_row(word), word);
    return is_SFPSTORE(word) || is_SFPSETCC(word) ||
           (is_SFPIADD(word) && !(mode & IADD_KEEPS_FLAG)) ||
           ((is_SFPEXEXP(word) || is_SFPLZ(word)) && (mode & SETS_FLAG)) ||
           ((is_SFPGT(word) || is_SFPLE(word)) && (mode & COMPARE_SETS_FLAG));
}

#endif
