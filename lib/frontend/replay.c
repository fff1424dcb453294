/* SPDX-License-Identifier: Apache-2.0
 *
 * replay.c - the replay expander: 32 words a thread, recorded and read back (SPEC 2). While a
 * recording runs, nothing is interpreted: every word that leaves the MOP expander is stored as it
 * is. */

#include "frontend/replay.h"

#include "core/fault.h"
#include "isa/args.h"

#define RESERVED 0xF8000Cu

/* Length 0 means 32. */
static uint8_t length_of(uint32_t word) {
    uint32_t length = (word >> 4) & (STX_REPLAY_WORDS - 1u);
    return (uint8_t)(length ? length : STX_REPLAY_WORDS);
}

static uint8_t start_of(uint32_t word) {
    return (word >> 14) & (STX_REPLAY_WORDS - 1u);
}

static void start_recording(struct stx_front *f, uint32_t word) {
    f->record_at = start_of(word);
    f->record_left = length_of(word);
    f->record_executes = (word >> 1) & 1u;
}

static void start_reading(struct stx_front *f, uint32_t word) {
    f->replay_at = start_of(word);
    f->replay_left = length_of(word);
}

bool replay_allowed(struct stx_core *core, unsigned thread, uint32_t word) {
    if (word_opcode(word) != STX_OP_REPLAY || core->front[thread].record_left) {
        return true;
    }
    core->now_thread = (uint8_t)thread;
    core->now_word = word;
    if ((word & RESERVED) && !stx_allow(core, STX_RULE_RESERVED_BITS)) {
        return false;
    }
    return ((word >> 4) & 63u) <= STX_REPLAY_WORDS || stx_allow(core, STX_RULE_REPLAY_LENGTH);
}

bool replay_take(struct stx_front *f, uint32_t word) {
    if (f->record_left) {
        f->replay[f->record_at] = word;
        f->record_at = (uint8_t)replay_after(f->record_at);
        f->record_left--;
        return f->record_executes;
    }
    if (word_opcode(word) != STX_OP_REPLAY) {
        return true;
    }
    if (word & 1u) {
        start_recording(f, word);
    } else {
        start_reading(f, word);
    }
    return false;
}
