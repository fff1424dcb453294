/* SPDX-License-Identifier: Apache-2.0
 *
 * report.c - in words: how a run ended and where each thread stands. */
#include "coop/coop.h"
#include "softensix/isa.h"

struct out {
    stx_print print;
    void *ctx;
};

static void say(const struct out *out, const char *text) {
    out->print(out->ctx, text);
}

static void say_hex(const struct out *out, uint32_t value) {
    char text[11] = "0x";
    for (unsigned i = 0; i < 8; i++) {
        text[2 + i] = "0123456789abcdef"[value >> (28 - 4 * i) & 15u];
    }
    text[10] = 0;
    say(out, text);
}

static void say_thread(const struct out *out, unsigned tensix, const char *name) {
    char digit[2] = {(char)('0' + tensix % 10), 0};
    say(out, "  thread ");
    say(out, digit);
    say(out, " ");
    say(out, name);
    say(out, ": ");
}

static void say_word(const struct out *out, uint32_t word) {
    char text[256];
    stx_disasm(text, sizeof text, word);
    say_hex(out, word);
    say(out, " ");
    say(out, text);
}

/* The threads that could end the wait, and where they stand themselves. */
static void report_helpers(const struct out *out, const struct coop *coop,
                           const struct coop_thread *waiting) {
    const struct stx_core *core = coop->core;
    unsigned helpers = stx_wait_helpers(core, waiting->tensix, core->front[waiting->tensix].word),
             told = 0;
    for (unsigned i = 0; i < coop->count; i++) {
        const struct coop_thread *thread = &coop->thread[i];
        if (thread != waiting && (helpers >> thread->tensix & 1u)) {
            say(out, told++ ? ", " : "    could be ended by: ");
            say(out, thread->name);
            say(out, thread->ended                      ? " (has ended)"
                     : core->front[thread->tensix].held ? " (waits)"
                                                        : "");
        }
    }
    say(out, told ? "\n" : "    could be ended by: nobody\n");
}

/* The words before, oldest first, if coop_trace has kept them. */
static void report_history(const struct out *out, const struct coop_history *history) {
    uint32_t kept = history->count < COOP_HISTORY ? history->count : COOP_HISTORY;
    for (uint32_t i = history->count - kept; i < history->count; i++) {
        say(out, "    before: ");
        say_word(out, history->word[i % COOP_HISTORY]);
        say(out, "\n");
    }
}

static void report_thread(const struct out *out, const struct coop *coop,
                          const struct coop_thread *thread) {
    const struct stx_front *front = &coop->core->front[thread->tensix];
    char text[256];
    say_thread(out, thread->tensix, thread->name);
    if (thread->ended) {
        say(out, "has ended\n");
        return;
    }
    if (!front->held) {
        say(out, "is between instructions\n");
        report_history(out, &coop->history[thread->tensix]);
        return;
    }
    say_word(out, front->word);
    if (coop->end == COOP_STOPPED && coop->core->now_thread == thread->tensix) {
        say(out, "\n    raised the fault\n");
        report_history(out, &coop->history[thread->tensix]);
        return;
    }
    say(out, "\n    waits: ");
    stx_explain_wait(coop->core, thread->tensix, front->word, text, sizeof text);
    say(out, text);
    say(out, "\n");
    report_helpers(out, coop, thread);
    report_history(out, &coop->history[thread->tensix]);
}

static void report_fault(const struct out *out, const struct stx_core *core) {
    const struct stx_fault *fault = stx_last_fault(core);
    say(out, "fault: ");
    say(out, stx_fault_kind_name(fault->kind));
    say(out, ": ");
    say(out, fault->what ? fault->what : "");
    say(out, "\n");
    if (fault->kind == STX_FAULT_DEADLOCK) {
        return;
    }
    say(out, "  first raised by ");
    say_word(out, fault->word);
    say(out, ", detail ");
    say_hex(out, fault->detail);
    say(out, "\n");
}

void coop_report(const struct coop *coop, stx_print print, void *ctx) {
    struct out out = {print, ctx};
    if (coop->core->first.kind != STX_FAULT_NONE) {
        report_fault(&out, coop->core);
    }
    for (unsigned i = 0; i < coop->count; i++) {
        report_thread(&out, coop, &coop->thread[i]);
    }
}
