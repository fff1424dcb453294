/* SPDX-License-Identifier: Apache-2.0
 *
 * issue.c - stx_issue: the one loop that yields. */

#include "core/fault.h"
#include "core/harts.h"
#include "frontend/execute.h"
#include "frontend/expand.h"
#include "frontend/replay.h"
#include "frontend/try.h"
#include "softensix/softensix.h"

/* Checks words that the front end consumes; execute_word() checks all others. */
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
    return replay_next(f, word) || front_next(core, thread, word);
}

bool stx_take_pending(struct stx_core *core, unsigned thread, uint32_t *word) {
    if (thread >= STX_THREADS) {
        core->now_thread = (uint8_t)thread;
        (void)stx_fail(core, STX_RULE_BAD_THREAD, thread);
        return false;
    }
    return take_plain(core, &core->front[thread], thread, word);
}

/* Forgets the rest of an expansion after a fault that stops. */
static void drop(struct stx_front *f) {
    f->held = f->stage = f->replay_left = 0;
}

/* Lets other threads run until the word has executed, or the port says that nobody can go on.
 * Meanwhile time passes: what SFPLOADMACRO has scheduled for the thread comes to its end. */
static enum stx_result wait(struct stx_core *core, unsigned thread, uint32_t plain) {
    enum stx_result result = STX_WAIT;
    while (result == STX_WAIT && core->port.yield) {
        core->given_up = 0;
        if (core->sfpu.macro_live && core->sfpu.macro_thread == thread) {
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

/* A thread that waits for a source bank goes on as soon as the bank is free: kernels rely on an
 * unpacker that keeps ahead of the FPU (docs/SPEC-NOTES.md, threads). */
static void give_turn(struct stx_core *core, unsigned thread) {
    if (!core->released) {
        return;
    }
    core->released = 0;
    if (core->port.yield && others_wait(core, thread)) {
        core->port.yield(core->port.ctx, thread);
    }
}

/* What follows a try that did more than succeed: the word waits, it is a fault, or a bank was given
 * back. A function of its own with few arguments, so that the way of simple words stays short. */
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

static inline bool is_watched(const struct stx_core *core) {
    return STX_TRACE ? core->port.before || core->port.trace : false;
}

/* Can the word be run without stx_try? Then nobody looks on, and the vector unit does not tick. */
static inline bool is_simple(const struct stx_core *core, const struct execute_row *row,
                             uint32_t word) {
    return execute_is_simple(row, word) && !core->sfpu.macro_live && !is_watched(core);
}

/* The result of a simple word is not STX_DONE. */
static __attribute__((noinline, cold)) enum stx_result end_simple(enum stx_result result,
                                                                  struct stx_core *core) {
    struct stx_front *f = &core->front[core->now_thread];
    f->held = 1;
    return end_step(try_settle(result, core), core, f);
}

/* Nothing is under way if the first four bytes of struct stx_front are 0 (core.h). */
enum { UNDER_WAY = 4 };
static inline bool is_idle(const struct stx_front *f) {
    uint32_t under_way;
    __builtin_memcpy(&under_way, __builtin_assume_aligned(f, UNDER_WAY), UNDER_WAY);
    return !under_way;
}
typedef char four_bytes_tell
    [offsetof(struct stx_front, stage) == 0 && offsetof(struct stx_front, held) == 3 ? 1 : -1];

/* Whether a word has come alone: but for it nothing is under way. */
enum company { ALONE, UNFOLDED };

/* Marks the word that executes. The four bytes of a word that has come alone are written together,
 * since is_idle() reads them together: some machines wait where a load needs several stores. */
static inline void set_held(struct stx_front *f, uint8_t held, enum company company) {
    const uint8_t under_way[UNDER_WAY] = {0, 0, 0, held};
    if (company == ALONE) {
        __builtin_memcpy(__builtin_assume_aligned(f, UNDER_WAY), under_way, UNDER_WAY);
    } else {
        f->held = held;
    }
}

/* Executes a simple word. Its thread does not show it (core/running.h): that takes fewer stores. */
static inline enum stx_result step_simple(struct stx_core *core, struct stx_front *f,
                                          unsigned thread, const struct execute_row *row,
                                          uint32_t plain) {
    f->word = plain;
    core->now_thread = (uint8_t)thread;
    core->now_word = plain;
    core->running = 1;
    enum stx_result result = row->run(core, thread, plain);
    core->running = 0;
    if (result != STX_DONE) {
        return end_simple(result, core);
    }
    core->retired++;
    return STX_DONE;
}

/* Executes a word that is not simple; it stays held while it waits. */
static inline enum stx_result step_any(struct stx_core *core, struct stx_front *f, unsigned thread,
                                       uint32_t plain, enum company company) {
    f->word = plain;
    set_held(f, 1, company);
    enum stx_result result = stx_try(core, thread, plain);
    if (result != STX_DONE || core->released) {
        return end_step(result, core, f);
    }
    set_held(f, 0, company);
    return STX_DONE;
}

static inline enum stx_result step(struct stx_core *core, struct stx_front *f, unsigned thread,
                                   uint32_t plain) {
    const struct execute_row *row = execute_row_of(plain);
    return is_simple(core, row, plain) ? step_simple(core, f, thread, row, plain)
                                       : step_any(core, f, thread, plain, UNFOLDED);
}

static bool is_for_front_end(uint32_t word) {
    return is_MOP(word) || is_MOP_CFG(word) || is_REPLAY(word);
}

/* Takes a word and executes what it unfolds into. */
static __attribute__((noinline)) enum stx_result unfold(struct stx_core *core, unsigned thread,
                                                        uint32_t word) {
    struct stx_front *f = &core->front[thread];
    uint32_t plain;
    __asm__("" : "+r"(f)); /* one register, no sum at each use */
    if (accept(core, thread, word) == STX_FAULT) {
        return core->verdict == STX_STOP ? STX_FAULT : STX_DONE;
    }
    while (take_plain(core, f, thread, &plain)) {
        enum stx_result result = step(core, f, thread, plain);
        if (result != STX_DONE) {
            return result;
        }
    }
    return f->refused ? STX_FAULT : STX_DONE;
}

/* Words that are not simple or do not come alone. This and unfold() are functions of their own, so
 * that stx_issue stays short. */
static __attribute__((noinline)) enum stx_result issue_any(struct stx_core *core, unsigned thread,
                                                           uint32_t word) {
    if (!core) {
        return stx_without_core();
    }
    if (thread >= STX_THREADS) {
        return stx_try(core, thread, word);
    }
    struct stx_front *f = &core->front[thread];
    if (!is_idle(f) || is_for_front_end(word)) {
        return unfold(core, thread, word);
    }
    f->offered = word;
    return step_any(core, f, thread, word, ALONE);
}

/* Most words come alone and are simple: there is a core and such a thread, nothing is under way,
 * and the word has only to be run. */
static inline enum stx_result issue(struct stx_core *core, unsigned thread, uint32_t word) {
    if (core && thread < STX_THREADS) {
        struct stx_front *f = &core->front[thread];
        const struct execute_row *row = execute_row_of(word);
        if (is_idle(f) && is_simple(core, row, word)) {
            f->offered = word;
            return step_simple(core, f, thread, row, word);
        }
    }
    return issue_any(core, thread, word);
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
