/* SPDX-License-Identifier: Apache-2.0
 *
 * run.c - one run of the machine: its observers, its beginning and its end. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "printable.h"
#include "run.h"
#include "softensix/dump.h"
#include "softensix/inspect.h"
#include "softensix/isa.h"
#include "softensix/softensix.h"

struct vec_state machine;
bool run_quiet;
unsigned run_unordered;
static uint8_t l1[VEC_L1_BYTES];
static struct stx_core effects;
static struct stx_trace trace;
static struct stx_lint lint;
static struct stx_uninit uninit;
static uint8_t l1_copies[2 * VEC_L1_BYTES];

static void print(void *ctx, const char *text) {
    (void)ctx;
    if (!run_quiet) {
        fputs(text, stdout);
    }
}

static enum stx_verdict on_fault(void *ctx, const struct stx_fault *fault) {
    char text[256], detail[256];
    (void)ctx;
    if (run_quiet) {
        return STX_STOP;
    }
    stx_disasm(text, sizeof text, fault->word);
    bool told = stx_explain_fault(fault, detail, sizeof detail) > 0;
    printf("fault: %s: %s\n  rule %s (%s), thread %u, word %08" PRIx32 " %s",
           stx_fault_kind_name(fault->kind), fault->what, stx_rule_name(fault->rule),
           stx_rule_reference(fault->rule), fault->thread, fault->word, text);
    if (told) {
        printf("\n  %s\n", detail);
    } else {
        printf(", detail %08" PRIx32 "\n", fault->detail);
    }
    return STX_STOP;
}

static void on_uninit(void *ctx, const struct stx_uninit_finding *finding) {
    stx_uninit_print(finding, print, ctx);
}

static void choose(const struct options *o) {
    trace.threads = o->threads ? o->threads : trace.threads;
    trace.units = o->units ? o->units : trace.units;
    for (unsigned i = 0; i < o->only_count; i++) {
        stx_trace_only(&trace, o->only[i]->opcode);
    }
}

static void begin_listening(const struct options *o) {
    if (o->trace) {
        stx_trace_init(&trace, o->form, &machine.core, print, NULL);
    }
    if (o->uninit) {
        stx_uninit_init(&uninit, &machine.core, STX_UNINIT_DEFAULT, l1_copies, on_uninit, NULL);
    }
    if (o->lint) {
        stx_lint_init(&lint, &machine.core, NULL, NULL);
    }
}

void run_begin(const struct options *o) {
    machine.l1 = l1;
    struct stx_port port = {.ctx = (void *)(uintptr_t)o, .fault = on_fault};
    uint8_t begun = trace.begun;
    machine.l1_used = VEC_L1_BYTES;
    vec_baseline(&machine, &port);
    machine.l1_used = VEC_L1_BYTES;
    stx_policy_set_all(&machine.core, o->strict ? STX_POLICY_FAULT : STX_POLICY_SILICON);
    for (unsigned i = 0; i < o->policy_count; i++) {
        stx_policy_set(&machine.core, o->policies[i].rule, o->policies[i].policy);
    }
    for (unsigned e = 0; e < STX_ERRATA; e++) {
        stx_erratum_set(&machine.core, (enum stx_erratum)e, !(o->errata_off >> e & 1u));
    }
    stx_departure_set_all(&machine.core, o->side);
    vec_queue_clear();
    begin_listening(o);
    trace.begun = begun;
    if (o->time) {
        timing_begin(o);
    }
    if (o->order) {
        ordering_begin(o);
    }
    choose(o);
    if (o->effects) {
        stx_trace_effects(&trace, &effects);
    }
}

static void save(const char *path) {
    static uint8_t bytes[0x20000];
    FILE *file = fopen(path, "wb");
    size_t size = stx_save(&machine.core, bytes, sizeof bytes);
    bool good = file && fwrite(bytes, 1, size, file) == size;
    if (!file || !output_closed(file) || !good) {
        fprintf(stderr, "stx-run: %s cannot be written\n", printable(path));
        exit(2);
    }
}

static void differences(const char *path) {
    static uint8_t bytes[0x20000];
    static struct stx_core saved;
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    stx_init(&saved, NULL, 0, NULL);
    if (!stx_restore(&saved, bytes, size)) {
        fprintf(stderr, "stx-run: %s is not a saved state\n", printable(path));
        exit(2);
    }
    fclose(file);
    stx_dump_diff(&saved, &machine.core, print, NULL);
}

static void tell_helpers(unsigned thread, uint32_t word) {
    unsigned helpers = stx_wait_helpers(&machine.core, thread, word);
    printf("  could be ended by:%s", helpers ? "" : " nobody");
    for (unsigned t = 0; t < STX_THREADS; t++) {
        if (helpers >> t & 1u) {
            printf(" thread %u%s", t, vec_queue_left(t) ? " (waits)" : "");
        }
    }
    printf("\n");
}

/* Prints the threads that wait; returns their number. */
static unsigned tell_waits(void) {
    unsigned waiting = 0;
    for (unsigned t = 0; t < STX_THREADS; t++) {
        char text[256], words[256];
        uint32_t word;
        if (!vec_queue_head(t, &word)) {
            continue;
        }
        stx_disasm(words, sizeof words, word);
        stx_explain_wait(&machine.core, t, word, text, sizeof text);
        printf("thread %u waits, %" PRIu32 " words left: %08" PRIx32 " %s\n  %s\n", t,
               vec_queue_left(t), word, words, text);
        tell_helpers(t, word);
        waiting++;
    }
    return waiting;
}

static void tell_infinities(void) {
    uint32_t words = stx_departure_count(&machine.core, STX_DEPARTURE_INFINITY_STAYS);
    if (words && !run_quiet) {
        printf("note: %" PRIu32 " words have left an infinity in Dst, where later phases of a "
               "product that overflows give 0 in the simulator (departure INFINITY_STAYS)\n",
               words);
    }
}

unsigned run_end(const struct options *o) {
    unsigned waiting = tell_waits();
    tell_infinities();
    stx_lint_tell(&lint, print, NULL);
    if (o->time) {
        timing_end(o->file);
    }
    if (o->order) {
        run_unordered += ordering_end(o->file);
    }
    stx_dump(&machine.core, o->dump, print, NULL);
    if (o->rules) {
        stx_dump_rules(&machine.core, print, NULL);
    }
    if (o->from) {
        differences(o->from);
    }
    if (o->save) {
        save(o->save);
    }
    return waiting;
}

unsigned run_left(const struct options *o) {
    unsigned left = stx_leftovers(&machine.core, print, NULL);
    return o->nothing_left ? left : 0;
}
