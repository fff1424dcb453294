/* SPDX-License-Identifier: Apache-2.0
 *
 * report.c - prints the result as text. Other tools read the first line, so its form is fixed
 * (docs/time.md). */
#include "diag/out.h"
#include "time/model.h"

static const char *const bounds[] = {"total", "low", "high"};
static const struct {
    const char *name, *counter, *text;
} stalls[STX_STALLS] = {
    {"NONE", "", "nothing"},
#define STALL(name, counter, text) {#name, counter, text},
#include "softensix/stalls.def"
#undef STALL
};

const char *stx_stall_name(enum stx_stall stall) {
    return (unsigned)stall < STX_STALLS ? stalls[stall].name : "";
}

const char *stx_stall_counter(enum stx_stall stall) {
    return (unsigned)stall < STX_STALLS ? stalls[stall].counter : "";
}

const char *stx_stall_text(enum stx_stall stall) {
    return (unsigned)stall < STX_STALLS ? stalls[stall].text : "";
}

static void tell(const struct out *out, const char *name, uint64_t cycles) {
    stx_out_string(out, " ");
    stx_out_string(out, name);
    stx_out_string(out, " ");
    stx_time_out(out, cycles);
}

void stx_time_print(const struct stx_time *time, const char *name, stx_print print, void *ctx) {
    const struct out out = {print, ctx};
    uint64_t total = stx_time_total(time, STX_TIME_EXPECTED);
    stx_out_string(&out, "cycles ");
    stx_out_string(&out, name);
    for (unsigned t = 0; t < STX_TIME_THREADS; t++) {
        tell(&out, stx_time_thread_name(t), stx_time_of(time, STX_TIME_EXPECTED, t));
    }
    for (unsigned b = 0; b < STX_TIME_BOUNDS; b++) {
        tell(&out, bounds[b], stx_time_band(time, (enum stx_time_bound)b, total));
    }
    stx_out_string(&out, "\n");
}

static void tell_row(const struct out *out, const char *name, uint64_t cycles, uint64_t total) {
    stx_out_string(out, "  ");
    stx_out_padded(out, name, 24);
    stx_time_out(out, cycles);
    stx_out_string(out, " cycles, ");
    stx_time_share(out, cycles, total);
}

static void tell_units(const struct out *out, const struct stx_time *time, uint64_t total) {
    stx_out_string(out, "busy:\n");
    for (unsigned r = 0; r <= STX_TIME_FEED; r++) {
        uint64_t cycles = stx_time_busy(time, r);
        if (cycles) {
            tell_row(out, stx_time_resource(r), cycles, total);
            stx_out_string(out, *stx_time_counter(r) ? "  " : "");
            stx_out_string(out, stx_time_counter(r));
            stx_out_string(out, "\n");
        }
    }
}

/* "; WAITING_FOR_MATH_IDLE_1" */
static void tell_counter(const struct out *out, const char *counter, unsigned t) {
    unsigned length = 0;
    while (counter[length]) {
        length++;
    }
    stx_out_string(out, length ? "; " : "");
    stx_out_string(out, counter);
    if (length && counter[length - 1u] == '_') {
        stx_out_decimal(out, t);
    }
}

static void tell_thread(const struct out *out, const struct stx_time_clock *c, unsigned t) {
    stx_out_string(out, stx_time_thread_name(t));
    stx_out_string(out, ": ");
    stx_time_out(out, c->words[t]);
    stx_out_string(out, " words; waits:\n");
    for (unsigned s = 1; s < STX_STALLS; s++) {
        if (c->stall[t][s]) {
            tell_row(out, stalls[s].name, c->stall[t][s], c->finished[t] + c->open[t]);
            stx_out_string(out, "  ");
            stx_out_string(out, stalls[s].text);
            tell_counter(out, stalls[s].counter, t);
            stx_out_string(out, "\n");
        }
    }
}

void stx_time_table(const struct stx_time *time, stx_print print, void *ctx) {
    const struct out out = {print, ctx};
    const struct stx_time_clock *c = &time->clock[STX_TIME_EXPECTED];
    tell_units(&out, time, stx_time_total(time, STX_TIME_EXPECTED));
    for (unsigned t = 0; t < STX_TIME_THREADS; t++) {
        if (c->words[t]) {
            tell_thread(&out, c, t);
        }
    }
    stx_time_tell_work(time, &out);
    stx_time_tell_zones(time, &out);
    if (c->forced) {
        stx_out_string(&out, "waits for events that were never seen were left out: ");
        stx_time_out(&out, c->forced);
        stx_out_string(&out, " words\n");
    }
}
