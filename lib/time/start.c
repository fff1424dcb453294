/* SPDX-License-Identifier: Apache-2.0
 *
 * start.c - finds when a word can start: the latest of the times for which it must wait, and the
 * cause of this wait. */
#include "isa/operand_values.h"
#include "time/model.h"

static void not_before(struct time_start *s, uint64_t at, enum stx_stall stall) {
    if (at > s->at) {
        s->at = at;
        s->stall = stall;
        s->after = 0;
    }
}

/* When the RISC-V side can push the word: after its previous push and the code in between, and when
 * the FIFO has room. */
static uint64_t pushed_at(const struct stx_time_clock *c, const uint32_t *value, unsigned t,
                          const struct stx_time_word *w) {
    uint32_t depth = value[PARAMETER_fifo_words];
    uint64_t room = c->pushes[t] >= depth ? c->left[t][(c->pushes[t] - depth) % 32u] : 0;
    uint32_t cycles = time_issue(c, w->resource) * value[PARAMETER_push_cycles];
    uint64_t pushed = c->pushes[t] ? c->pushed[t] + cycles : 0;
    uint64_t synced = w->flags & FLAG_SYNCED ? c->finished[t] : 0;
    pushed += w->swallowed * cycles + time_fetch_extra(c, value, t, w) / 100u;
    pushed = time_later(pushed, synced);
    pushed += time_long_span(c, STX_TIME_CODE, (uint64_t)w->code * value[PARAMETER_riscv_cycles]);
    return time_later(pushed, room);
}

/* Sets *last to the time when all pages have come or left for which the RISC-V side polls before it
 * pushes the word, and *sequence to that of the last ones. False if the time of some is not known
 * yet. */
static bool pages_at(const struct stx_time_clock *c, const struct stx_time_word *w, uint64_t *last,
                     unsigned *sequence) {
    uint64_t at;
    bool ready = true;
    *last = 0;
    for (unsigned i = 0; i < w->page_needs && !c->alone; i++) {
        ready &= stx_time_page(c, w->page_sequence[i], w->page_need[i], &at);
        *sequence = at > *last ? w->page_sequence[i] : *sequence;
        *last = time_later(*last, at);
    }
    return ready;
}

/* The MOP expander issues one word a cycle, through a FIFO to the replay expander. While the replay
 * expander reads its buffer, a pause of the MOP expander has no effect. */
static struct time_front front(const struct stx_time_clock *c, const uint32_t *value, unsigned t,
                               const struct stx_time_word *w) {
    struct time_front f = {c->pushed[t], c->mop[t] + time_span(c, STX_TIME_ISSUE, w->swallowed)};
    uint32_t depth = value[PARAMETER_replay_fifo];
    if (w->flags & FLAG_AFTER_MOP) {
        f.emitted += time_span(c, STX_TIME_ISSUE, value[PARAMETER_mop_leave]);
    }
    if (c->passes[t] >= depth) {
        uint64_t room = c->passed[t][(c->passes[t] - depth) % 32u];
        f.emitted = time_later(f.emitted, room);
    }
    if (w->flags & FLAG_PUSHED) {
        f.pushed = pushed_at(c, value, t, w);
        if (w->page_needs) {
            uint64_t last;
            unsigned sequence = 0;
            (void)pages_at(c, w, &last, &sequence);
            f.pushed = time_later(f.pushed, last);
        }
        f.emitted = time_later(f.emitted, f.pushed);
    }
    return f;
}

/* Returns why a word that needs pages is not pushed before that time. */
static enum stx_stall for_pages(struct time_start *s, const struct stx_time_clock *c,
                                const struct stx_time_word *w, uint64_t pushed) {
    uint64_t last;
    unsigned sequence = 0;
    s->ready = pages_at(c, w, &last, &sequence);
    s->sequence = (uint8_t)sequence;
    return last && last == pushed ? stx_time_page_stall(sequence) : STX_STALL_PUSH;
}

