/* SPDX-License-Identifier: Apache-2.0
 *
 * place.c - gives each word its place in time. The library runs one thread until it must wait, so
 * words do not complete in the order of modelled time; but a unit that threads share must go to the
 * word that can start first. Therefore a word is placed only when no word can come any more that
 * would start before it: each other thread has a word in its queue here, or waits for one of these
 * words. */
#include "time/model.h"

enum { NOBODY = STX_TIME_THREADS };

/* Which words get a place: those before which no other can come any more, those that are ready, or
 * all. */
enum places { PLACES_SAFE, PLACES_READY, PLACES_ALL };

static bool has_word(const struct stx_time *time, const struct stx_time_clock *c, unsigned t) {
    return c->head[t] != time->thread[t].tail;
}

/* True if all events have been placed for which the thread's next word waits. */
static bool goes_on(const struct stx_time_thread *t, const struct stx_time_clock *c) {
    bool met = true;
    for (unsigned i = 0; i != t->waiting.needs; i++) {
        met &= (int16_t)(c->count[t->waiting.sequence[i]] - t->waiting.need[i]) >= 0;
    }
    return met;
}

/* True if a thread can still issue a word that starts before all words in the queues. */
static bool open(const struct stx_time *time, const struct stx_time_clock *c) {
    for (unsigned t = 0; t < STX_THREADS; t++) {
        const struct stx_time_thread *thread = &time->thread[t];
        unsigned sequence;
        if (!has_word(time, c, t) && (!thread->waits || goes_on(thread, c)) &&
            !(thread->page_needs && stx_time_polls(thread, c, &sequence))) {
            return true;
        }
    }
    return false;
}

/* True if the queue may overflow before words are placed again. */
static bool is_full(const struct stx_time *time, const struct stx_time_clock *c, unsigned t) {
    return (uint16_t)(time->thread[t].tail - c->head[t]) > STX_TIME_WINDOW - STX_TIME_BATCH;
}

static const struct stx_time_word *first(const struct stx_time *time,
                                         const struct stx_time_clock *c, unsigned t) {
    return &time->thread[t].queue[c->head[t] % STX_TIME_WINDOW];
}

static void leave_queue(struct stx_time *time, struct stx_time_clock *c, unsigned t) {
    c->head[t]++;
    time->thread[t].unplaced--;
}

/* Of two words that can start in the same cycle the one that has waited longer for its unit goes
 * first; if they have waited equally long, threads take turns. */
static bool precedes(const struct time_start *s, const struct time_start *best, unsigned last) {
    bool longer = s->since < best->since || (s->since == best->since && last != NOBODY);
    return s->at < best->at || (s->at == best->at && longer);
}

/* What is known about the first words in the queues. */
struct heads {
    const struct stx_time_word *word[STX_TIME_THREADS];
    struct time_start start[STX_TIME_THREADS];
    uint64_t least[STX_TIME_THREADS]; /* a lower bound of the start: words that are placed before
                                       * can only delay it; NEVER if the word is not ready */
};
#define NEVER UINT64_MAX

static void look(const struct stx_time *time, const struct stx_time_clock *c, const uint32_t *value,
                 struct heads *h, unsigned t) {
    h->word[t] = first(time, c, t);
    stx_time_start(&h->start[t], c, value, t, h->word[t]);
    h->least[t] = h->start[t].ready ? h->start[t].at : NEVER;
}

/* Discards what is known about a thread's first word. */
static void forget(const struct stx_time *time, const struct stx_time_clock *c, struct heads *h,
                   unsigned t) {
    h->least[t] = has_word(time, c, t) ? c->next[t] : NEVER;
}

static void forget_all(const struct stx_time *time, const struct stx_time_clock *c,
                       struct heads *h) {
    for (unsigned t = 0; t < STX_THREADS; t++) {
        forget(time, c, h, t);
    }
}

static unsigned least(const struct heads *h) {
    unsigned found = 0;
    for (unsigned t = 1; t < STX_THREADS; t++) {
        found = h->least[t] < h->least[found] ? t : found;
    }
    return found;
}

