/* SPDX-License-Identifier: Apache-2.0
 *
 * replayed.c - rows of sfpi code: which of their words another compiler records and replays, and
 * what its code executes between those that it pushes. */
#include "time/model.h"

/* The vendor's compiler records the words of a row of sfpi code if the replay buffer has room for
 * them and one that advances to the next row, and replays them for the next rows
 * (tt-metal#48717, #50402): then the first word is the only one that is pushed. It does not do so
 * with rows among whose words are some that the kernel itself names. */
bool stx_time_replays(struct stx_time_thread *t, const struct stx_time_word *w) {
    if (w->compiled) {
        t->run = (uint16_t)(t->run + (t->run < UINT16_MAX));
        return t->run > 1u && t->last_run && t->last_run < STX_REPLAY_WORDS;
    }
    if (is_INCRWC(w->word)) {
        t->last_run = t->run ? t->run : t->last_run;
        t->run = 0;
    } else {
        t->last_run = 0;
        t->run = t->run ? UINT16_MAX : 0;
    }
    return false;
}

/* What is replayed is a row that follows another one without a branch. */
void stx_time_round(struct stx_time *time, unsigned thread) {
    if (thread < STX_THREADS) {
        time->thread[thread].code += time->value[STX_TIME_EXPECTED][PARAMETER_riscv_round];
        time->thread[thread].last_run = 0;
    }
}

/* Where words do not wait in the vector unit, software pushes an SFPNOP for the wait. */
uint32_t stx_time_nops(const struct stx_time_thread *t, const struct stx_time_word *w,
                       const uint32_t *value) {
    return w->dependent && t->slow && !value[PARAMETER_vector_room];
}

void stx_time_made(struct stx_time *time, unsigned thread) {
    if (thread < STX_THREADS) {
        time->thread[thread].run = time->thread[thread].last_run = STX_REPLAY_WORDS;
    }
}
