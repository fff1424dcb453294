/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_trace.c - a line for each request: the kernel, its core's coordinates, the number of the
 * transfer to which it belongs and how many cycles later it leaves, or 0 and the cycle in which it
 * leaves; its type, NoC, virtual channel (-1: any), bytes, and the coordinates of the other side or
 * of the corners of a multicast. When a transfer begins is known later, and is a line "at". */
#include "grid_trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coop/timing.h"
#include "grid_order.h"
#include "grid_time.h"

#if STX_TRACE

static FILE *trace;

bool grid_trace_takes(const char *argument) {
    static const char prefix[] = "noc=";
    const char *path = argument + sizeof prefix - 1;
    if (strncmp(argument, prefix, sizeof prefix - 1) != 0) {
        return false;
    }
    trace = fopen(path, "w");
    if (!trace) {
        printf("input: cannot write %s\n", path);
        exit(1);
    }
    return true;
}

/* Writes the beginning of a line of the trace: the word `what`, "reader" or "writer", and the
 * coordinates of its core. */
static void begin(const char *what, const struct grid_core *core, unsigned side) {
    const struct memory *m = &core->tile.options.memory;
    fprintf(trace, "%s%s %lu %lu", what, cb_side_name((enum cb_side)side), (unsigned long)m->x,
            (unsigned long)m->y);
}

static void requested(const struct stx_time *time, bool writer, uint32_t n, uint64_t cycle) {
    const struct grid_core *core =
        (const struct grid_core *)(const void *)((const uint8_t *)time -
                                                 offsetof(struct grid_core, time));
    begin("at ", core, writer ? CB_WRITER : CB_READER);
    fprintf(trace, " %lu %llu\n", (unsigned long)n, (unsigned long long)cycle);
}

void grid_trace_begin(struct grid_core *core) {
    if (trace && coop_timed()) {
        core->time.requested = requested;
    }
}

static bool is_semaphore(const struct noc_request *r) {
    return r->core && grid_semaphore_at(r->core, (uint32_t)(r->to - grid_core_of(r->core)->l1)) <
                          MEMORY_SEMAPHORES;
}

/* Types have the names of tt-metal's profiler, which distinguishes words for semaphores. */
static const char *type_of(const struct noc_request *r, bool many) {
    if (r->kind == NOC_WRITE && is_semaphore(r)) {
        return many ? "SEMAPHORE_SET_MULTICAST" : "SEMAPHORE_SET_REMOTE";
    }
    switch (r->kind) {
    case NOC_READ:
        return "READ";
    case NOC_ATOMIC:
        return many ? "SEMAPHORE_INC_MULTICAST" : "SEMAPHORE_INC";
    case NOC_INLINE:
        return "WRITE_INLINE";
    default:
        return many ? "WRITE_MULTICAST" : "WRITE_";
    }
}

static void tell_places(uint32_t rectangle, uint32_t place) {
    if (rectangle) {
        fprintf(trace, " %lu %lu", (unsigned long)(rectangle >> 12 & 63u),
                (unsigned long)(rectangle >> 18 & 63u));
        place = rectangle;
    }
    fprintf(trace, " %lu %lu\n", (unsigned long)(place & 63u), (unsigned long)(place >> 6 & 63u));
}

void grid_trace_made(const struct grid_core *from, const struct noc_request *r) {
    const struct noc *noc = &from->tile.movers.noc;
    if (!trace || noc->again) {
        return;
    }
    const uint32_t bytes = noc->traffic[r->owner].bytes, own = r->bytes;
    const bool word = grid_time_is_word(r);
    begin("", from, r->owner);
    fprintf(trace, " %lu %llu %s", word ? 0UL : from->time.asked[r->owner == CB_WRITER] + 1UL,
            (unsigned long long)grid_time_of(from, r, word || bytes < own ? 0 : bytes - own),
            type_of(r, noc->rectangle != 0));
    fprintf(trace, " %u %d %lu", r->noc, r->channel, (unsigned long)r->bytes);
    tell_places(noc->rectangle, r->place_at);
}

void grid_trace_end(void) {
    for (unsigned i = 0; trace && i < grid_count; i++) {
        for (unsigned side = 0; side < CB_SIDES; side++) {
            begin("end ", &grid_core[i], side);
            fprintf(trace, " %llu\n",
                    (unsigned long long)stx_time_mover(&grid_core[i].time, STX_TIME_EXPECTED,
                                                       side == CB_WRITER));
        }
    }
    if (trace) {
        fclose(trace);
    }
}

#else

bool grid_trace_takes(const char *argument) {
    (void)argument;
    return false;
}

void grid_trace_begin(struct grid_core *core) {
    (void)core;
}

void grid_trace_made(const struct grid_core *from, const struct noc_request *r) {
    (void)from, (void)r;
}

void grid_trace_end(void) {
}

#endif
