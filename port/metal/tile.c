/* SPDX-License-Identifier: Apache-2.0
 *
 * tile.c - runs the three threads of a compute kernel with its reader and writer. */
#include "tile.h"

#include <stdio.h>
#include <string.h>

#include "contract.h"
#include "coop/timing.h"
#include "guard.h"
#include "job.h"
#include "llk/boot.h"
#include "llk/platform.h"
#include "llk/sfpi.h"
#include "llk/state.h"
#include "llk/trap.h"
#include "remotes.h"

static struct tile *bound(void) {
    return (struct tile *)stx_bound();
}

const struct stx_metal_setup *stx_metal_setup(void) {
    return &bound()->cbs.setup;
}

/* Moves at most `pages` pages of each buffer, and lets the reader and the writer run. False if
 * nothing could be done. */
static bool move(struct tile *tile, uint32_t pages) {
    bool moved = cb_move(&tile->cbs, pages);
    return mover_run(&tile->movers) || moved;
}

/* Ends the run with the error of a reader or writer in C. */
static void stop_for_mover(struct tile *tile) {
    const struct stx_fault fault = {.kind = STX_FAULT_MISUSE, .what = mover_error(&tile->movers)};
    printf("fault: %s\n", fault.what);
    (void)coop_fault(&tile->coop, &fault);
}

/* The reader or writer that runs now; its code may trap, or access registers, like that of a
 * thread. */
static const char *beside(const void *place) {
    return mover_inside(&bound()->movers, place);
}

/* A core of which nothing can go on lets the others have their turns. In a random order it takes
 * more rounds until each thread has tried. */
static void pause_idle(struct tile *tile) {
    const uint32_t rounds = tile->coop.seed ? 16 : 2;
    if (tile->coop.idle >= rounds * tile->coop.live) {
        tile->pause(tile);
        tile->coop.idle = 0;
    }
}

/* Called when a thread waits. The mover has its turn, and then the next thread. `turns` makes the
 * mover slow. */
static void yield(void *ctx, unsigned thread) {
    struct tile *tile = bound();
    if (beside(NULL)) {
        mover_poll(&tile->movers);
        return;
    }
    bool moved = false;
    if (tile->options.turns == 0) {
        moved = move(tile, UINT32_MAX);
    } else if (++tile->turn % tile->options.turns == 0) {
        moved = move(tile, 1);
    }
    if (mover_error(&tile->movers)) {
        stop_for_mover(tile);
    }
    if (tile->pause && !moved) {
        pause_idle(tile);
    }
    coop_yield(ctx, thread);
}

static bool outside(void *ctx, unsigned thread, uint32_t address, uint32_t *value, bool write) {
    (void)ctx;
    struct tile *tile = bound();
    if (value && !write && cb_is_register(address)) {
        stx_poll(&tile->core, thread, address);
    }
    return cb_register(&tile->cbs, address, value, write);
}

static void stop(unsigned thread, const char *what) {
    const struct stx_fault fault = {.kind = STX_FAULT_MISUSE, .what = what};
    printf("fault: %s, thread %u %s\n", what, thread, coop_thread_name(thread % STX_THREADS));
    (void)coop_fault(&bound()->coop, &fault);
}

void metal_begin(unsigned thread, const struct cb_call *call) {
    static char why[192];
    coop_code_ends(thread);
    if (!cb_begin(&bound()->cbs, thread % STX_THREADS, call, why, sizeof why)) {
        stop(thread, why);
    }
    coop_code_begins(thread);
}

void stx_metal_begin(unsigned thread, enum stx_metal_call call, uint32_t cb, uint32_t pages,
                     uint32_t to_end) {
    const struct cb_call begun = {call, cb, pages, to_end, true, __builtin_return_address(0)};
    stx_llk_set_place(thread, begun.place);
    metal_begin(thread, &begun);
}

void stx_metal_end(unsigned thread) {
    coop_code_ends(thread);
    cb_end(&bound()->cbs, thread % STX_THREADS);
    coop_code_begins(thread);
}

void metal_argument(unsigned thread, bool common, uint32_t index) {
    const struct stx_metal_setup *setup = stx_metal_setup();
    contract_argument(&bound()->cbs, thread % STX_THREADS, common, index,
                      common ? setup->common_arg_count : setup->arg_count);
}

void stx_metal_argument(unsigned thread, int common, uint32_t index) {
    stx_llk_set_place(thread, __builtin_return_address(0));
    metal_argument(thread, common, index);
}

void stx_metal_zone(unsigned thread, const char *name) {
    coop_code_ends(thread);
    coop_time_zone(thread % STX_THREADS, name);
    coop_code_begins(thread);
}

