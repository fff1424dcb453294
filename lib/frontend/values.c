/* SPDX-License-Identifier: Apache-2.0
 *
 * values.c - stx_try_values, which executes a word of the vector unit on values outside of
 * registers. Callers with such values would otherwise have to copy them to registers and back,
 * which takes longer than most words. */
#include "frontend/execute.h"
#include "frontend/try.h"
#include "isa/vector_words.h"
#include "sfpu/vector_issue.h"
#include "sfpu/multiply_add.h"
#include "softensix/softensix.h"

/* Bits of LaneConfig can disable lanes and make loads read old contents of registers. */
static bool lanes_are_usual(const struct stx_core *core) {
    return !core->sfpu.apart && !try_is_watched(core) && !execute_looks_back(core) &&
           !sfpu_some_config(core);
}

/* Executes the word and restores the flags. */
static enum stx_result run_on_values(struct stx_core *core, unsigned thread, uint32_t word,
                                     const struct stx_sfpu_issue *issue) {
    const uint32_t flags = core->sfpu.flags;
    core->sfpu.issue = issue;
    enum stx_result result = execute_word(core, thread, word);
    core->sfpu.issue = NULL;
    core->sfpu.flags = flags;
    return result;
}

static __attribute__((noinline)) bool try_any(struct stx_core *core, unsigned thread, uint32_t word,
                                              const uint32_t *const in[8], uint32_t *out) {
    if (!stx_vector_has_values(word, out) || is_SFPGT(word) || is_SFPLE(word)) {
        return false; /* these two do not write VD in all modes */
    }
    const struct stx_sfpu_issue issue = {.reg = (const uint32_t(*)[STX_LANES])core->sfpu.lreg,
                                         .lanes = out ? SFPU_ALL_LANES : sfpu_enabled(core),
                                         .values = in,
                                         .result = out};
    (void)try_settle(run_on_values(core, thread, word, &issue), core);
    return true;
}

bool stx_try_values(struct stx_core *core, unsigned thread, uint32_t word,
                    const uint32_t *const in[8], uint32_t *out) {
    if (thread >= STX_THREADS || !lanes_are_usual(core)) {
        return false;
    }
    core->now_thread = (uint8_t)thread;
    core->now_word = word;
    if (out && sfpu_has_mad_values(word) && !execute_special_bits(execute_row_of(word), word)) {
        core->retired++;
        return sfpu_mad_values(core, word, in, out);
    }
    return try_any(core, thread, word, in, out);
}
