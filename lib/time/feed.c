/* SPDX-License-Identifier: Apache-2.0
 *
 * feed.c - circular buffers: when pages enter and leave them. Threads of the kernel move pages with
 * their words; a reader and a writer outside the kernel move batches, each as soon as the pages or
 * the room that it needs are available and the batch before is done. */
#include "diag/out.h"
#include "time/model.h"

/* Pages are counted modulo 65,536, as in hardware. */
void stx_time_pages(struct stx_time_clock *c, unsigned sequence, unsigned pages, uint64_t at) {
    unsigned shift = c->shift[sequence / 2u];
    for (; pages; pages--) {
        c->pages[sequence]++;
        c->page_at[sequence][(c->pages[sequence] >> shift) % STX_TIME_PAGES] = at;
    }
}

bool stx_time_page(const struct stx_time_clock *c, unsigned sequence, uint16_t need, uint64_t *at) {
    unsigned shift = c->shift[sequence / 2u];
    uint16_t has = c->pages[sequence];
    unsigned behind = ((unsigned)(has >> shift) - (need >> shift)) & (0xFFFFu >> shift);
    *at = behind < STX_TIME_PAGES ? c->page_at[sequence][(need >> shift) % STX_TIME_PAGES] : 0;
    return (int16_t)(has - need) >= 0;
}

enum stx_stall stx_time_page_stall(unsigned sequence) {
    return sequence % 2u ? STX_STALL_ROOM : STX_STALL_PAGES;
}

bool stx_time_polls(const struct stx_time_thread *t, const struct stx_time_clock *c,
                    unsigned *sequence) {
    uint64_t at;
    for (unsigned i = 0; i < t->page_needs && !c->alone; i++) {
        if (!stx_time_page(c, t->page_sequence[i], t->page_need[i], &at)) {
            *sequence = t->page_sequence[i];
            return true;
        }
    }
    return false;
}

/* A pushed word has waited for the pages for which its thread has waited; a word that stores a
 * counter moves the pages. */
void stx_time_note_pages(struct stx_time *time, unsigned thread, struct stx_time_word *w) {
    struct stx_time_thread *t = &time->thread[thread];
    if (w->flags & FLAG_PUSHED) {
        while (t->page_needs && w->page_needs < sizeof w->page_sequence) {
            t->page_needs--;
            w->page_sequence[w->page_needs] = t->page_sequence[t->page_needs];
            w->page_need[w->page_needs++] = t->page_need[t->page_needs];
        }
    }
    if (t->pages && (t->moved || is_STOREREG(w->word))) {
        w->moves = t->moves;
        w->pages = t->pages;
        t->pages = 0;
    }
}

/* The cycles of a page that follows others. */
static uint64_t streamed(const struct stx_time *time, const struct stx_time_clock *c,
                         const uint32_t *value, const struct stx_time_batch *b) {
    unsigned number = time->buffer[b->sequence / 2u].number;
    uint32_t own = time->own_rate[number];
    return time_at_rate(time_long_span(c, STX_TIME_FEED, b->bytes),
                        own ? own - 1u : value[PARAMETER_feed_rate]);
}

static uint64_t stream_latency(const struct stx_time *time, const struct stx_time_clock *c,
                               const uint32_t *value, const struct stx_time_batch *b) {
    uint32_t own = time->own_latency[time->buffer[b->sequence / 2u].number];
    return time_span(c, STX_TIME_FEED, own ? own - 1u : value[PARAMETER_feed_latency]);
}

/* A stream asks for a page as soon as there is room for it. */
static void stream(const struct stx_time *time, struct stx_time_clock *c, const uint32_t *value,
                   const struct stx_time_batch *b, uint64_t room) {
    uint64_t cycles = streamed(time, c, value, b);
    room += stream_latency(time, c, value, b);
    c->agent[b->agent] = time_later(c->agent[b->agent], room) + cycles;
    c->moving[b->agent] += cycles;
}

/* When all bytes have arrived that the agent requests now. Their latency overlaps with the arrival
 * of earlier batches, and they arrive after those. */
static uint64_t arrival(const struct stx_time_clock *c, const uint32_t *value,
                        const struct stx_time_batch *b, uint64_t now) {
    uint64_t noc =
        time_at_rate(time_long_span(c, STX_TIME_FEED, b->bytes), value[PARAMETER_noc_rate]);
    uint64_t bank =
        time_at_rate(time_long_span(c, STX_TIME_FEED, b->bank_bytes), value[PARAMETER_dram_rate]);
    uint32_t latency = value[b->bank_bytes ? PARAMETER_dram_latency : PARAMETER_noc_latency];
    uint32_t away = value[PARAMETER_noc_start] + b->hops * value[PARAMETER_noc_hop];
    latency = b->hops && (!b->bank_bytes || away > latency) ? away : latency;
    uint64_t first = now + time_span(c, STX_TIME_FEED, latency);
    return time_later(first, c->wire[b->agent]) + time_later(noc, bank);
}

/* What has to come from another core first has arrived then. */
static uint64_t from_elsewhere(const struct stx_time *time, struct stx_time_clock *c,
                               const struct stx_time_batch *b, uint64_t now) {
    const unsigned clock = (unsigned)(c - time->clock);
    const uint64_t at = c->tick * b->after[clock < STX_TIME_BOUNDS ? clock : STX_TIME_EXPECTED];
    c->apart[b->agent] += at > now ? at - now : 0;
    return time_later(now, at);
}

