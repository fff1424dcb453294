/* SPDX-License-Identifier: Apache-2.0
 *
 * held_back.c - which words of the vector unit the hardware holds back for a cycle, because the
 * result of the word before is not available yet (SPEC 8.10). */
#include "isa/vector_words.h"
#include "time/model.h"

bool stx_time_vector_slow(uint32_t word) {
    return stx_vector_sub_unit(word) == STX_SUB_MAD || stx_vector_is_slow(word);
}

/* Loads do not wait, not even those that keep half of a register. */
bool stx_time_vector_waits(uint32_t before, uint32_t word, bool compiled) {
    unsigned unit = stx_vector_sub_unit(word);
    if (!stx_time_vector_slow(before) || unit == STX_SUB_ANY) {
        return false;
    }
    return stx_vector_holds_next(before) || (!compiled && unit != STX_SUB_LOAD &&
                                             (stx_vector_reads(word) & stx_vector_writes(before)));
}
