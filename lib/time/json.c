/* SPDX-License-Identifier: Apache-2.0
 *
 * json.c - writes a JSON line for every word, with its place in time. docs/time.md describes the
 * fields.
 */
#include "diag/out.h"
#include "time/model.h"

#define TEXT_SIZE 256u /* the longest text of a word, with the 0 at its end */

static void number(const struct out *out, const char *name, uint64_t value) {
    stx_out_string(out, ",\"");
    stx_out_string(out, name);
    stx_out_string(out, "\":");
    stx_time_out(out, value);
}

static void string(const struct out *out, const char *name, const char *value) {
    stx_out_string(out, ",\"");
    stx_out_string(out, name);
    stx_out_string(out, "\":\"");
    stx_out_string(out, value);
    stx_out_string(out, "\"");
}

/* The zone, those around it, and how many of them have not been left since the thread's last word:
 * without this, two visits of one zone would look like one. */
static void tell_zone(const struct out *out, const struct stx_time_event *e) {
    string(out, "zone", e->zone);
    number(out, "kept", e->kept);
    const char *before = ",\"within\":[\"";
    for (uint8_t i = e->zones[e->place].parent; i; i = e->zones[i].parent) {
        stx_out_string(out, before);
        stx_out_string(out, e->zones[i].name);
        before = "\",\"";
    }
    stx_out_string(out, e->zones[e->place].parent ? "\"]" : "");
}

/* Writes the fields that only some words have. */
static void tell_more(const struct out *out, const struct stx_time_event *e) {
    if (e->bytes) {
        number(out, "bytes", e->bytes);
    }
    if (e->flops) {
        number(out, "flops", e->flops);
        number(out, "phase", e->phase);
    }
    if (e->pages) {
        number(out, "buffer", e->buffer);
        number(out, e->pops ? "popped" : "pages", e->pages);
    }
    if (e->zone) {
        tell_zone(out, e);
    }
    if (e->where) {
        string(out, "where", e->where);
    }
}

static void tell(void *ctx, const struct stx_time_event *e) {
    const struct stx_time_lines *lines = ctx;
    const struct out out = {lines->print, lines->ctx};
    char text[TEXT_SIZE];
    stx_out_string(&out, "{\"n\":");
    stx_time_out(&out, e->number);
    number(&out, "thread", e->thread);
    number(&out, "pushed", e->pushed);
    number(&out, "arrive", e->arrive);
    number(&out, "start", e->start);
    number(&out, "end", e->end);
    stx_out_string(&out, ",\"word\":\"");
    stx_out_hex(&out, e->word);
    stx_out_string(&out, "\"");
    (void)stx_disasm(text, sizeof text, e->word);
    string(&out, "text", text);
    string(&out, "unit", stx_time_resource(e->resource));
    string(&out, "stall", stx_stall_name((enum stx_stall)e->stall));
    number(&out, "after", e->after);
    number(&out, "signals", e->signals);
    if (e->held) {
        number(&out, "held", 1);
    }
    if (e->polled) {
        string(&out, "polled", e->polled);
    }
    tell_more(&out, e);
    stx_out_string(&out, "}\n");
}

/* What the whole run takes, and how long it may take on silicon. */
static void tell_run(const struct stx_time *time) {
    const struct stx_time_lines *lines = time->ctx;
    const struct out out = {lines->print, lines->ctx};
    uint64_t total = stx_time_total(time, STX_TIME_EXPECTED);
    stx_out_string(&out, "{\"total\":");
    stx_time_out(&out, total);
    number(&out, "low", stx_time_band(time, STX_TIME_LOW, total));
    number(&out, "high", stx_time_band(time, STX_TIME_HIGH, total));
    string(&out, "kind", stx_time_kind_text(stx_time_kind(time)));
    stx_out_string(&out, "}\n");
}

void stx_time_tell(struct stx_time *time, const struct stx_time_lines *lines) {
    const struct out out = {lines->print, lines->ctx};
    time->event = tell;
    time->last = tell_run;
    time->ctx = (void *)(uintptr_t)lines;
    stx_out_string(&out, "{\"schema\":\"softensix-time\",\"version\":");
    stx_time_out(&out, STX_TIME_VERSION);
    number(&out, "clock", time->value[STX_TIME_EXPECTED][PARAMETER_clock]);
    number(&out, "rate", time->value[STX_TIME_EXPECTED][PARAMETER_unpack_joint_rate]);
    string(&out, "arch", STX_CHIP_ARCH);
    stx_out_string(&out, "}\n");
}
