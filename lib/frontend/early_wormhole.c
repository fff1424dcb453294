/* SPDX-License-Identifier: Apache-2.0
 *
 * early_wormhole.c - the word after a word of the vector unit whose result takes two cycles.
 * Wormhole does not wait for such results, and no document says what a word gets that reads one too
 * early. That is a fault, or under the silicon policy it gets the result (docs/SPEC-NOTES.md,
 * results of two cycles). */
#include "core/fault.h"
#include "frontend/execute.h"
#include "isa/vector_words.h"
#include "sfpu/template.h"

enum stx_result execute_behind_late(struct stx_core *core, unsigned thread, uint32_t word) {
    const uint8_t late = core->sfpu.late;
    if (stx_vector_is_early(late, word) && !sfpu_is_template(core, word) &&
        !stx_allow(core, STX_RULE_SFPU_EARLY)) {
        return STX_FAULT;
    }
    core->sfpu.late = 0;
    enum stx_result result = execute_word(core, thread, word);
    core->sfpu.late = result == STX_DONE ? core->sfpu.late : late;
    return result;
}
