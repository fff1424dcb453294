/* SPDX-License-Identifier: Apache-2.0
 *
 * issue_simple.h - the part of frontend/issue.c that exists for speed. Most words are simple and do
 * not come from a MOP or a REPLAY; their bodies are called without stx_try. The file defines step()
 * and issue(), which issue.c defines for the plain library. */
#ifndef STX_FAST_WORDS_ISSUE_SIMPLE_H
#define STX_FAST_WORDS_ISSUE_SIMPLE_H

/* True if the body can be called without stx_try: no callback is called for words, and the vector
 * unit needs no cycles. under_way is 0 if nothing is under way in the thread. Conditions are
 * combined with bitwise operators, because one branch takes less time than three. */
static inline bool is_simple(const struct stx_core *core, const struct execute_row *row,
                             uint32_t word, uint32_t under_way) {
    return !(execute_special_bits(row, word) | under_way | core->sfpu.apart) &&
           !try_is_watched(core) && !execute_looks_back(core);
}

/* Handles a simple word whose result is not STX_DONE. */
static __attribute__((noinline, cold)) enum stx_result end_simple(enum stx_result result,
                                                                  struct stx_core *core) {
    struct stx_front *f = &core->front[core->now_thread];
    f->held = 1;
    return end_step(try_settle(result, core), core, f);
}

/* Nothing is under way if the first four bytes of struct stx_front are 0 (core.h). */
enum { UNDER_WAY = 4 };
static inline uint32_t under_way_in(const struct stx_front *f) {
    uint32_t under_way;
    __builtin_memcpy(&under_way, __builtin_assume_aligned(f, UNDER_WAY), UNDER_WAY);
    return under_way;
}
typedef char four_bytes_tell
    [offsetof(struct stx_front, stage) == 0 && offsetof(struct stx_front, held) == 3 ? 1 : -1];

/* Whether a word is alone, that is, nothing else is under way in its thread. */
enum company { ALONE, UNFOLDED };

/* Marks the word as held, or not. For a word that is alone the four bytes are written with one
 * store, because under_way_in() reads them with one load, and some machines stall if a load needs
 * the data of several stores. */
static inline void set_held(struct stx_front *f, uint8_t held, enum company company) {
    const uint8_t under_way[UNDER_WAY] = {0, 0, 0, held};
    if (company == ALONE) {
        __builtin_memcpy(__builtin_assume_aligned(f, UNDER_WAY), under_way, UNDER_WAY);
    } else {
        f->held = held;
    }
}

/* On 64-bit cores clang would sign-extend the result again. */
#if defined __clang__ && defined __riscv_xlen && __riscv_xlen == 64
#define KEEP_RESULT(result)
#else
#define KEEP_RESULT(result) OPAQUE(result)
#endif

/* The compiler does not know that these pointers are equal, and so leaves core in the register in
 * which the body expects it. RISC-V cores would copy it once more. */
#ifdef __riscv
#define FORGET_EQUAL(pointer)
#else
#define FORGET_EQUAL(pointer) OPAQUE(pointer)
#endif

/* Executes a simple word. To save stores, it is not recorded in its thread's state
 * (core/running.h). */
static inline enum stx_result step_simple(struct stx_core *core, struct stx_front *f,
                                          unsigned thread, const struct execute_row *row,
                                          uint32_t plain, enum company company) {
    f->word = plain;
    core->now_thread = (uint8_t)thread;
    core->now_word = plain;
    core->running = 1;
    struct stx_core *after = core;
    FORGET_EQUAL(after);
    enum stx_result result = row->run(core, thread, plain);
    after->running = 0;
    if (result != STX_DONE) {
        return end_simple(result, after);
    }
    after->retired++;
    if (company == ALONE) {
        KEEP_RESULT(result); /* stx_issue returns it as it is, without computing it again */
    }
    return result;
}

/* Executes a word that is not simple. While it waits, it is recorded as held. */
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
    return is_simple(core, row, plain, 0) ? step_simple(core, f, thread, row, plain, UNFOLDED)
                                          : step_any(core, f, thread, plain, UNFOLDED);
}

static bool is_for_front_end(uint32_t word) {
    return is_MOP(word) || is_MOP_CFG(word) || is_REPLAY(word);
}

/* There is no core, or no such thread. */
static __attribute__((noinline, cold)) enum stx_result
issue_nowhere(struct stx_core *core, unsigned thread, uint32_t word) {
    return core ? stx_try(core, thread, word) : stx_without_core();
}

/* Executes words that are not simple or not alone. This and unfold() are separate functions, so
 * that stx_issue stays short. */
static __attribute__((noinline)) enum stx_result issue_any(struct stx_core *core, unsigned thread,
                                                           uint32_t word) {
    struct stx_front *f = &core->front[thread];
    if (under_way_in(f) || is_for_front_end(word)) {
        return unfold(core, thread, word);
    }
    f->offered = word;
    return step_any(core, f, thread, word, ALONE);
}

/* Executes a sure word. Nothing can observe the core meanwhile, so only what remains afterwards is
 * recorded. */
static inline enum stx_result step_sure(struct stx_core *core, struct stx_front *f, unsigned thread,
                                        const struct execute_row *row, uint32_t plain) {
    f->word = plain;
    core->now_thread = (uint8_t)thread;
    core->now_word = plain;
    core->retired++;
    return row->run(core, thread, plain);
}

/* For most words there is a core and the thread exists, nothing is under way, and the word is
 * simple, so that only its body has to be called. */
static inline enum stx_result issue(struct stx_core *core, unsigned thread, uint32_t word) {
    if (!core || thread >= STX_THREADS) {
        return issue_nowhere(core, thread, word);
    }
    struct stx_front *f = &core->front[thread];
    const struct execute_row *row = execute_row_of(word);
    if (!is_simple(core, row, word, under_way_in(f))) {
        return issue_any(core, thread, word);
    }
    f->offered = word;
    if (execute_is_sure(row, word)) {
        return step_sure(core, f, thread, row, word);
    }
    return step_simple(core, f, thread, row, word, ALONE);
}

#endif
