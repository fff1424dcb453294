/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_interlock.c - decides, from the registers that an SFPU word reads, whether it must wait one
 * cycle for the result of the word before it (SPEC 8.10). */
#include "frontend/sfpu_schedule.h"

uint8_t sfpu_interlock_of(uint32_t word) {
    const struct vector_row *row = stx_vector_row(word);
    if (stx_vector_holds_next(word)) {
        return INTERLOCK_BLOCK;
    }
    if (STX_LATE_UNGUARDED || row->sub_unit != STX_SUB_MAD) {
        return INTERLOCK_NONE;
    }
    bool indirect = row->indirect_vd >> vector_mode(row, word) & 1u;
    return indirect ? INTERLOCK_ANY : (uint8_t)(1u + vector_vd(row, word));
}

/* The registers that a word waits for. Loads wait for none, not even those that keep half of a
 * register. */
static uint32_t reads(uint32_t word) {
    return stx_vector_sub_unit(word) == STX_SUB_LOAD ? 0 : stx_vector_reads(word);
}

bool sfpu_must_wait(uint8_t interlock, uint32_t word) {
    switch (interlock) {
    case INTERLOCK_NONE:
        return false;
    case INTERLOCK_BLOCK:
        return stx_vector_sub_unit(word) != STX_SUB_ANY;
    case INTERLOCK_ANY:
        return reads(word) & 0xFFu;
    default:
        return reads(word) >> ((interlock - 1u) & 31u) & 1u;
    }
}