static void after_front(struct time_start *s, const struct stx_time_clock *c, const uint32_t *value,
                        unsigned t, const struct stx_time_word *w) {
    if (w->flags & FLAG_EMITTED) {
        struct time_front f = s->front = front(c, value, t, w);
        enum stx_stall stall = STX_STALL_PUSH;
        if (w->page_needs) {
            stall = for_pages(s, c, w, f.pushed);
        }
        not_before(s, f.emitted, f.emitted > f.pushed ? STX_STALL_MOP : stall);
    }
}

enum stx_stall stx_time_stall_of(unsigned sequence) {
    return sequence < RETURNED         ? (sequence == GIVEN ? STX_STALL_SRCA : STX_STALL_SRCB)
           : sequence < POST           ? STX_STALL_BANK
           : sequence < GET            ? STX_STALL_SEMAPHORE
           : sequence < MUTEX_RETURNED ? STX_STALL_SEMAPHORE_FULL
                                       : STX_STALL_MUTEX;
}

/* A thread that is timed alone never waits for other threads. */
static bool needs_events(const struct stx_time_clock *c, const struct stx_time_word *w) {
    return w->needs && !c->alone;
}

/* The time that a bank of a source takes from one unit to the other. */
static uint64_t handed_over(const struct stx_time_clock *c, const uint32_t *value, unsigned q) {
    return q < RETURNED ? time_ticks(c, value[PARAMETER_bank_given]) : 0;
}

/* Lets the word start only after all events that it needs; it is not ready if one is not placed
 * yet. */
static void after_events(struct time_start *s, const struct stx_time_clock *c,
                         const uint32_t *value, const struct stx_time_word *w, uint64_t then) {
    for (unsigned i = 0; i != w->needs; i++) {
        unsigned q = w->sequence[i];
        int16_t ahead = (int16_t)(c->count[q] - w->need[i]);
        if (ahead < 0) {
            s->ready = false;
        } else if ((unsigned)ahead < STX_TIME_MEMORY) {
            unsigned n = w->need[i] % STX_TIME_MEMORY;
            uint64_t at = c->at[q][n] + then + handed_over(c, value, q);
            if (at > s->at) {
                not_before(s, at, stx_time_stall_of(q));
                s->after = c->told[q][n];
            }
        }
    }
}

/* The block bits of STALLWAIT that hold a word (SPEC 9.2). A word that itself waits is held by any
 * of them. */
uint32_t stx_time_block_bits(const struct stx_time_word *w) {
    static const uint16_t bits[STX_TIME_RESOURCES] = {
        [STX_RESOURCE_THREAD] = p_stall_STALL_TDMA,
        [STX_RESOURCE_THREAD_CONFIG] = p_stall_STALL_CFG,
        [STX_RESOURCE_SYNC] = p_stall_STALL_SYNC,
        [STX_RESOURCE_MUTEX] = p_stall_STALL_SYNC,
        [STX_RESOURCE_CONFIG] = p_stall_STALL_CFG,
        [STX_RESOURCE_SCALAR] = p_stall_STALL_THCON | p_stall_STALL_TDMA,
        [STX_RESOURCE_FPU] = p_stall_STALL_MATH,
        [STX_RESOURCE_SFPU] = p_stall_STALL_SFPU,
        [STX_RESOURCE_UNPACK] = p_stall_STALL_UNPACK | p_stall_STALL_TDMA,
        [STX_RESOURCE_PACK] = p_stall_STALL_PACK | p_stall_STALL_TDMA,
        [STX_RESOURCE_MOVER] = p_stall_STALL_XMOV | p_stall_STALL_TDMA};
    return w->flags & FLAG_HALTS ? p_stall_STALL_THREAD : bits[w->resource];
}

/* The parameter for the time from the end of a wait to the start of a word that it has held. Behind
 * a wait that is for the configuration unit, too, a write starts at once (tt-sim, 2.97 cycles). */
static unsigned release_of(const struct stx_time_word *wait, const struct stx_time_word *w) {
    const uint16_t computing = p_stall_MATH | p_stall_WAIT_SFPU, own = STX_STALL_CONFIG_IDLE;
    if (w->resource != STX_RESOURCE_CONFIG || (wait->idle & own)) {
        return PARAMETER_wait_release;
    }
    return wait->idle & computing ? PARAMETER_config_release : PARAMETER_config_scalar;
}

