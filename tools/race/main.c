/* SPDX-License-Identifier: Apache-2.0
 *
 * race - runs a kernel under many interleavings of its threads and compares each run with that in
 * which a thread runs until it waits. The same seed gives the same interleaving. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "race.h"
#include "softensix/isa.h"
#include "softensix/lint.h"
#include "softensix/trace.h"
#include "softensix/uninit.h"

const struct kernel kernels[] = {
    {"matmul", "the kernels of examples/matmul", matmul_start, false},
    {"reuse", "Dst into SrcA by MOVD2A", reuse_start, false},
    {"reuse-no-stallwait", "the same without its STALLWAIT", reuse_unguarded_start, true},
};
const unsigned kernel_count = sizeof kernels / sizeof kernels[0];

static struct stx_core core;
static struct coop coop;
static uint8_t l1[RACE_L1_BYTES];
static struct outcome reference, got;
static struct stx_lint lint;
static struct stx_trace trace;
static struct stx_uninit uninit;
static uint8_t l1_copies[2 * RACE_L1_BYTES];

static void print(void *ctx, const char *text) {
    fputs(text, ctx ? ctx : stdout);
}

static void on_word(void *ctx, unsigned thread, uint32_t word, enum stx_result result) {
    observe_word(ctx, thread, word, result);
    stx_lint_word(&lint, thread, word, result);
    if (trace.print) {
        stx_trace_word(&trace, thread, word, result);
    }
}

static void on_finding(void *ctx, const struct stx_lint_finding *finding) {
    stx_lint_print(finding, print, ctx);
}

static void on_uninit(void *ctx, const struct stx_uninit_finding *finding) {
    stx_uninit_print(finding, print, ctx);
}

/* One run; findings of the lint are printed if wanted. */
static void run(const struct kernel *kernel, uint32_t seed, struct outcome *o, bool tell) {
    struct stx_port port = {.ctx = &coop,
                            .yield = coop_yield,
                            .before = coop_before,
                            .fault = coop_fault,
                            .trace = coop_trace,
                            .access = coop_access};
    memset(l1, 0, sizeof l1);
    stx_init(&core, l1, sizeof l1, &port);
    stx_init_as_firmware(&core);
    stx_bind(&core);
    coop_init(&coop, &core);
    stx_lint_init(&lint, &core, tell ? on_finding : NULL, NULL);
    kernel->start(&coop, l1);
    coop.seed = seed;
    coop.on_trace = on_word;
    coop.on_trace_ctx = o;
    if (tell) {
        stx_uninit_init(&uninit, &core, STX_UNINIT_DEFAULT, l1_copies, on_uninit, NULL);
        coop.on_before = stx_uninit_word;
        coop.on_before_ctx = &uninit;
    }
    coop.on_access = stx_lint_access;
    coop.on_access_ctx = &lint;
    observe_begin(o, &core);
    observe_end(o, &core, coop_run(&coop));
}

static void tell_handover(const char *run_name, const struct outcome *o, unsigned i, uint32_t n) {
    char text[256];
    const struct handover *h = &o->given[i][n];
    if (n >= o->count[i]) {
        printf("  %s: there is none\n", run_name);
        return;
    }
    stx_disasm(text, sizeof text, h->word);
    printf("  %s: content %08x, by thread %u, %s\n", run_name, (unsigned)h->hash, h->thread, text);
}

/* The first hand-over that is not as in the reference; false if all are. */
static bool tell_difference(void) {
    static const char *const what[4] = {"SrcA to the FPU", "SrcB to the FPU", "SrcA back",
                                        "SrcB back"};
    for (unsigned i = 0; i < 4; i++) {
        for (uint32_t n = 0; n < got.count[i] || n < reference.count[i]; n++) {
            const struct handover *a = &reference.given[i][n], *b = &got.given[i][n];
            if (n >= got.count[i] || n >= reference.count[i] || a->hash != b->hash ||
                a->word != b->word || a->thread != b->thread) {
                printf("  hand-over %u of %s differs:\n", (unsigned)n + 1, what[i]);
                tell_handover("reference", &reference, i, n);
                tell_handover("this seed", &got, i, n);
                return true;
            }
        }
    }
    return false;
}

/* Is the run like the reference? Says how not. */
static bool judge(const struct kernel *kernel, uint32_t seed) {
    if (got.end == reference.end && got.result == reference.result &&
        !memcmp(got.count, reference.count, sizeof got.count) &&
        !memcmp(got.given[0], reference.given[0], got.count[0] * sizeof got.given[0][0]) &&
        !memcmp(got.given[1], reference.given[1], got.count[1] * sizeof got.given[0][0]) &&
        !memcmp(got.given[2], reference.given[2], got.count[2] * sizeof got.given[0][0]) &&
        !memcmp(got.given[3], reference.given[3], got.count[3] * sizeof got.given[0][0])) {
        return true;
    }
    printf("race %s: seed %u differs\n", kernel->name, (unsigned)seed);
    tell_difference();
    if (got.end != COOP_DONE) {
        coop_report(&coop, print, NULL);
    } else if (got.result != reference.result) {
        printf("  the final state differs: %08x, reference %08x\n", (unsigned)got.result,
               (unsigned)reference.result);
    }
    printf("  once more: make race KERNEL=%s SEED=%u SEEDS=1 TRACE=build/race.jsonl\n",
           kernel->name, (unsigned)seed);
    return false;
}

static const struct kernel *kernel_named(const char *name) {
    for (unsigned i = 0; i < kernel_count; i++) {
        if (!strcmp(kernels[i].name, name)) {
            return &kernels[i];
        }
    }
    return NULL;
}

static void start_trace(const char *path) {
    FILE *file = fopen(path, "w");
    if (!file || !stx_trace_init(&trace, STX_TRACE_JSON, &core, print, file)) {
        fprintf(stderr, "race: no trace: %s\n",
                file ? "the library was built without STX_TRACE (make DIAG=1)" : path);
        exit(2);
    }
}

int main(int argc, char **argv) {
    const struct kernel *kernel = argc > 1 ? kernel_named(argv[1]) : NULL;
    uint32_t first = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 0) : 1;
    uint32_t count = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 0) : 100;
    if (!kernel) {
        printf("usage: race kernel [first seed] [seeds] [trace file]\n");
        for (unsigned i = 0; i < kernel_count; i++) {
            printf("  %-20s %s\n", kernels[i].name, kernels[i].what);
        }
        return 2;
    }
    run(kernel, 0, &reference, true);
    printf("lint %s: %u findings\n", kernel->name, (unsigned)stx_lint_total(&lint));
    printf("uninitialised %s: %u findings\n", kernel->name, (unsigned)uninit.found);
    if (argc > 4) {
        start_trace(argv[4]);
    }
    for (uint32_t i = 0; i < count; i++) {
        run(kernel, first + i, &got, false);
        if (!judge(kernel, first + i)) {
            return !kernel->races;
        }
    }
    printf("race %s: %u seeds, every run like the reference\n", kernel->name, (unsigned)count);
    return reference.end != COOP_DONE || kernel->races;
}
