/* SPDX-License-Identifier: Apache-2.0
 *
 * needs.c - finds what a waiting word needs: how many banks, posts, gets or mutexes must have been
 * given before it can continue. */
#include "isa/operand_values.h"
#include "time/model.h"

/* The conditions of a STALLWAIT that names none. */
enum { IDLE_IF_NONE = p_stall_THCON | p_stall_UNPACK | p_stall_PACK };

/* The word starts when the event of the sequence has happened n times. A word that has been
 * executed needs at most as many as had happened at that time. */
static void need(const struct stx_time *time, struct stx_time_word *w, unsigned sequence,
                 int32_t n) {
    int32_t had = (int32_t)time->total[sequence];
    if (!w->waits) {
        n = n < had ? n : had;
    }
    if (n > 0 && w->needs < sizeof w->sequence) {
        w->sequence[w->needs] = (uint8_t)sequence;
        w->need[w->needs] = (uint16_t)n;
        w->needs++;
    }
}

static void need_given(const struct stx_time *time, struct stx_time_word *w, unsigned source) {
    need(time, w, GIVEN + source, (int32_t)time->total[RETURNED + source] + 1);
}

/* All banks except one may have been given and not yet returned: with two banks the unpacker can be
 * one bank ahead of the FPU. */
static void need_returned(const struct stx_time *time, struct stx_time_word *w, unsigned source) {
    need(time, w, RETURNED + source,
         (int32_t)time->total[GIVEN + source] + 1 - (int32_t)STX_SRC_BANKS);
}

/* The bank that the FPU uses now must be free, unless the word asks only for the unpacker's: then
 * no bank may be given and not yet returned. */
static void need_cleared(const struct stx_time *time, struct stx_time_word *w) {
    unsigned source = time_unpacker(w->word);
    if (fields_of_UNPACR_NOP(w->word).stall_clr_cntrl) {
        need_returned(time, w, source);
    } else {
        need(time, w, RETURNED + source, (int32_t)time->total[GIVEN + source]);
    }
}

static void need_stallwait(const struct stx_time *time, struct stx_time_word *w) {
    static const uint16_t given[] = {p_stall_SRCA_VLD, p_stall_SRCB_VLD};
    static const uint16_t returned[] = {p_stall_SRCA_CLR, p_stall_SRCB_CLR};
    const uint32_t until = fields_of_STALLWAIT(w->word).wait_res;
    for (unsigned s = 0; s < 2; s++) {
        if (until & given[s]) {
            need_given(time, w, s);
        }
        if (until & returned[s]) {
            need_returned(time, w, s);
        }
    }
}

/* If a semaphore is 0, SEMWAIT needs the next post; if it is full, SEMWAIT needs the get after
 * which it is no longer full. */
static void need_semaphores(const struct stx_time *time, struct stx_time_word *w) {
    const struct stx_args_SEMWAIT a = fields_of_SEMWAIT(w->word);
    for (unsigned i = 0; i != STX_SEMAPHORES; i++) {
        const struct stx_semaphore *s = &time->core->sem[i];
        if (!(a.sem_sel >> i & 1u)) {
            continue;
        }
        if (a.wait_sem_cond & p_stall_STALL_ON_ZERO) {
            need(time, w, POST + i, (int32_t)time->total[POST + i] - s->value + 1);
        }
        if (a.wait_sem_cond & p_stall_STALL_ON_MAX) {
            need(time, w, GET + i, (int32_t)time->total[GET + i] + s->value - s->max + 1);
        }
    }
}

static void need_mutex(const struct stx_time *time, struct stx_time_word *w, unsigned mutex) {
    need(time, w, mutex, (int32_t)time->total[mutex] + w->waits);
}

void stx_time_needs(const struct stx_time *time, struct stx_time_word *w, unsigned waits) {
    switch (waits) {
    case STX_WAIT_SEMAPHORE:
        need_semaphores(time, w);
        w->flags |= FLAG_HALTS;
        break;
    case STX_WAIT_STALL:
        need_stallwait(time, w);
        w->idle = (uint16_t)fields_of_STALLWAIT(w->word).wait_res;
        w->idle = w->idle ? w->idle : IDLE_IF_NONE;
        w->flags |= FLAG_HALTS;
        break;
    case STX_WAIT_MUTEX:
        need_mutex(time, w, MUTEX_RETURNED + (fields_of_ATGETM(w->word).mutex_index & 7u));
        break;
    case STX_WAIT_BANK:
        need_returned(time, w, time_unpacker(w->word));
        break;
    case STX_WAIT_CLEARING:
        need_cleared(time, w);
        break;
    case STX_WAIT_SETTING:
        need_returned(time, w, 0);
        need_returned(time, w, 1);
        break;
    case STX_WAIT_SRCA:
    case STX_WAIT_SRCB:
    case STX_WAIT_BOTH:
        if (waits & STX_WAIT_SRCA) {
            need_given(time, w, 0);
        }
        if (waits & STX_WAIT_SRCB) {
            need_given(time, w, 1);
        }
    }
}