/* Applies a wait of the thread. True if it delays the word. */
static bool after_wait(struct time_start *s, const struct stx_time_clock *c, const uint32_t *value,
                       unsigned t, const struct stx_time_word *w) {
    if (!time_is_held(c, t, w)) {
        return false;
    }
    uint32_t release = time_ticks(c, value[release_of(&c->wait[t], w)]);
    uint64_t before = s->at;
    not_before(s, c->gate[t] + release, (enum stx_stall)c->gate_by[t]);
    if (needs_events(c, &c->wait[t])) {
        after_events(s, c, value, &c->wait[t], release);
    }
    return s->at > before;
}

/* A word of a thread that was left out for a while may fit into a gap before words of other
 * threads. */
static void after_unit(struct time_start *s, const struct stx_time_clock *c, const uint32_t *value,
                       unsigned t, const struct stx_time_word *w) {
    unsigned unit = w->resource;
    if (time_shared(unit)) {
        bool late = s->at < c->late[t];
        uint64_t gap = late ? stx_time_gap(&c->calendar[unit], s->at, time_cycles(c, value, w))
                            : c->free[unit];
        not_before(s, gap, STX_STALL_UNIT);
    }
}

static void after_moves(struct time_start *s, const struct stx_time_clock *c,
                        const struct stx_time_word *w) {
    for (unsigned b = 0; b < w->blocks; b++) {
        not_before(s, c->dst[(w->block + b) % STX_TIME_BLOCKS], STX_STALL_DST);
    }
    if (w->flags & FLAG_READS_DST) {
        not_before(s, c->to_dst, STX_STALL_MOVE);
    }
    if (!(w->flags & (FLAG_TO_SRCA | FLAG_B_TO_A))) {
        not_before(s, c->to_source[0], STX_STALL_MOVE);
    }
    if (!(w->flags & FLAG_TO_SRCB)) {
        not_before(s, c->to_source[1], STX_STALL_MOVE);
    }
}

static bool waits_for_result(const struct stx_time_clock *c, const struct stx_time_word *w) {
    return stx_time_vector_waits(c->vector_word, w->word, w->compiled || c->vector_compiled) ||
           (w->dependent && stx_time_vector_slow(c->vector_word));
}

static void after_data(struct time_start *s, const struct stx_time_clock *c, const uint32_t *value,
                       const struct stx_time_word *w) {
    if (w->resource == STX_RESOURCE_FPU) {
        after_moves(s, c, w);
    } else if (w->resource == STX_RESOURCE_SFPU && waits_for_result(c, w)) {
        not_before(s, c->vector + time_span(c, w->resource, 2), STX_STALL_LREG);
    } else if (w->resource == STX_RESOURCE_UNPACK && !value[PARAMETER_unpack_overlap]) {
        not_before(s, c->unpacker[time_unpacker(w->word)], STX_STALL_UNIT);
    } else if (w->resource == STX_RESOURCE_PACK) {
        not_before(s, c->packer, STX_STALL_UNIT);
    } else if (w->flags & FLAG_ATOMIC) {
        not_before(s, c->atomic, STX_STALL_UNIT);
    }
}

void stx_time_start(struct time_start *s, const struct stx_time_clock *clock, const uint32_t *value,
                    unsigned thread, const struct stx_time_word *word) {
    s->at = clock->next[thread];
    s->stall = STX_STALL_NONE;
    s->after = 0;
    s->sequence = 0;
    s->ready = true;
    after_front(s, clock, value, thread, word);
    bool waits = after_wait(s, clock, value, thread, word);
    uint64_t held = s->at;
    if (needs_events(clock, word) && !(word->flags & FLAG_HALTS)) {
        after_events(s, clock, value, word, 0);
    }
    uint64_t before = s->at;
    after_data(s, clock, value, word);
    s->since = s->at;
    after_unit(s, clock, value, thread, word);
    s->leaves = s->at;
    s->held = waits && s->at == held;
    if (s->stall == STX_STALL_LREG && value[PARAMETER_vector_room]) {
        before = time_later(before, clock->free[word->resource]);
        s->leaves = before < s->at ? before : s->at;
    }
}
