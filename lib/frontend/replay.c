/* SPDX-License-Identifier: Apache-2.0
 *
 * replay.c - the replay expander: it records and replays 32 words for each thread (SPEC 2). During
 * a recording no word is interpreted: every word that leaves the MOP expander is stored as it
 * is. */

#include "frontend/replay.h"

#include "core/fault.h"
#include "isa/args.h"

/* Length 0 means 32. */
static uint8_t length_of(const struct stx_args_REPLAY *a) {
    uint32_t length = a->len & (STX_REPLAY_WORDS - 1u);
    return (uint8_t)(length ? length : STX_REPLAY_WORDS);
}

static void start_recording(struct stx_front *f, const struct stx_args_REPLAY *a) {
    f->record_at = (uint8_t)a->start_idx;
    f->record_left = length_of(a);
    f->record_executes = (uint8_t)a->execute_while_loading;
}

static void start_reading(struct stx_front *f, const struct stx_args_REPLAY *a) {
    f->replay_at = (uint8_t)a->start_idx;
    f->replay_left = length_of(a);
}

bool replay_allowed(struct stx_core *core, unsigned thread, uint32_t word) {
    if (!is_REPLAY(word) || core->front[thread].record_left) {
        return true;
    }
    core->now_thread = (uint8_t)thread;
    core->now_word = word;
    if ((word & RESERVED_REPLAY) && !stx_allow(core, STX_RULE_RESERVED_BITS)) {
        return false;
    }
    return fields_of_REPLAY(word).len <= STX_REPLAY_WORDS ||
           stx_allow(core, STX_RULE_REPLAY_LENGTH);
}

bool replay_take(struct stx_front *f, uint32_t word) {
    if (f->record_left) {
        f->replay[f->record_at] = word;
        f->record_at = (uint8_t)replay_after(f->record_at);
        f->record_left--;
        return f->record_executes;
    }
    if (!is_REPLAY(word)) {
        return true;
    }
    const struct stx_args_REPLAY a = fields_of_REPLAY(word);
    if (a.load_mode) {
        start_recording(f, &a);
    } else {
        start_reading(f, &a);
    }
    return false;
}
