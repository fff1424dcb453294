/* SPDX-License-Identifier: Apache-2.0
 *
 * vector.c - words of the vector unit that the hardware holds back for the result of the one before
 * (SPEC 8.10). */
#include "isa/vector_words.h"
#include "time/model.h"

/* Does the word's result take a second cycle, or does it hold the next one whatever that reads? */
static bool takes_two(uint32_t word) {
    return stx_vector_sub_unit(word) == STX_SUB_MAD || stx_vector_holds_next(word);
}

/* Loads do not wait, also where they keep half of a register. */
bool stx_time_vector_waits(uint32_t before, uint32_t word) {
    unsigned unit = stx_vector_sub_unit(word);
    if (!takes_two(before) || unit == STX_SUB_ANY) {
        return false;
    }
    return stx_vector_holds_next(before) ||
           (unit != STX_SUB_LOAD && (stx_vector_reads(word) & stx_vector_writes(before)));
}