/* A reader or a writer requests bytes and continues when those for which it waits have arrived. */
static void request(const struct stx_time *time, struct stx_time_clock *c, const uint32_t *value,
                    const struct stx_time_batch *b, uint64_t room) {
    uint64_t now = time_later(c->agent[b->agent], room), before = c->wire[b->agent];
    now = from_elsewhere(time, c, b, now);
    if (time->requested && c == &time->clock[STX_TIME_EXPECTED]) {
        time->requested(time, b->agent != 0, b->asked, (now + c->tick - 1u) / c->tick);
    }
    if (b->bytes) {
        c->wire[b->agent] = arrival(c, value, b, now);
        c->moving[b->agent] += c->wire[b->agent] - time_later(before, now);
    }
    c->asked_at[b->agent][b->asked % STX_TIME_ASKED] = c->wire[b->agent];
    if (b->awaited && b->asked - b->awaited < STX_TIME_ASKED) {
        now = time_later(now, c->asked_at[b->agent][b->awaited % STX_TIME_ASKED]);
    }
    c->agent[b->agent] = now;
}

/* False if the batch needs pages or room whose time is not known yet. */
static bool perform(const struct stx_time *time, struct stx_time_clock *c, const uint32_t *value,
                    const struct stx_time_batch *b, bool force) {
    uint64_t room = 0;
    if (b->need && !stx_time_page(c, b->need_sequence, b->need, &room) && !force) {
        return false;
    }
    if (b->stream) {
        stream(time, c, value, b, room);
    } else {
        request(time, c, value, b, room);
    }
    if (b->pages) { /* otherwise there may be no buffer */
        stx_time_pages(c, b->sequence, b->pages, c->agent[b->agent]);
    }
    return true;
}

static bool is_done(const struct stx_time_clock *c, uint32_t i) {
    return c->batch_done[i % STX_TIME_BATCHES / 32u] >> (i % 32u) & 1u;
}

/* Places all batches that can be placed now. Those of one agent keep their order. */
static bool feed_once(const struct stx_time *time, struct stx_time_clock *c,
                      const uint32_t *value) {
    bool blocked[STX_TIME_AGENTS] = {false}, any = false;
    for (uint32_t i = c->batch_first; i != time->batches; i++) {
        const struct stx_time_batch *b = &time->batch[i % STX_TIME_BATCHES];
        if (is_done(c, i) || blocked[b->agent]) {
            continue;
        }
        bool done = perform(time, c, value, b, false);
        c->batch_done[i % STX_TIME_BATCHES / 32u] |= (uint32_t)done << (i % 32u);
        blocked[b->agent] = !done;
        any |= done;
    }
    while (c->batch_first != time->batches && is_done(c, c->batch_first)) {
        c->batch_first++;
    }
    return any;
}

void stx_time_feed(const struct stx_time *time, struct stx_time_clock *c, const uint32_t *value) {
    bool any = !c->alone;
    while (any && c->batch_first != time->batches) {
        any = feed_once(time, c, value);
    }
}

/* If there is none, the oldest batch is performed without waiting any longer. */
void stx_time_make_room(const struct stx_time *time, struct stx_time_clock *c,
                        const uint32_t *value) {
    if (c->alone) {
        c->batch_first = time->batches;
    } else if (time->batches - c->batch_first == STX_TIME_BATCHES) {
        (void)perform(time, c, value, &time->batch[c->batch_first % STX_TIME_BATCHES], true);
        c->batch_first++;
        c->forced++;
    }
    c->batch_done[time->batches % STX_TIME_BATCHES / 32u] &= ~(1u << (time->batches % 32u));
}

/* A writer may be busy after the last word; this time does not belong to the run. */
static uint64_t moving_until(const struct stx_time_clock *c, unsigned agent, uint64_t end) {
    uint64_t last =
        agent < STX_TIME_MOVERS ? time_later(c->agent[agent], c->wire[agent]) : c->agent[agent];
    uint64_t behind = last > end ? last - end : 0;
    return c->moving[agent] > behind ? c->moving[agent] - behind : 0;
}

uint64_t stx_time_moving(const struct stx_time_clock *c, uint64_t end) {
    uint64_t most = 0;
    for (unsigned i = 0; i < STX_TIME_AGENTS; i++) {
        most = time_later(most, moving_until(c, i, end));
    }
    return most;
}

/* Prints the number of cycles between two pages that the pack thread pushes, with one decimal. */
static void tell_pages(const struct stx_time *time, const struct out *out) {
    uint64_t total = stx_time_total(time, STX_TIME_EXPECTED);
    if (time->packed) {
        stx_out_string(out, "pages: ");
        stx_time_out(out, time->packed);
        stx_out_string(out, " pushed by pack, one in ");
        stx_time_out(out, total / time->packed);
        stx_out_string(out, ".");
        stx_time_out(out, 10u * total / time->packed % 10u);
        stx_out_string(out, " cycles\n");
    }
}

/* Prints what limits the feed. Without limits a kernel looks faster than it can be, and the report
 * says so. */
void stx_time_tell_feed(const struct stx_time *time, const struct out *out) {
    tell_pages(time, out);
    if (time->noc_bytes) {
        stx_out_string(out, "feed: reader and writer move ");
        stx_time_out(out, time->noc_bytes);
        stx_out_string(out, " bytes over the NoC (noc_rate, dram_rate, dram_latency)\n");
    } else if (stx_time_moving(&time->clock[STX_TIME_EXPECTED], UINT64_MAX)) {
        stx_out_string(out, "feed: pages come and go at the rate of each buffer (feed_rate)\n");
    } else {
        stx_out_string(out, time->batches
                                ? "feed: infinite: pages come and go at once (feed_rate)\n"
                                : "feed: infinite: all data are in L1 from the start\n");
    }
}
