/* SPDX-License-Identifier: Apache-2.0
 *
 * sites.c - where in its source a kernel spends its time. A site is a place that was passed to
 * stx_issue_from(); the sums over a thread's sites are those of the thread. */
#include "core/text.h"
#include "diag/out.h"
#include "time/model.h"

void stx_time_sites_begin(struct stx_time *time) {
    for (unsigned t = 0; t < STX_TIME_THREADS; t++) {
        time->site[t] = (struct stx_time_site){.thread = (uint8_t)t};
    }
    time->sites = STX_TIME_THREADS;
}

/* Two instructions in one line may have different string objects with the same text. */
static uint16_t find(const struct stx_time *time, unsigned thread, const char *where) {
    uint16_t i = STX_TIME_THREADS;
    while (i < time->sites &&
           (time->site[i].thread != thread || !text_equal(time->site[i].where, where))) {
        i++;
    }
    return i;
}

static uint16_t add(struct stx_time *time, unsigned thread, const char *where) {
    if (time->sites == STX_TIME_SITES) {
        return (uint16_t)thread;
    }
    time->site[time->sites] = (struct stx_time_site){.where = where, .thread = (uint8_t)thread};
    return time->sites++;
}

/* The table is never full: there is always an entry with no text. */
static struct stx_time_known *known_of(struct stx_time *time, unsigned thread, const char *where) {
    uint32_t i = (uint32_t)(uintptr_t)where * 2654435761u / 0x10000u + thread;
    while (time->known[i % STX_TIME_KNOWN].where &&
           (time->known[i % STX_TIME_KNOWN].where != where ||
            time->known[i % STX_TIME_KNOWN].thread != thread)) {
        i++;
    }
    return &time->known[i % STX_TIME_KNOWN];
}

static uint16_t site_of(struct stx_time *time, unsigned thread, const char *where) {
    struct stx_time_known *known = where ? known_of(time, thread, where) : NULL;
    if (!known || (!known->where && time->texts == STX_TIME_KNOWN - 1u)) {
        return (uint16_t)thread;
    }
    if (!known->where) {
        uint16_t i = find(time, thread, where);
        known->where = where;
        known->thread = (uint8_t)thread;
        known->site = i < time->sites ? i : add(time, thread, where);
        time->texts++;
    }
    return known->site;
}

uint16_t stx_time_site(struct stx_time *time, unsigned thread) {
    return site_of(time, thread, time->core->place[thread]);
}

uint16_t stx_time_page_site(struct stx_time *time, unsigned thread, unsigned sequence) {
    return site_of(time, thread, time->buffer[sequence / 2u].wait[sequence % 2u]);
}

/* A vector word may wait inside its unit while its thread goes on. */
static uint64_t of_thread(struct time_spent spent) {
    return spent.stalled < spent.cycles ? spent.stalled : spent.cycles;
}

void stx_time_spend(struct stx_time *time, unsigned site, struct time_spent spent) {
    struct stx_time_site *s = &time->site[site];
    s->words++;
    s->busy += spent.busy;
    s->cycles += spent.cycles - of_thread(spent);
}

void stx_time_wait(struct stx_time *time, enum stx_stall stall, unsigned site,
                   struct time_spent spent) {
    time->site[site].cycles += of_thread(spent);
    time->site[site].stall[stall] += (uint32_t)spent.stalled;
}

/* Goes through a thread's sites in the order of their cycles: returns the one that follows the site
 * `before`, or the first one if that is STX_TIME_SITES. Returns STX_TIME_SITES if none follows. */
static unsigned next_site(const struct stx_time *time, unsigned thread, unsigned before) {
    unsigned best = STX_TIME_SITES;
    for (unsigned i = 0; i < time->sites; i++) {
        const struct stx_time_site *s = &time->site[i];
        bool behind = before == STX_TIME_SITES || s->cycles < time->site[before].cycles ||
                      (s->cycles == time->site[before].cycles && i > before);
        if (s->thread == thread && (s->words || s->cycles) && behind &&
            (best == STX_TIME_SITES || s->cycles > time->site[best].cycles)) {
            best = i;
        }
    }
    return best;
}

static void tell_number(const struct out *out, const char *before, uint64_t value) {
    stx_out_string(out, before);
    stx_time_out(out, value);
}

static void tell_site(const struct out *out, const struct stx_time_site *s, uint64_t total) {
    stx_out_string(out, "  ");
    stx_out_padded(out, s->where ? s->where : "unknown", 32);
    tell_number(out, " ", s->cycles);
    stx_out_string(out, " cycles, ");
    stx_time_share(out, s->cycles, total);
    tell_number(out, "; ", s->words);
    tell_number(out, " words, busy ", s->busy);
    for (unsigned i = 1; i < STX_STALLS; i++) {
        if (s->stall[i]) {
            stx_out_string(out, "; ");
            stx_out_string(out, stx_stall_name((enum stx_stall)i));
            tell_number(out, " ", s->stall[i]);
        }
    }
    stx_out_string(out, "\n");
}

static void tell_thread(const struct stx_time *time, const struct out *out, unsigned t,
                        unsigned most) {
    uint64_t total = time->clock[STX_TIME_EXPECTED].next[t], left = total;
    unsigned site = next_site(time, t, STX_TIME_SITES);
    stx_out_string(out, "lines of ");
    stx_out_string(out, stx_time_thread_name(t));
    tell_number(out, ": ", total);
    stx_out_string(out, " cycles until its last word has left\n");
    for (; site != STX_TIME_SITES && most; most--) {
        tell_site(out, &time->site[site], total);
        left -= time->site[site].cycles;
        site = next_site(time, t, site);
    }
    if (site != STX_TIME_SITES) {
        tell_number(out, "  other lines: ", left);
        stx_out_string(out, " cycles\n");
    }
}

static bool is_known(const struct stx_time *time, unsigned thread) {
    bool known = false;
    for (unsigned i = STX_TIME_THREADS; i < time->sites; i++) {
        known |= time->site[i].thread == thread;
    }
    return known;
}

void stx_time_sites(const struct stx_time *time, unsigned most, stx_print print, void *ctx) {
    const struct out out = {print, ctx};
    for (unsigned t = 0; t < STX_TIME_THREADS; t++) {
        if (is_known(time, t)) {
            tell_thread(time, &out, t, most);
        }
    }
}
