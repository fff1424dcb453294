/* SPDX-License-Identifier: Apache-2.0
 *
 * job.c - runs the three threads of a compute kernel of tt-metal and the data mover that stands
 * for its reader and writer: metal input output (input.h).
 *
 * With further arguments the time model tells how long it would take (timed.h, make metal TIME=1).
 * Exit 0 done, 1 bad input, 2 fault, 3 deadlock, 5 the threads have ended and pages are missing,
 * unread or left. */
#include <stdio.h>
#include <string.h>

#include "coop/coop.h"
#include "coop/timing.h"
#include "counter.h"
#include "guard.h"
#include "input.h"
#include "job.h"
#include "llk/boot.h"
#include "llk/platform.h"
#include "llk/timed.h"
#include "llk/trap.h"
#include "mover.h"

enum { EXIT_FAULT = 2, EXIT_DEADLOCK = 3, EXIT_PAGES = 5 };

static struct stx_core core;
static struct coop coop;
static struct cbs cbs;
static struct options options;
static uint8_t l1[STX_L1_BYTES] __attribute__((aligned(4096))); /* of whole pages, for host32 */
static uint32_t turn; /* of the threads; the mover has one in options.turns of them */

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

const struct stx_metal_setup *stx_metal_setup(void) {
    return &cbs.setup;
}

/* What stands for reader and writer moves what it can, or so many pages of each buffer. */
static bool move(uint32_t pages) {
    bool moved = cb_move(&cbs, pages);
    return mover_run() || moved;
}

/* Ends the run with what a reader or writer in C has done wrong. */
static void stop_for_mover(void) {
    const struct stx_fault fault = {.kind = STX_FAULT_MISUSE, .what = mover_error()};
    printf("fault: %s\n", fault.what);
    (void)coop_fault(&coop, &fault);
}

/* A thread waits: the mover has its turn, then the next thread. With turns it is a slow one. */
static void yield(void *ctx, unsigned thread) {
    if (options.turns == 0) {
        (void)move(UINT32_MAX);
    } else if (++turn % options.turns == 0) {
        (void)move(1);
    }
    if (mover_error()) {
        stop_for_mover();
    }
    coop_yield(ctx, thread);
}

static bool outside(void *ctx, unsigned thread, uint32_t address, uint32_t *value, bool write) {
    (void)ctx;
    if (value && !write && cb_is_register(address)) {
        stx_poll(&core, thread, address);
    }
    return cb_register(&cbs, address, value, write);
}

static void stop(unsigned thread, const char *what) {
    static const char *const names[] = {"unpack", "math", "pack"};
    const struct stx_fault fault = {.kind = STX_FAULT_MISUSE, .what = what};
    printf("fault: %s, thread %u %s\n", what, thread, names[thread % STX_THREADS]);
    (void)coop_fault(&coop, &fault);
}

void metal_begin(unsigned thread, const struct cb_call *call) {
    static char why[192];
    coop_code_ends(thread);
    if (!cb_begin(&cbs, thread % STX_THREADS, call, why, sizeof why)) {
        stop(thread, why);
    }
    coop_code_begins(thread);
}

void stx_metal_begin(unsigned thread, enum stx_metal_call call, uint32_t cb, uint32_t pages,
                     uint32_t to_end) {
    const struct cb_call begun = {call, cb, pages, to_end, true};
    stx_llk_set_place(thread, __builtin_return_address(0));
    metal_begin(thread, &begun);
}

void stx_metal_end(unsigned thread) {
    coop_code_ends(thread);
    cb_end(&cbs, thread % STX_THREADS);
    coop_code_begins(thread);
}

enum { MATH_PACK = 1, UNPACK_TO_DEST = 2, MATH_DONE = 7 }; /* semaphores */

/* What the host processor of a tile does before the threads start. */
static void boot(void) {
    llk_boot(&core, 1u << MATH_PACK | 1u << UNPACK_TO_DEST | 1u << MATH_DONE);
    for (uint32_t i = 0; i < options.mailboxes; i++) {
        for (unsigned thread = 0; thread < STX_THREADS; thread++) {
            struct stx_mailbox *box = &core.mailbox[thread + 1][0];
            box->word[box->count++] = options.mailbox[i]; /* input.c: no more than it holds */
        }
    }
}

/* Words of L1 that the chip's firmware has written; taken away again, they must be what they were.
 */
static void set_l1(bool there) {
    for (uint32_t i = 0; i < options.l1_words; i += 2) {
        uint32_t word, value = options.l1[i + 1];
        uint8_t *at = l1 + options.l1[i];
        memcpy(&word, at, sizeof word);
        word = there ? value : word ^ value;
        memcpy(at, &word, sizeof word);
    }
}

