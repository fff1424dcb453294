/* SPDX-License-Identifier: Apache-2.0
 *
 * report.c - prints how a run ended and where each thread is. */
#include "coop/coop.h"
#include "coop/say.h"
#include "softensix/dump.h"

static void say_thread(const struct out *out, unsigned tensix, const char *name) {
    say(out, "  thread ");
    say_decimal(out, tensix);
    say(out, " ");
    say(out, name);
    say(out, ": ");
}

static const struct coop_thread *thread_of(const struct coop *coop, unsigned tensix,
                                           const struct coop_thread *from) {
    for (; from != &coop->thread[coop->count]; from++) {
        if (from->tensix == tensix) {
            return from;
        }
    }
    return NULL;
}

static void say_helper(const struct out *out, const struct coop *coop, unsigned tensix,
                       const struct coop_thread *thread) {
    if (!thread) {
        say(out, "thread ");
        say_decimal(out, tensix);
        say(out, " ");
        say(out, coop_thread_name(tensix));
        say(out, ", which was never added");
        return;
    }
    say(out, thread->name);
    say(out, thread->ended ? " (has ended)" : stx_blocked(coop->core, tensix) ? " (waits)" : "");
}

/* Prints the threads that could end the wait, and where these are. Bit i stands for Tensix thread
 * i. */
static void report_helpers(const struct out *out, const struct coop *coop, unsigned helpers) {
    unsigned told = 0;
    for (unsigned t = 0; t != STX_THREADS; t++) {
        const struct coop_thread *thread = thread_of(coop, t, coop->thread);
        if (!(helpers >> t & 1u)) {
            continue;
        }
        do {
            say(out, told++ ? ", " : "    could be ended by: ");
            say_helper(out, coop, t, thread);
            thread = thread ? thread_of(coop, t, thread + 1) : NULL;
        } while (thread);
    }
    say(out, told ? "\n" : "    could be ended by: nobody\n");
}

/* Prints the words before, the oldest one first, if any were recorded. */
static void report_history(const struct out *out, const struct coop_history *history) {
    uint32_t kept = history->count < COOP_HISTORY ? history->count : COOP_HISTORY;
    for (uint32_t i = history->count - kept; i < history->count; i++) {
        say(out, "    before: ");
        say_word(out, history->word[i % COOP_HISTORY]);
        say(out, "\n");
    }
}

/* Prints what RISC-V code waits for, if it waits. */
static void report_code(const struct out *out, const struct coop *coop, unsigned tensix) {
    char text[SAY_BYTES];
    if (!stx_explain_poll(coop->core, tensix, text, sizeof text)) {
        say(out, "is between instructions\n");
        return;
    }
    say(out, "is in RISC-V code\n    waits: ");
    say(out, text);
    say(out, "\n");
    report_helpers(out, coop, stx_poll_helpers(coop->core, tensix));
}

static void say_place(const struct out *out, const char *place) {
    if (place) {
        say(out, "\n    at ");
        say(out, place);
    }
}

static void report_word(const struct out *out, const struct coop *coop, unsigned tensix) {
    const struct stx_core *core = coop->core;
    uint32_t word = core->front[tensix].word;
    char text[SAY_BYTES];
    bool stopped = coop->end == COOP_STOPPED && core->now_thread == tensix;
    if (stopped && word == stx_last_fault(core)->word) {
        say(out, "raised the fault\n"); /* its word and its place are printed above */
        return;
    }
    say_word(out, word);
    say_place(out, core->place[tensix]);
    if (stopped) {
        say(out, "\n    raised the fault\n");
        return;
    }
    say(out, "\n    waits: ");
    stx_explain_wait(core, tensix, word, text, sizeof text);
    say(out, text);
    say(out, "\n");
    report_helpers(out, coop, stx_wait_helpers(core, tensix, word));
}

static void report_overflow(const struct out *out) {
    say(out, "has overflowed its stack of ");
    say_decimal(out, COOP_STACK_BYTES);
    say(out, " bytes (COOP_STACK_BYTES)\n");
}

static void report_thread(const struct out *out, const struct coop *coop, unsigned index) {
    const struct coop_thread *thread = &coop->thread[index];
    say_thread(out, thread->tensix, thread->name);
    if (!coop_stack_intact(coop, index)) {
        report_overflow(out);
    } else if (thread->ended) {
        say(out, "has ended\n");
        return;
    } else if (coop->core->front[thread->tensix].held) {
        report_word(out, coop, thread->tensix);
    } else {
        report_code(out, coop, thread->tensix);
    }
    report_history(out, &coop->history[thread->tensix]);
}

static void say_detail(const struct out *out, const struct stx_fault *fault) {
    char text[SAY_BYTES];
    if (stx_explain_fault(fault, text, sizeof text)) {
        say(out, "\n    ");
        say(out, text);
    } else {
        say(out, ", detail ");
        say_hex(out, fault->detail);
    }
}

static void report_fault(const struct out *out, const struct stx_core *core) {
    const struct stx_fault *fault = stx_last_fault(core);
    say(out, "fault: ");
    say(out, stx_fault_kind_name(fault->kind));
    say(out, ": ");
    if (fault->what && fault->what[0]) {
        say(out, fault->what);
    } else { /* a library without texts */
        say(out, "rule ");
        say_decimal(out, fault->rule);
    }
    say(out, "\n");
    if (fault->rule == STX_RULE_DEADLOCK || fault->rule == STX_RULE_STACK_OVERFLOW ||
        fault->rule == STX_RULE_NO_THREAD) {
        return; /* the threads are reported below */
    }
    say(out, "  first raised by ");
    say_word(out, fault->word);
    say_detail(out, fault);
    say_place(out, fault->where);
    say(out, "\n");
}

static void report_refused(const struct out *out, const struct coop *coop) {
    say(out, "  ");
    say(out, coop->refused_name);
    say(out, ": refused by coop_add(), which takes ");
    say_decimal(out, COOP_THREADS);
    say(out, " threads at most, of the Tensix threads 0 to ");
    say_decimal(out, STX_THREADS - 1);
    say(out, "\n");
}

void coop_report(const struct coop *coop, stx_print print, void *ctx) {
    struct out out = {print, ctx};
    if (coop->core->first.kind != STX_FAULT_NONE) {
        report_fault(&out, coop->core);
    }
    if (coop->refused) {
        report_refused(&out, coop);
    }
    for (unsigned i = 0; i != coop->count; i++) {
        report_thread(&out, coop, i);
    }
    (void)stx_leftovers(coop->core, print, ctx);
}
