/* SPDX-License-Identifier: Apache-2.0
 *
 * try.c - stx_try, which tries one plain word once. While an SFPLOADMACRO sequence is under way
 * each word takes cycles of the vector unit (sfpu_cycle.c); otherwise it executes immediately. */
#include "core/fault.h"
#include "core/tell.h"
#include "frontend/execute.h"
#include "frontend/sfpu_index.h"
#include "frontend/sfpu_schedule.h"
#include "frontend/touched.h"
#include "frontend/try.h"
#include "isa/vector_words.h"
#include "softensix/softensix.h"

enum stx_result try_settle(enum stx_result result, struct stx_core *core) {
    if (result == STX_FAULT && core->verdict != STX_STOP) {
        result = STX_DONE;
    }
    core->retired += result == STX_DONE;
    return result;
}

/* A sequence of the vector unit is under way, special values are noted, or registers are indices.
 */
static __attribute__((noinline)) enum stx_result try_apart(struct stx_core *core, unsigned thread,
                                                           uint32_t word) {
    const unsigned apart = core->sfpu.apart;
    if (apart & STX_APART_MACRO) {
        return sfpu_cycle_word(core, thread, word);
    }
    if (sfpu_breaks_index(core, word, sfpu_enabled(core)) &&
        !stx_allow(core, STX_RULE_SFPU_INDEX)) {
        return STX_FAULT;
    }
    return (apart & STX_APART_SPECIAL) && stx_vector_sub_unit(word)
               ? try_special(core, thread, word)
               : execute_plain(core, thread, word);
}

static enum stx_result try_word(struct stx_core *core, unsigned thread, uint32_t word) {
    return core->sfpu.apart ? try_apart(core, thread, word) : execute_plain(core, thread, word);
}

enum stx_result stx_try(struct stx_core *core, unsigned thread, uint32_t word) {
    core->now_thread = (uint8_t)thread;
    core->now_word = word;
    if (thread >= STX_THREADS) {
        return stx_fail(core, STX_RULE_BAD_THREAD, thread);
    }
    uint32_t dst = 0;
    if (STX_TRACE && tells(core, TELL_BEGINS)) {
        dst = core->rwc[thread].dst;
        if (tells(core, STX_HEAR(BEGIN) | STX_HEAR(USE))) {
            tell_begin(core, thread, word);
        }
    }
    enum stx_result result = try_settle(try_word(core, thread, word), core);
    if (STX_TRACE && tells(core, TELL_ENDS)) {
        if (result == STX_DONE && tells(core, STX_HEAR(ROWS))) {
            touched_tell(core, thread, word, dst);
        }
        tell_tried(core, thread, word, result);
    }
    return result;
}