static unsigned better(const struct stx_time_clock *c, const struct heads *h, unsigned t,
                       unsigned found) {
    unsigned last = c->by[h->word[found]->resource] == found ? found : (unsigned)NOBODY;
    return precedes(&h->start[t], &h->start[found], last) ? t : found;
}

/* The thread whose word can start first, or NOBODY if none is ready. Words are looked at until the
 * one that can start first has been, and those that may start in the same cycle. */
static unsigned earliest(const struct stx_time *time, const struct stx_time_clock *c,
                         const uint32_t *value, struct heads *h) {
    unsigned looked = 0, found = least(h);
    while (!(looked >> found & 1u) && h->least[found] != NEVER) {
        look(time, c, value, h, found);
        looked |= 1u << found;
        found = least(h);
    }
    uint64_t at = h->least[found];
    for (unsigned t = found + 1u; t < STX_THREADS && at != NEVER; t++) {
        if (h->least[t] == at && !(looked >> t & 1u)) {
            look(time, c, value, h, t);
        }
        if (h->least[t] == at) {
            found = better(c, h, t, found);
        }
    }
    return at == NEVER ? NOBODY : found;
}

/* Places the thread's first word. True if that may have ended a wait. */
static bool place(struct stx_time *time, struct stx_time_clock *c, const uint32_t *value,
                  unsigned t, const struct stx_time_word *w, const struct time_start *start) {
    if (c == &time->clock[STX_TIME_EXPECTED]) {
        stx_time_expect(time, t, w, start);
    } else {
        (void)stx_time_occupy(c, value, t, w, start);
    }
    leave_queue(time, c, t);
    if (w->pages) {
        stx_time_feed(time, c, value);
    }
    for (unsigned other = 0; other < STX_THREADS; other++) {
        if (!has_word(time, c, other)) {
            c->late[other] = time_later(c->late[other], start->at);
        }
    }
    return w->signals || w->pages;
}

/* No word is ready, but a queue is full or the run has ended. So a word is placed although the
 * event that it waits for has not been seen. */
static bool place_unready(struct stx_time *time, struct stx_time_clock *c, const uint32_t *value,
                          bool all) {
    for (unsigned t = 0; t < STX_THREADS; t++) {
        if (has_word(time, c, t) && (all || is_full(time, c, t))) {
            struct time_start s;
            const struct stx_time_word *w = first(time, c, t);
            stx_time_start(&s, c, value, t, w);
            c->forced++;
            place(time, c, value, t, w, &s);
            return true;
        }
    }
    return false;
}

static bool any_full(const struct stx_time *time, const struct stx_time_clock *c) {
    bool full = false;
    for (unsigned t = 0; t < STX_THREADS; t++) {
        full |= is_full(time, c, t);
    }
    return full;
}

/* As long as no queue becomes empty and no wait ends, open() does not change. */
static void advance(struct stx_time *time, struct stx_time_clock *c, const uint32_t *value,
                    enum places how) {
    struct heads heads;
    const bool all = how == PLACES_ALL;
    bool closed = how != PLACES_SAFE || !open(time, c), ended = true;
    while (closed || any_full(time, c)) {
        if (ended) {
            forget_all(time, c, &heads);
        }
        unsigned t = earliest(time, c, value, &heads);
        if (t == NOBODY && !place_unready(time, c, value, all)) {
            return;
        }
        ended = t == NOBODY || place(time, c, value, t, heads.word[t], &heads.start[t]);
        if (!ended) {
            forget(time, c, &heads, t);
        }
        if (!closed || ended || !has_word(time, c, t)) {
            closed = how != PLACES_SAFE || !open(time, c);
        }
    }
}

/* Places the words of one thread as if there were no others, and drops those of the others. */
static void advance_alone(struct stx_time *time, struct stx_time_clock *c, const uint32_t *value) {
    for (unsigned t = 0; t < STX_THREADS; t++) {
        while (has_word(time, c, t)) {
            if (t + 1u == c->alone) {
                struct time_start s;
                const struct stx_time_word *w = first(time, c, t);
                stx_time_start(&s, c, value, t, w);
                place(time, c, value, t, w, &s);
            } else {
                leave_queue(time, c, t);
            }
        }
    }
}

