/* SPDX-License-Identifier: Apache-2.0
 *
 * trace.c - writes a line for each word, as text or JSON, with filters by thread, unit and opcode.
 */
#include "softensix/trace.h"

#include "core/mem.h"
#include "diag/effects.h"
#include "diag/out.h"
#include "isa/args.h"
#include "softensix/isa.h"
#include "softensix/softensix.h"

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e);

bool stx_trace_init(struct stx_trace *trace, enum stx_trace_form form, struct stx_core *core,
                    stx_print print, void *ctx) {
    stx_unlisten(core, &trace->listener);
    *trace = (struct stx_trace){.print = print, .ctx = ctx, .core = core, .form = form};
    trace->listener.hear = hear;
    trace->listener.kinds = STX_HEAR(WAIT) | STX_HEAR(FAULT) | STX_HEAR(END);
    stx_listen(core, &trace->listener);
    trace->units = UINT32_MAX;
    trace->threads = UINT8_MAX;
    trace->waits = true;
    memset(trace->opcodes, 0xFF, sizeof trace->opcodes);
    return stx_has_trace();
}

void stx_trace_effects(struct stx_trace *trace, struct stx_core *before) {
    if (before) {
        *before = *trace->core;
    }
    trace->before = before;
}

void stx_trace_only(struct stx_trace *trace, unsigned opcode) {
    uint32_t all = UINT32_MAX;
    for (unsigned i = 0; i < 8; i++) {
        all &= trace->opcodes[i];
    }
    if (all == UINT32_MAX) {
        memset(trace->opcodes, 0, sizeof trace->opcodes);
    }
    trace->opcodes[opcode / 32 % 8] |= 1u << opcode % 32;
}

static bool chosen(const struct stx_trace *trace, unsigned thread, uint32_t word,
                   const struct stx_insn *insn) {
    unsigned unit = insn ? insn->unit : STX_UNIT_NONE, opcode = stx_opcode_of(word);
    return (thread >= STX_THREADS || (trace->threads >> thread & 1u)) &&
           (trace->units >> unit & 1u) && (trace->opcodes[opcode / 32] >> opcode % 32 & 1u);
}

/* One attempt to execute a word, prepared for printing as text or JSON. */
struct event {
    const struct stx_insn *insn;
    uint32_t word;
    unsigned thread;
    enum stx_result result;
};

static const char *result_name(enum stx_result result) {
    return result == STX_DONE ? "done" : result == STX_WAIT ? "wait" : "fault";
}

static void text_event(const struct stx_trace *trace, const struct out *out,
                       const struct event *event) {
    char text[256];
    stx_out_decimal(out, trace->words);
    stx_out_string(out, " T");
    stx_out_decimal(out, event->thread);
    stx_out_string(out, " ");
    stx_out_digits(out, event->word, 8);
    stx_out_string(out, event->result == STX_DONE   ? " "
                        : event->result == STX_WAIT ? " (waits) "
                                                    : " (fault) ");
    (void)stx_disasm(text, sizeof text, event->word);
    stx_out_string(out, text);
    if (trace->before) {
        stx_effects_text(out, trace->before, trace->core);
    }
    stx_out_string(out, "\n");
}

static void json_number(const struct out *out, const char *name, uint32_t value) {
    stx_out_string(out, ",\"");
    stx_out_string(out, name);
    stx_out_string(out, "\":");
    stx_out_decimal(out, value);
}

static void json_string(const struct out *out, const char *name, const char *value) {
    stx_out_string(out, ",\"");
    stx_out_string(out, name);
    stx_out_string(out, "\":\"");
    stx_out_string(out, value);
    stx_out_string(out, "\"");
}

static void json_fields(const struct out *out, const struct stx_insn *insn, uint32_t word) {
    stx_out_string(out, ",\"fields\":{");
    for (unsigned i = 0; insn && i < insn->field_count; i++) {
        stx_out_string(out, i ? ",\"" : "\"");
        stx_out_string(out, insn->fields[i].name);
        stx_out_string(out, "\":");
        stx_out_decimal(out, stx_field_get(&insn->fields[i], word));
    }
    stx_out_string(out, "}");
}

static void json_event(const struct stx_trace *trace, const struct out *out,
                       const struct event *event) {
    stx_out_string(out, "{\"t\":");
    stx_out_decimal(out, trace->words);
    json_number(out, "thread", event->thread);
    stx_out_string(out, ",\"word\":\"0x");
    stx_out_digits(out, event->word, 8);
    stx_out_string(out, "\"");
    json_string(out, "name", event->insn ? event->insn->name : "unknown");
    json_string(out, "unit", stx_unit_name(event->insn ? event->insn->unit : STX_UNIT_NONE));
    json_fields(out, event->insn, event->word);
    json_string(out, "result", result_name(event->result));
    if (trace->before) {
        stx_effects_json(out, trace->before, trace->core);
    }
    stx_out_string(out, "}\n");
}

static void begin(struct stx_trace *trace, const struct out *out) {
    if (trace->form == STX_TRACE_JSON && !trace->begun) {
        stx_out_string(out, "{\"schema\":\"softensix-trace\",\"version\":");
        stx_out_decimal(out, STX_TRACE_VERSION);
        stx_out_string(out, "}\n");
    }
    trace->begun = true;
}

static void tell(struct stx_trace *trace, const struct event *event) {
    struct out out = {trace->print, trace->ctx};
    begin(trace, &out);
    if (trace->form == STX_TRACE_JSON) {
        json_event(trace, &out, event);
    } else {
        text_event(trace, &out, event);
    }
}

/* A waiting word is tried again and again, but only the first attempt is printed. */
static bool is_news(struct stx_trace *trace, unsigned thread, enum stx_result result) {
    uint8_t bit = (uint8_t)(1u << thread % 8), was = trace->waiting & bit;
    if (result == STX_WAIT) {
        trace->waiting |= bit;
        return trace->waits && !was;
    }
    trace->waiting &= (uint8_t)~bit;
    return true;
}

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e) {
    struct stx_trace *t = (struct stx_trace *)self;
    enum stx_result result = e->kind == STX_EVENT_END    ? STX_DONE
                             : e->kind == STX_EVENT_WAIT ? STX_WAIT
                                                         : STX_FAULT;
    struct event event = {stx_insn_of(e->word), e->word, e->thread, result};
    bool news = is_news(t, e->thread, result);
    (void)core;
    t->words += result != STX_WAIT;
    if (news && chosen(t, e->thread, e->word, event.insn)) {
        tell(t, &event);
    }
    if (t->before) {
        *t->before = *t->core;
    }
}