static void prepare(const struct llk_threads *threads, int timed, char **how) {
    struct stx_port port = {.ctx = &coop,
                            .yield = yield,
                            .fault = coop_fault,
                            .trace = coop_trace,
                            .before = coop_before,
                            .access = coop_access,
                            .outside = outside};
    cbs.l1 = l1;
    cbs.coop = &coop;
    stx_init(&core, l1, sizeof l1, &port);
    stx_bind(&core);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    boot();
    coop_init(&coop, &core);
    timed_begin(&coop, timed, how);
    coop.seed = options.seed;
    coop.order = options.order ? COOP_PLAUSIBLE_ORDER : COOP_ANY_ORDER;
    coop_add(&coop, "unpack", 0, threads->run[0], &coop);
    coop_add(&coop, "math", 1, threads->run[1], &coop);
    coop_add(&coop, "pack", 2, threads->run[2], &coop);
    guard_fill(&cbs, &options.memory);
    set_l1(true);
    input_place(&options, l1);
    mover_start(&cbs, &core, &options.memory, options.mover, options.program, options.turns != 0,
                options.seed);
}

static enum coop_end run(uint64_t *instructions) {
    const struct llk_trap trap = {&coop, &core, l1, sizeof l1, false};
    llk_trap_install(&trap);
    uint64_t before = port_instructions();
    enum coop_end end = coop_run(&coop);
    *instructions = port_instructions() - before;
    while (end == COOP_DONE && move(UINT32_MAX)) {
    }
    if (end == COOP_DONE && mover_error()) {
        printf("fault: %s\n", mover_error());
        end = COOP_STOPPED;
    }
    return end;
}

/* Readers and writers in C that have not ended. */
static void report_movers(void) {
    char text[192];
    for (unsigned side = 0; side < CB_SIDES; side++) {
        mover_explain((enum cb_side)side, text, sizeof text);
        if (text[0]) {
            printf("  %s\n", text);
        }
    }
}

static bool movers_wait(void) {
    char text[192];
    bool any = false;
    for (unsigned side = 0; side < CB_SIDES; side++) {
        mover_explain((enum cb_side)side, text, sizeof text);
        any = any || text[0];
    }
    return any;
}

/* The threads, and for tools/metal where each of them stands in its kernel. */
static void report(enum coop_end end) {
    char text[192];
    for (unsigned i = 0; i < STX_THREADS; i++) {
        cb_explain(&cbs, i, text, sizeof text);
        if (end == COOP_DEADLOCK && text[0]) {
            printf("deadlock: %s: %s\n", coop.thread[i].name, text);
        }
    }
    coop_report(&coop, print, NULL);
    report_movers();
    for (unsigned i = 0; i < STX_THREADS; i++) {
        printf("place %u %#lx\n", i, (unsigned long)(uintptr_t)stx_llk_place(i));
    }
}

/* The threads have ended; what of reader's and writer's work is undone? */
static bool unfinished(void) {
    char text[192];
    bool any = cb_unfinished(&cbs, print, NULL);
    for (unsigned side = 0; side < CB_SIDES; side++) {
        mover_explain((enum cb_side)side, text, sizeof text);
        if (text[0]) {
            printf("pages %s: all threads have ended; the %s\n",
                   side == CB_READER ? "left" : "missing", text);
            any = true;
        }
    }
    return any;
}

int metal_job(const struct llk_threads *threads, int argc, char **argv) {
    uint64_t instructions;
    if (argc < 3) {
        printf("usage: metal input output [name [lines [name=value]...]]\n");
        return 1;
    }
    input_load(argv[1], &cbs, sizeof l1, &options);
    prepare(threads, argc - 3, argv + 3);
    enum coop_end end = run(&instructions);
    timed_end();
    printf("tensix %lu\nriscv %llu\n", (unsigned long)core.retired,
           (unsigned long long)instructions);
    if (end != COOP_DONE) {
        report(end);
        return end == COOP_DEADLOCK ? EXIT_DEADLOCK : EXIT_FAULT;
    }
    set_l1(false);
    memset(l1 + SCRATCH_ADDRESS, 0, SCRATCH_BYTES);
    if (guard_broken(&cbs, &options.memory, print, NULL)) {
        return EXIT_FAULT;
    }
    if (options.program && movers_wait()) {
        printf("deadlock: the threads of the compute kernel have ended\n");
        report_movers();
        return EXIT_DEADLOCK;
    }
    if (unfinished()) {
        return EXIT_PAGES;
    }
    output_save(argv[2], &cbs, &options.memory, l1, options.whole_l1 ? sizeof l1 : 0);
    return 0;
}
