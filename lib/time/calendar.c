/* SPDX-License-Identifier: Apache-2.0
 *
 * calendar.c - records in which cycles a unit is busy. A word may be placed after words that start
 * later; it can then use a gap between them. Only the last cycles are remembered; older ones count
 * as busy. */
#include "time/model.h"

enum { SPAN = 32 * STX_TIME_CALENDAR };

static bool taken(const struct stx_time_calendar *c, uint64_t cycle) {
    return cycle < c->base + SPAN && (c->bits[cycle % SPAN / 32u] >> (cycle % 32u) & 1u);
}

static bool all_free(const struct stx_time_calendar *c, uint64_t at, unsigned cycles) {
    bool free = true;
    for (unsigned i = 0; i < cycles; i++) {
        free = free && !taken(c, at + i);
    }
    return free;
}

uint64_t stx_time_gap(const struct stx_time_calendar *calendar, uint64_t at, unsigned cycles) {
    at = at < calendar->base ? calendar->base : at;
    while (!all_free(calendar, at, cycles)) {
        at++;
    }
    return at;
}

/* Drops the oldest cycles, 32 at a time, until the calendar includes `end`. Once all of them are
 * dropped, it does the rest in one step. */
static void move_on(struct stx_time_calendar *c, uint64_t end) {
    for (unsigned i = 0; i != STX_TIME_CALENDAR && end >= c->base + SPAN; i++) {
        c->bits[c->base % SPAN / 32u] = 0;
        c->base += 32u;
    }
    if (end >= c->base + SPAN) {
        c->base = end / 32u * 32u + 32u - SPAN;
    }
}

void stx_time_take(struct stx_time_calendar *calendar, uint64_t at, unsigned cycles) {
    uint64_t end = at + cycles;
    if (end >= calendar->base + SPAN) {
        move_on(calendar, end);
    }
    at = time_later(at, calendar->base);
    uint32_t left = end > at ? (uint32_t)(end - at) : 0, cycle = (uint32_t)at;
    for (; left; left--, cycle++) {
        calendar->bits[cycle % SPAN / 32u] |= 1u << (cycle % 32u);
    }
}
