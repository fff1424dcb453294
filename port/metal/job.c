/* SPDX-License-Identifier: Apache-2.0
 *
 * job.c - runs the three threads of a compute kernel of tt-metal and the data mover that stands
 * for its reader and writer: metal input output (input.h).
 *
 * With further arguments the time model reports how long the kernel would take (timed.h, make metal
 * TIME=1), and the order checker what nothing orders (ordered.h, ORDER=1). "noise=SEED",
 * "behind=SEED", "after=FILE", "keep=FILE" among the arguments: llk/state.h; "record=FILE:IDS":
 * recorder.h.
 * Exit 0 done, 1 bad input, 2 fault, 3 deadlock, 5 the threads have ended and pages are missing,
 * unread or left. */
#include <stdio.h>
#include <string.h>

#include "coop/timing.h"
#include "contract.h"
#include "counter.h"
#include "feed.h"
#include "guard.h"
#include "job.h"
#include "llk/arguments.h"
#include "llk/ordered.h"
#include "llk/platform.h"
#include "llk/probe.h"
#include "llk/state.h"
#include "llk/timed.h"
#include "recorder.h"
#include "tile.h"

enum { EXIT_FAULT = 2, EXIT_DEADLOCK = 3, EXIT_PAGES = 5 };

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

/* True if the reader or writer waits for something. If `begin` is not NULL, prints a line that
 * begins with it and says for what. */
static bool tell_mover(const struct tile *tile, enum cb_side side, const char *begin) {
    char text[192];
    mover_explain(&tile->movers, side, text, sizeof text);
    if (text[0] && begin) {
        printf("%s%s\n", begin, text);
    }
    return text[0] != 0;
}

/* Reports what the reader and the writer wait for, or that they have ended. */
static void report_movers(const struct tile *tile) {
    for (enum cb_side side = CB_READER; side < CB_SIDES; side++) {
        const void *place = mover_place(&tile->movers, side);
        if (mover_is_stopped(&tile->movers, side)) {
            printf("  %s: is stopped by this fault\n", cb_side_name(side));
        } else if (!tell_mover(tile, side, "  ")) {
            mover_tell_end(&tile->movers, side, print, NULL);
        }
        if (place) {
            printf("    at 0x%08lx\n", (unsigned long)(uintptr_t)place);
        }
    }
}

/* Reports who has used the buffers for which a thread, the reader or the writer waits. */
static void report_uses(const struct tile *tile) {
    for (unsigned i = 0; i < CB_CALLERS; i++) {
        cb_tell_uses(&tile->cbs, i, print, NULL);
    }
}

static bool movers_wait(const struct tile *tile) {
    return tell_mover(tile, CB_READER, NULL) || tell_mover(tile, CB_WRITER, NULL);
}

/* Reports the threads and, for tools/kernels, where each of them is in its kernel. */
static void report(struct tile *tile, enum coop_end end) {
    char text[192];
    for (unsigned i = 0; i < STX_THREADS; i++) {
        cb_explain(&tile->cbs, i, text, sizeof text);
        if (end == COOP_DEADLOCK && text[0]) {
            printf("deadlock: %s: %s\n", tile->coop.thread[i].name, text);
        }
    }
    coop_report(&tile->coop, print, NULL);
    report_movers(tile);
    if (end == COOP_DEADLOCK) {
        report_uses(tile);
    }
    for (unsigned i = 0; i < STX_THREADS; i++) {
        printf("place %u 0x%lx\n", i, (unsigned long)(uintptr_t)stx_llk_place(i));
    }
}

/* The threads have ended. True if any work of the reader or writer is not done. */
static bool unfinished(struct tile *tile) {
    bool any = cb_unfinished(&tile->cbs, print, NULL);
    any |= tell_mover(tile, CB_READER, "pages left: all threads have ended; the ");
    any |= tell_mover(tile, CB_WRITER, "pages missing: all threads have ended; the ");
    return any;
}

/* Checks the state that a run without errors has left. */
static int finish(struct tile *tile, const char *path) {
    const struct options *options = &tile->options;
    tile_set_words(tile, false);
    memset(tile->l1 + SCRATCH_ADDRESS, 0, SCRATCH_BYTES);
    if (guard_broken(&tile->cbs, &options->memory, print, NULL)) {
        return EXIT_FAULT;
    }
    if (options->program && movers_wait(tile)) {
        printf("deadlock: the threads of the compute kernel have ended\n");
        report_movers(tile);
        report_uses(tile);
        return EXIT_DEADLOCK;
    }
    if (unfinished(tile)) {
        return EXIT_PAGES;
    }
    state_end(&tile->core);
    output_save(path, &tile->cbs, options, tile->l1, options->whole_l1 ? tile->l1_bytes : 0);
    return 0;
}

/* Prints which rules of the contract the run has broken. Without the order checker that does not
 * make the run fail. */
static void tell_contract(struct tile *tile) {
    if (!tile->cbs.order && tile->cbs.contract.found) {
        printf("contract begins\n");
        (void)contract_tell(&tile->cbs, print);
        printf("contract ends\n");
    }
}

/* Takes the arguments that switch checks off, those of the recorder and those of probes. */
static bool takes(void *tile, char *argument) {
    struct tile *t = tile;
    return contract_takes(&t->cbs, argument) || recorder_takes(t, argument) ||
           probe_takes(&t->core, argument);
}

int metal_job(const struct llk_threads *threads, int argc, char **argv) {
    static struct tile tile METAL_UNCLEARED(tile); /* most of it is stacks and the core */
    static uint8_t l1[STX_L1_BYTES] __attribute__((aligned(4096)))
    METAL_UNCLEARED(l1); /* aligned to pages, for host32 */
    static struct feed feed;
    if (argc < 3) {
        printf("usage: metal input output [name [lines [name=value]...]]\n");
        return 1;
    }
    memset(&tile.cbs, 0, sizeof tile - offsetof(struct tile, cbs));
    argc = 3 + state_arguments(argc - 3, argv + 3);
    input_load(argv[1], &tile.cbs, sizeof l1, &tile.options);
    guard_clear(l1, &tile.cbs, &tile.options.memory);
    state_memory(l1, sizeof l1);
    tile_start(&tile, l1, sizeof l1, threads, stx_metal_mover);
    argc = 3 + arguments_left(argc - 3, argv + 3, takes, &tile);
    timed_begin(&tile.coop, ordered_at(argc - 3, argv + 3), argv + 3);
    feed_begin(&feed, &tile);
    contract_begin(&tile.cbs, ordered_begin(&tile.coop, argc - 3, argv + 3));
    uint64_t before = port_instructions();
    enum coop_end end = tile_run(&tile);
    uint64_t instructions = port_instructions() - before;
    recorder_end();
    probe_end();
    timed_end();
    if (end == COOP_DONE) {
        contract_end(&tile.cbs);
    }
    tile_check_stacks(&tile);
    (void)ordered_end(contract_tell, &tile.cbs);
    tell_contract(&tile);
    state_counts(&tile.core, instructions);
    if (end != COOP_DONE) {
        report(&tile, end);
        return end == COOP_DEADLOCK ? EXIT_DEADLOCK : EXIT_FAULT;
    }
    return finish(&tile, argv[2]);
}
