/* SPDX-License-Identifier: Apache-2.0
 *
 * expected.c - the expected clock, from which all tables are made: the line to which a word's time
 * counts, and the callback for every word. */
#include "time/model.h"

static bool is_poll(const struct time_start *start) {
    return start->stall == STX_STALL_PAGES || start->stall == STX_STALL_ROOM;
}

static const char *polled(const struct stx_time *time, const struct time_start *start) {
    unsigned sequence = start->sequence;
    return is_poll(start) ? time->buffer[sequence / 2u].wait[sequence % 2u] : NULL;
}

static void tell(const struct stx_time *time, unsigned t, const struct stx_time_word *w,
                 const struct time_start *start, uint64_t arrive, uint64_t end) {
    const struct stx_time_clock *c = &time->clock[STX_TIME_EXPECTED];
    if (!time->event) {
        return;
    }
    const struct stx_time_event event = {.pushed = c->pushed[t],
                                         .arrive = arrive,
                                         .start = start->at,
                                         .end = end,
                                         .number = c->placed,
                                         .after = start->after,
                                         .signals = w->signals,
                                         .word = w->word,
                                         .thread = (uint8_t)t,
                                         .resource = w->resource,
                                         .stall = (uint8_t)start->stall,
                                         .held = start->held,
                                         .polled = polled(time, start),
                                         .where = time->site[w->site].where,
                                         .zone = time->zone[w->zone].name,
                                         .zones = time->zone,
                                         .place = w->zone,
                                         .kept = w->kept,
                                         .bytes = w->bytes,
                                         .flops = w->flops,
                                         .phase = w->phase,
                                         .pages = w->pages,
                                         .buffer = time->buffer[w->moves / 2u].number,
                                         .pops = w->moves % 2u != 0};
    time->event(time->ctx, &event);
}

static void account(struct stx_time *time, unsigned t, const struct stx_time_word *w,
                    const struct time_start *start, unsigned site, uint64_t arrive, uint64_t end) {
    struct stx_time_clock *c = &time->clock[STX_TIME_EXPECTED];
    uint64_t busy = stx_time_account(c, time->value[STX_TIME_EXPECTED], t, w, start->at, end);
    struct time_spent spent = {start->at - arrive, c->next[t] - arrive, busy};
    stx_time_spend(time, w->site, spent);
    stx_time_zone_spend(time, w->zone, spent);
    stx_time_wait(time, start->stall, site, spent);
    tell(time, t, w, start, arrive, end);
}

/* The site to which the wait of a word counts: that of an earlier STALLWAIT or SEMWAIT, of the call
 * that waits for pages, or of the word. */
static unsigned stall_site(struct stx_time *time, unsigned t, const struct stx_time_word *w,
                           const struct time_start *start) {
    if (start->held) {
        return time->clock[STX_TIME_EXPECTED].wait[t].site;
    }
    return is_poll(start) ? stx_time_page_site(time, t, start->sequence) : w->site;
}

void stx_time_expect(struct stx_time *time, unsigned t, const struct stx_time_word *w,
                     const struct time_start *start) {
    struct stx_time_clock *c = &time->clock[STX_TIME_EXPECTED];
    uint64_t arrive = c->next[t];
    unsigned site = stall_site(time, t, w, start);
    uint64_t end = stx_time_occupy(c, time->value[STX_TIME_EXPECTED], t, w, start);
    account(time, t, w, start, site, arrive, end);
}