enum { MATH_PACK = 1, UNPACK_TO_DEST = 2, MATH_DONE = 7 }; /* semaphores */

/* Does what the host processor of a tile does before the threads start. */
static void boot_tile(struct tile *tile) {
    const struct options *options = &tile->options;
    if (!state_begin(&tile->core)) {
        llk_boot(&tile->core, 1u << MATH_PACK | 1u << UNPACK_TO_DEST | 1u << MATH_DONE);
    }
    for (uint32_t i = 0; i < options->mailboxes; i++) {
        for (unsigned thread = 0; thread < STX_THREADS; thread++) {
            struct stx_mailbox *box = &tile->core.mailbox[thread + 1][0];
            box->word[box->count++] = options->mailbox[i]; /* input.c has checked that they fit */
        }
    }
}

void tile_set_words(struct tile *tile, bool there) {
    const struct options *options = &tile->options;
    for (uint32_t i = 0; i < options->l1_words; i += 2) {
        uint32_t word, value = options->l1[i + 1];
        uint8_t *at = tile->l1 + options->l1[i];
        memcpy(&word, at, sizeof word);
        word = there ? value : word ^ value;
        memcpy(at, &word, sizeof word);
    }
}

static void add_threads(struct tile *tile, const struct llk_threads *threads) {
    struct coop *coop = &tile->coop;
    coop_init(coop, &tile->core);
    coop->seed = tile->options.seed;
    coop->order = tile->options.order ? COOP_PLAUSIBLE_ORDER : COOP_ANY_ORDER;
    for (unsigned i = 0; i < STX_THREADS; i++) {
        coop_add(coop, coop_thread_name(i), i, threads->run[i], coop);
    }
}

static void add_movers(struct tile *tile, void (*const movers[CB_SIDES])(void)) {
    const struct options *options = &tile->options;
    const struct mover_job job = {.run = movers,
                                  .arguments = options->mover,
                                  .program = options->program,
                                  .slow = options->turns != 0,
                                  .seed = options->seed};
    mover_start(&tile->movers, &tile->cbs, &tile->core, &options->memory, &job);
}

void tile_start(struct tile *tile, uint8_t *l1, uint32_t l1_bytes,
                const struct llk_threads *threads, void (*const movers[CB_SIDES])(void)) {
    const struct stx_port port = {
        .ctx = &tile->coop, .yield = yield, .fault = coop_fault, .outside = outside};
    tile->l1 = tile->cbs.l1 = l1;
    tile->l1_bytes = l1_bytes;
    tile->cbs.coop = &tile->coop;
    tile->cbs.memory = &tile->options.memory;
    stx_init(&tile->core, l1, l1_bytes, &port);
    stx_bind(&tile->core);
    stx_policy_set_all(&tile->core, STX_POLICY_SILICON);
    boot_tile(tile);
    add_threads(tile, threads);
    guard_fill(&tile->cbs, &tile->options.memory);
    tile_set_words(tile, true);
    input_place(&tile->options, l1);
    remotes_open(&tile->cbs.setup, &tile->options.memory, l1);
    add_movers(tile, movers);
}

/* The threads have ended: lets the reader and the writer run until they have ended, or nothing
 * comes any more. */
static void run_movers(struct tile *tile) {
    const struct mover *m = tile->movers.mover;
    while (!mover_error(&tile->movers)) {
        bool moved = move(tile, UINT32_MAX);
        if (!moved && !(tile->pause && (m[CB_READER].live || m[CB_WRITER].live))) {
            return;
        }
        if (!moved) {
            tile->pause(tile);
        }
    }
}

void tile_check_stacks(struct tile *tile) {
    for (unsigned i = 0; i < STX_THREADS && tile->cbs.order; i++) {
        const void *place;
        uint32_t bytes = llk_trap_stack(i, &place);
        if (!sfpi_was_used(i)) { /* otherwise it uses more here than on the chip */
            contract_stack(&tile->cbs, i, bytes, place);
        }
    }
}

enum coop_end tile_run(struct tile *tile) {
    tile->trap = (struct llk_trap){.coop = &tile->coop,
                                   .core = &tile->core,
                                   .l1 = tile->l1,
                                   .l1_size = tile->l1_bytes,
                                   .runs_again = tile->pause != NULL,
                                   .beside = beside};
    stx_bind(&tile->core);
    llk_trap_install(&tile->trap);
    enum coop_end end = coop_run(&tile->coop);
    stx_llk_settle();
    if (end == COOP_DONE) {
        run_movers(tile);
    }
    if (end == COOP_DONE && mover_error(&tile->movers)) {
        printf("fault: %s\n", mover_error(&tile->movers));
        end = COOP_STOPPED;
    }
    return end;
}
