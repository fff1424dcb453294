/* SPDX-License-Identifier: Apache-2.0
 *
 * issue.c - stx_issue, which has the only loop that yields. */

#include "core/fault.h"
#include "core/harts.h"
#include "fast/forms.h"
#include "frontend/execute.h"
#include "frontend/expand.h"
#include "frontend/replay.h"
#include "frontend/try.h"
#include "softensix/softensix.h"

/* Checks words for the front end; execute_word() checks all others. */
static bool front_word_ok(struct stx_core *core, uint32_t word) {
    const struct stx_args_MOP a = fields_of_MOP(word);
    if (is_MOP(word) && a.mop_type && (a.loop_count | a.zmask_lo16_or_loop_count)) {
        return stx_allow(core, STX_RULE_MOP_COUNT);
    }
    if (is_MOP_CFG(word) && (word & RESERVED_MOP_CFG)) {
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

static inline bool take_plain(struct stx_core *core, struct stx_front *f, unsigned thread,
                              uint32_t *word) {
    if (f->held) {
        f->held = 0;
        *word = f->word;
        return true;
    }
    if (replay_next(f, word)) {
        return true;
    }
    uint32_t other = 0; /* not *word, so that the caller can keep that one in a register */
    bool more = front_next(core, thread, &other);
    *word = other;
    return more;
}

bool stx_take_pending(struct stx_core *core, unsigned thread, uint32_t *word) {
    if (thread >= STX_THREADS) {
        core->now_thread = (uint8_t)thread;
        (void)stx_fail(core, STX_RULE_BAD_THREAD, thread);
        return false;
    }
    return take_plain(core, &core->front[thread], thread, word);
}

/* Discards the rest of an expansion after a fault that stops the thread. */
static void drop(struct stx_front *f) {
    f->held = f->stage = f->replay_left = 0;
}

/* Lets other threads run until the word has executed, or until the port says that no thread can
 * continue. Meanwhile time passes, so operations that SFPLOADMACRO has scheduled for the thread
 * finish. */
static enum stx_result wait(struct stx_core *core, unsigned thread, uint32_t plain) {
    enum stx_result result = STX_WAIT;
    while (result == STX_WAIT && core->port.yield) {
        core->given_up = 0;
        if ((core->sfpu.apart & STX_APART_MACRO) && core->sfpu.macro_thread == thread) {
            stx_settle(core);
        }
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

/* A thread that waits for a source bank continues as soon as the bank is free, because kernels rely
 * on unpackers staying ahead of the FPU (docs/SPEC-NOTES.md, threads). */
static void give_turn(struct stx_core *core, unsigned thread) {
    if (!core->released) {
        return;
    }
    core->released = 0;
    if (core->port.yield && others_wait(core, thread)) {
        core->port.yield(core->port.ctx, thread);
    }
}

/* Handles a word that waits, faults or has released a bank. This is a separate function with few
 * arguments, so that the path of all other words stays short. */
static __attribute__((noinline, cold)) enum stx_result
end_step(enum stx_result result, struct stx_core *core, struct stx_front *f) {
    unsigned thread = (unsigned)(f - core->front);
    if (result == STX_WAIT) {
        result = wait(core, thread, f->word);
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

static enum stx_result unfold(struct stx_core *core, unsigned thread, uint32_t word);

/* step() executes a plain word; issue() executes a word that software issues. */
#if ISSUE_SIMPLE
#include "fast/words/issue_simple.h"
#else
/* While it waits, the word is recorded as held. */
static enum stx_result step(struct stx_core *core, struct stx_front *f, unsigned thread,
                            uint32_t plain) {
    f->word = plain;
    f->held = 1;
    enum stx_result result = stx_try(core, thread, plain);
    if (result != STX_DONE || core->released) {
        return end_step(result, core, f);
    }
    f->held = 0;
    return STX_DONE;
}

static enum stx_result issue(struct stx_core *core, unsigned thread, uint32_t word) {
    if (!core) {
        return stx_without_core();
    }
    return thread < STX_THREADS ? unfold(core, thread, word) : stx_try(core, thread, word);
}
#endif

void stx_yield_between(struct stx_core *core, bool on) {
    if (core) {
        core->yields_between = on;
    }
}

/* The loop of unfold(), with port.yield after each word. It is a function of its own so that the
 * usual loop, through which every word of a MOP or REPLAY goes, does not ask for it. */
static __attribute__((noinline, cold)) enum stx_result
unfold_with_turns(struct stx_core *core, struct stx_front *f, unsigned thread) {
    uint32_t plain;
    while (take_plain(core, f, thread, &plain)) {
        enum stx_result result = step(core, f, thread, plain);
        if (result != STX_DONE) {
            return result;
        }
        if (core->port.yield) {
            core->port.yield(core->port.ctx, thread);
        }
    }
    return f->refused ? STX_FAULT : STX_DONE;
}

/* Takes a word and executes the plain words that it expands to. */
static __attribute__((noinline)) enum stx_result unfold(struct stx_core *core, unsigned thread,
                                                        uint32_t word) {
    struct stx_front *f = &core->front[thread];
    uint32_t plain;
    OPAQUE(f); /* keeps f in a register, so that its address is not computed at each use */
    if (accept(core, thread, word) == STX_FAULT) {
        return core->verdict == STX_STOP ? STX_FAULT : STX_DONE;
    }
    if (core->yields_between) {
        return unfold_with_turns(core, f, thread);
    }
    while (take_plain(core, f, thread, &plain)) {
        enum stx_result result = step(core, f, thread, plain);
        if (result != STX_DONE) {
            return result;
        }
    }
    return f->refused ? STX_FAULT : STX_DONE;
}

static void abandon(struct stx_core *core, unsigned thread, const char *place) {
    struct stx_front *f = &core->front[thread];
    if (f->held) {
        core->now_word = f->word;
        core->place[thread] = place;
        (void)stx_fail(core, STX_RULE_WORD_BLOCKED, 0);
        core->place[thread] = NULL;
        drop(f);
    }
}

void stx_abandon(struct stx_core *core, unsigned thread, const char *place) {
    if (!core) {
        (void)stx_without_core();
        return;
    }
    harts_lock(core, thread);
    core->now_thread = (uint8_t)thread;
    if (thread < STX_THREADS) {
        abandon(core, thread, place);
    } else {
        (void)stx_fail(core, STX_RULE_BAD_THREAD, thread);
    }
    harts_unlock(core, thread);
}

enum stx_result stx_issue(struct stx_core *core, unsigned thread, uint32_t word) {
    if (!STX_HARTS || !core) {
        return issue(core, thread, word);
    }
    harts_lock(core, thread);
    enum stx_result result = issue(core, thread, word);
    harts_unlock(core, thread);
    return result;
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