/* True if there is nothing to do, because in every clock a thread can still issue a word that comes
 * first. */
static bool all_open(const struct stx_time *time) {
    bool found = false, full = false;
    for (unsigned t = 0; t < STX_THREADS; t++) {
        const struct stx_time_thread *thread = &time->thread[t];
        found |= !thread->unplaced && !thread->waits && !thread->page_needs;
        full |= thread->unplaced > STX_TIME_WINDOW - STX_TIME_BATCH;
    }
    return found && !full;
}

static void skip(struct stx_time *time, struct stx_time_clock *c) {
    for (unsigned t = 0; t < STX_THREADS; t++) {
        while (has_word(time, c, t)) {
            leave_queue(time, c, t);
        }
    }
}

static void place_words(struct stx_time *time, enum places how) {
    time->collected = 0;
    for (unsigned i = 0; i < stx_time_clocks(time); i++) {
        struct stx_time_clock *c = &time->clock[i];
        const uint32_t *value = time->value[i < STX_TIME_BOUNDS ? i : STX_TIME_EXPECTED];
        if (!time_is_kept(time, c)) {
            skip(time, c);
        } else if (c->alone) {
            advance_alone(time, c, value);
        } else {
            advance(time, c, value, how);
        }
    }
}

void stx_time_place(struct stx_time *time, bool all) {
    if (all || !all_open(time)) {
        place_words(time, all ? PLACES_ALL : PLACES_SAFE);
    } else {
        time->collected = 0;
    }
}

void stx_time_settle(struct stx_time *time) {
    if (!time->ended) {
        place_words(time, PLACES_READY);
    }
}

/* Names the first event of the word that has not happened. A wait for units has no events. */
static enum stx_stall open_stall(const struct stx_time *time, const struct stx_time_word *w) {
    for (unsigned i = 0; i < w->needs; i++) {
        if ((int16_t)(time->total[w->sequence[i]] - w->need[i]) < 0) {
            return stx_time_stall_of(w->sequence[i]);
        }
    }
    return STX_STALL_WAIT;
}

/* A thread that waits when the run ends has waited until then. */
static void close_wait(struct stx_time *time, unsigned t) {
    struct stx_time_clock *c = &time->clock[STX_TIME_EXPECTED];
    uint64_t total = stx_time_total(time, STX_TIME_EXPECTED);
    const struct stx_time_word *w = &time->thread[t].waiting;
    bool waits = time->thread[t].waits;
    unsigned sequence = 0;
    if ((waits || stx_time_polls(&time->thread[t], c, &sequence)) && total > c->next[t]) {
        enum stx_stall stall = waits ? open_stall(time, w) : stx_time_page_stall(sequence);
        struct time_spent spent = {total - c->next[t], total - c->next[t], 0};
        c->open[t] = total - c->next[t];
        c->stall[t][stall] += c->open[t];
        c->next[t] = total;
        stx_time_wait(time, stall, waits ? w->site : stx_time_page_site(time, t, sequence), spent);
    }
}

static void copy_expected(const struct stx_time *time, struct stx_time_clock *c) {
    for (unsigned t = 0; t < STX_TIME_THREADS && !time_is_kept(time, c); t++) {
        c->finished[t] = c->tick * time->clock[STX_TIME_EXPECTED].finished[t];
    }
}

void stx_time_end(struct stx_time *time) {
    stx_time_place(time, true);
    for (unsigned i = 0; i < time->clocks && !time->ended; i++) {
        copy_expected(time, &time->clock[i]);
    }
    for (unsigned t = 0; t < STX_TIME_THREADS && !time->ended; t++) {
        close_wait(time, t);
    }
    bool last = time->last && !time->ended;
    time->ended = true;
    if (last) {
        time->last(time);
    }
}
