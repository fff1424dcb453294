/* SPDX-License-Identifier: Apache-2.0
 *
 * told.h - programs with the times that every word of them must have. */
#ifndef TESTS_TIME_TOLD_H
#define TESTS_TIME_TOLD_H

#include "time/timing.h"

struct row {
    uint8_t thread;
    uint32_t word;
    uint16_t start, end;
    uint8_t stall; /* enum stx_stall */
    uint8_t after; /* number of the word that ended the wait */
};
enum {
    UNIT = STX_STALL_UNIT,
    MOVE = STX_STALL_MOVE,
    DST = STX_STALL_DST,
    MOP = STX_STALL_MOP,
    PUSH = STX_STALL_PUSH
};

static struct stx_time_event told[3][128];
static unsigned told_count[3];

static void on_event(void *ctx, const struct stx_time_event *event) {
    (void)ctx;
    told[event->thread][told_count[event->thread]++ % 128] = *event;
}

/* How many words of the thread have been told. Words get their places some at a time; this gives
 * them those that they can have by now. */
static inline unsigned told_now(unsigned thread) {
    stx_time_place(&timing, false);
    return told_count[thread];
}

static inline void tell_words(void) {
    begin_timing();
    memset(told, 0, sizeof told);
    memset(told_count, 0, sizeof told_count);
    timing.event = on_event;
}

/* The words of each thread in their order, as far as it gets, until none of them gets further. */
static inline void issue(const struct row *rows, unsigned count) {
    static bool done[128];
    memset(done, 0, sizeof done);
    for (bool some = true; some;) {
        bool waits[3] = {false};
        some = false;
        for (unsigned i = 0; i < count; i++) {
            unsigned t = rows[i].thread;
            if (!done[i] && !waits[t]) {
                done[i] = stx_issue(&core, t, rows[i].word) == STX_DONE;
                waits[t] = !done[i];
                some |= done[i];
            }
        }
    }
    stx_time_end(&timing);
}

static inline bool are_told(const struct row *rows, unsigned count) {
    unsigned seen[3] = {0};
    issue(rows, count);
    for (unsigned i = 0; i < count; i++) {
        const struct row *r = &rows[i];
        const struct stx_time_event *e = &told[r->thread][seen[r->thread]++];
        if (e->word != r->word || e->start != r->start || e->end != r->end ||
            e->stall != r->stall || e->after != r->after) {
            printf("row %u: %08x starts at %u, ends at %u, %s, after %u\n", i, (unsigned)e->word,
                   (unsigned)e->start, (unsigned)e->end, stx_stall_name((enum stx_stall)e->stall),
                   (unsigned)e->after);
            return false;
        }
    }
    return true;
}
#define TOLD(rows) are_told(rows, sizeof rows / sizeof rows[0])

static inline void begin_told(void) {
    begin();
    tell_words();
}

static inline void idle(unsigned thread, unsigned words) {
    while (words--) {
        stx_issue(&core, thread, TT_OP_NOP);
    }
}

#endif
