/* SPDX-License-Identifier: Apache-2.0
 *
 * report.c - what came out, as text. The first line is a contract (docs/time.md). */
#include "diag/out.h"
#include "time/model.h"

static const char *const bounds[] = {"total", "low", "high"};
static const char *const threads[] = {"unpack", "math", "pack"};
static const char *const resources[STX_TIME_RESOURCES] = {
    [STX_RESOURCE_UNKNOWN] = "other",        [STX_RESOURCE_FRONT] = "front end",
    [STX_RESOURCE_THREAD] = "counters",      [STX_RESOURCE_THREAD_CONFIG] = "thread configuration",
    [STX_RESOURCE_SYNC] = "sync unit",       [STX_RESOURCE_MUTEX] = "mutexes",
    [STX_RESOURCE_CONFIG] = "configuration", [STX_RESOURCE_SCALAR] = "scalar unit",
    [STX_RESOURCE_FPU] = "matrix unit",      [STX_RESOURCE_SFPU] = "vector unit",
    [STX_RESOURCE_UNPACK] = "unpackers",     [STX_RESOURCE_PACK] = "packer",
    [STX_RESOURCE_MOVER] = "mover"};

static const struct {
    const char *name, *counter, *text;
} stalls[STX_STALLS] = {
    {"NONE", "", "nothing"},
#define STALL(name, counter, text) {#name, counter, text},
#include "softensix/stalls.def"
#undef STALL
};

const char *stx_time_resource(unsigned resource) {
    return resource < STX_TIME_RESOURCES ? resources[resource] : "";
}

const char *stx_stall_name(enum stx_stall stall) {
    return stalls[stall].name;
}

const char *stx_stall_counter(enum stx_stall stall) {
    return stalls[stall].counter;
}

const char *stx_stall_text(enum stx_stall stall) {
    return stalls[stall].text;
}

uint64_t stx_time_of(const struct stx_time *time, enum stx_time_bound bound, unsigned thread) {
    return thread < STX_TIME_THREADS ? time->clock[bound].finished[thread] : 0;
}

uint64_t stx_time_total(const struct stx_time *time, enum stx_time_bound bound) {
    uint64_t total = 0;
    for (unsigned t = 0; t < STX_TIME_THREADS; t++) {
        uint64_t end = stx_time_of(time, bound, t);
        total = end > total ? end : total;
    }
    return total;
}

/* Beyond 2^32 - 1, which are three seconds, the parts of a thousand million are told apart. */
void stx_time_out(const struct out *out, uint64_t cycles) {
    char text[21];
    unsigned at = 20;
    text[at] = 0;
    do {
        text[--at] = (char)('0' + cycles % 10u);
        cycles /= 10u;
    } while (cycles);
    stx_out_string(out, text + at);
}

static void tell(const struct out *out, const char *name, uint64_t cycles) {
    stx_out_string(out, " ");
    stx_out_string(out, name);
    stx_out_string(out, " ");
    stx_time_out(out, cycles);
}

void stx_time_print(const struct stx_time *time, const char *name, stx_print print, void *ctx) {
    const struct out out = {print, ctx};
    stx_out_string(&out, "cycles ");
    stx_out_string(&out, name);
    for (unsigned t = 0; t < STX_TIME_THREADS; t++) {
        tell(&out, threads[t], stx_time_of(time, STX_TIME_EXPECTED, t));
    }
    for (unsigned b = 0; b < STX_TIME_BOUNDS; b++) {
        tell(&out, bounds[b], stx_time_total(time, (enum stx_time_bound)b));
    }
    stx_out_string(&out, "\n");
}

/* "  12.3 %" of the total. */
static void tell_share(const struct out *out, uint64_t cycles, uint64_t total) {
    uint64_t tenths = total ? 1000u * cycles / total : 0;
    stx_time_out(out, tenths / 10u);
    stx_out_string(out, ".");
    stx_time_out(out, tenths % 10u);
    stx_out_string(out, " %");
}

static void tell_row(const struct out *out, const char *name, uint64_t cycles, uint64_t total) {
    stx_out_string(out, "  ");
    stx_out_padded(out, name, 24);
    stx_time_out(out, cycles);
    stx_out_string(out, " cycles, ");
    tell_share(out, cycles, total);
}

static unsigned busiest(const struct stx_time_clock *c) {
    unsigned most = 0;
    for (unsigned r = 0; r < STX_TIME_RESOURCES; r++) {
        bool unit = r != STX_RESOURCE_THREAD && r != STX_RESOURCE_THREAD_CONFIG;
        most = unit && c->busy[r] > c->busy[most] ? r : most;
    }
    return most;
}

static void tell_units(const struct out *out, const struct stx_time_clock *c, uint64_t total) {
    stx_out_string(out, "busy:\n");
    for (unsigned r = 0; r < STX_TIME_RESOURCES; r++) {
        if (c->busy[r]) {
            tell_row(out, resources[r], c->busy[r], total);
            stx_out_string(out, r == busiest(c) ? "  (the most)\n" : "\n");
        }
    }
}

static void tell_thread(const struct out *out, const struct stx_time_clock *c, unsigned t) {
    stx_out_string(out, threads[t]);
    stx_out_string(out, ": ");
    stx_time_out(out, c->words[t]);
    stx_out_string(out, " words; waits:\n");
    for (unsigned s = 1; s < STX_STALLS; s++) {
        if (c->stall[t][s]) {
            tell_row(out, stalls[s].name, c->stall[t][s], c->finished[t]);
            stx_out_string(out, "  ");
            stx_out_string(out, stalls[s].text);
            stx_out_string(out, *stalls[s].counter ? "; " : "");
            stx_out_string(out, stalls[s].counter);
            stx_out_string(out, "\n");
        }
    }
}

void stx_time_table(const struct stx_time *time, stx_print print, void *ctx) {
    const struct out out = {print, ctx};
    const struct stx_time_clock *c = &time->clock[STX_TIME_EXPECTED];
    tell_units(&out, c, stx_time_total(time, STX_TIME_EXPECTED));
    for (unsigned t = 0; t < STX_TIME_THREADS; t++) {
        if (c->words[t]) {
            tell_thread(&out, c, t);
        }
    }
    if (c->forced) {
        stx_out_string(&out, "waits for what was never seen were left out: ");
        stx_time_out(&out, c->forced);
        stx_out_string(&out, " words\n");
    }
}
