/* SPDX-License-Identifier: Apache-2.0
 *
 * issue.c - stx_issue: the one loop that yields. */

#include "core/fault.h"
#include "frontend/expand.h"
#include "isa/args.h"
#include "softensix/softensix.h"

/* Words that the front end consumes are checked here; the others by the dispatcher. */
static bool front_word_ok(struct stx_core *core, uint32_t word) {
    if (word_opcode(word) == STX_OP_MOP && (word >> 23 & 1u) && (word & 0x7FFFFFu)) {
        return stx_allow(core, STX_RULE_MOP_COUNT);
    }
    if (word_opcode(word) == STX_OP_MOP_CFG && (word & 0xFF0000u)) {
        return stx_allow(core, STX_RULE_RESERVED_BITS);
    }
    return replay_allowed(core, core->now_thread, word);
}

static enum stx_result accept(struct stx_core *core, unsigned thread, uint32_t word) {
    struct stx_front *f = &core->front[thread];
    core->now_thread = (uint8_t)thread;
    core->now_word = word;
    if (f->held) {
        return word == f->offered ? STX_DONE : stx_fail(core, STX_RULE_WORD_PENDING, f->offered);
    }
    if (!front_word_ok(core, word)) {
        return STX_FAULT;
    }
    f->offered = word;
    f->refused = 0;
    front_offer(core, thread, word);
    return STX_DONE;
}

static inline bool take(struct stx_core *core, struct stx_front *f, unsigned thread,
                        uint32_t *word) {
    if (f->held) {
        f->held = 0;
        *word = f->word;
        return true;
    }
    return front_next(core, thread, word);
}

bool stx_take_pending(struct stx_core *core, unsigned thread, uint32_t *word) {
    if (thread >= STX_THREADS) {
        core->now_thread = (uint8_t)thread;
        (void)stx_fail(core, STX_RULE_BAD_THREAD, thread);
        return false;
    }
    return take(core, &core->front[thread], thread, word);
}

/* Forgets the rest of an expansion after a fault that stops. */
static void drop(struct stx_front *f) {
    f->has_word = f->held = f->stage = f->replay_left = 0;
}

/* Lets other threads run until the word has executed, or the port says that nobody can go on. */
static enum stx_result wait(struct stx_core *core, unsigned thread, uint32_t plain) {
    enum stx_result result = STX_WAIT;
    while (result == STX_WAIT && core->port.yield) {
        core->given_up = 0;
        core->port.yield(core->port.ctx, thread);
        result = core->given_up ? STX_FAULT : stx_try(core, thread, plain);
    }
    return result;
}

static bool others_wait(const struct stx_core *core, unsigned thread) {
    bool waits = false;
    for (unsigned other = 0; other < STX_THREADS; other++) {
        waits |= other != thread && core->front[other].held;
    }
    return waits;
}

/* A thread that waits for a source bank goes on as soon as the bank is free: kernels rely on an
 * unpacker that keeps ahead of the FPU (docs/SPEC-NOTES.md, threads). */
static void give_turn(struct stx_core *core, unsigned thread) {
    if (!(core->srca.released | core->srcb.released)) {
        return;
    }
    core->srca.released = core->srcb.released = 0;
    if (core->port.yield && others_wait(core, thread)) {
        core->port.yield(core->port.ctx, thread);
    }
}

/* Executes one plain word, which is held while it waits. */
static inline enum stx_result step(struct stx_core *core, struct stx_front *f, unsigned thread,
                                   uint32_t plain) {
    f->word = plain;
    f->held = 1;
    enum stx_result result = stx_try(core, thread, plain);
    if (result == STX_WAIT) {
        result = wait(core, thread, plain);
    }
    if (result == STX_WAIT) {
        return STX_WAIT;
    }
    f->held = 0;
    if (result == STX_FAULT) {
        drop(f);
    }
    give_turn(core, thread);
    return result;
}

/* Nothing under way, and a word that is no business of the front end. */
static bool goes_straight(const struct stx_front *f, uint32_t word) {
    uint32_t opcode = word_opcode(word);
    return !(f->stage | f->replay_left | f->record_left | f->has_word | f->held) &&
           opcode != STX_OP_MOP && opcode != STX_OP_MOP_CFG && opcode != STX_OP_REPLAY;
}

enum stx_result stx_issue(struct stx_core *core, unsigned thread, uint32_t word) {
    if (!core) {
        return stx_without_core();
    }
    if (thread >= STX_THREADS) {
        return stx_try(core, thread, word);
    }
    struct stx_front *f = &core->front[thread];
    if (goes_straight(f, word)) {
        f->offered = word;
        return step(core, f, thread, word);
    }
    if (accept(core, thread, word) == STX_FAULT) {
        return core->verdict == STX_STOP ? STX_FAULT : STX_DONE;
    }
    uint32_t plain;
    while (take(core, f, thread, &plain)) {
        enum stx_result result = step(core, f, thread, plain);
        if (result != STX_DONE) {
            return result;
        }
    }
    return f->refused ? STX_FAULT : STX_DONE;
}

enum stx_result stx_issue_from(struct stx_core *core, unsigned thread, uint32_t word,
                               const char *place) {
    if (!core || thread >= STX_THREADS) {
        return stx_issue(core, thread, word);
    }
    core->place[thread] = place;
    enum stx_result result = stx_issue(core, thread, word);
    core->place[thread] = NULL;
    return result;
}
