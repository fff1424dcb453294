/* SPDX-License-Identifier: Apache-2.0
 *
 * grid.c - lets cores of a program take turns. */
#include "grid_core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counter.h"
#include "grid_checked.h"
#include "grid_time.h"
#include "grid_trace.h"
#include "guard.h"
#include "llk/platform.h"
#include "llk/sfpi.h"
#include "llk/state.h"

enum { EXIT_INPUT = 1, EXIT_FAULT = 2, EXIT_DEADLOCK = 3 };
enum { PLACES = 64 };

struct grid_core grid_core[GRID_CORES] METAL_UNCLEARED(cores);
unsigned grid_count;

static struct {
    unsigned current, woken;
    bool any; /* a core has had its turn */
    uint32_t random;
    const struct memory *at[PLACES][PLACES];
    struct context scheduler;
} grid;

static void refuse(const char *what) {
    printf("input: %s\n", what);
    exit(EXIT_INPUT);
}

static const struct memory *memory_at(uint32_t x, uint32_t y) {
    return grid.at[x % PLACES][y % PLACES];
}

struct grid_core *grid_core_of(const struct memory *m) {
    return (struct grid_core *)(void *)((uint8_t *)(uintptr_t)m -
                                        offsetof(struct grid_core, tile.options.memory));
}

/* The variables of the core's kernels come from where they are kept, or go there. */
static void exchange(struct grid_core *c, bool comes) {
    uint8_t *kept = c->variables;
    for (unsigned i = 0; i < GRID_KERNELS; i++) {
        const struct grid_variables *v = &c->kernels->variables[i];
        const size_t bytes = (size_t)(v->end - v->begin);
        memcpy(comes ? v->begin : kept, comes ? kept : v->begin, bytes);
        kept += bytes;
    }
}

static uint32_t happened(const struct grid_core *c) {
    return c->tile.core.retired + c->tile.core.accesses + c->tile.coop.notes;
}

/* Called on a stack of the core that runs. */
static void give_turn(struct tile *tile) {
    const uintptr_t limit = coop_stack_limit;
    struct grid_core *self = &grid_core[grid.current];
    mover_leave(&tile->movers);
    context_switch(&self->context, &grid.scheduler);
    mover_enter(&tile->movers);
    coop_stack_limit = limit;
}

static void wake(struct grid_core *c) {
    grid.woken += !c->woken;
    c->woken = true;
}

static void is_awake(struct grid_core *c) {
    grid.woken -= c->woken;
    c->woken = false;
}

/* A request has taken effect. A word may be what a kernel of another core waits for; it must see
 * the word before this core can write another one there. */
static void landed(struct noc *noc, const struct noc_request *r) {
    struct grid_core *self = &grid_core[grid.current];
    grid_note_landed(self, r);
    grid_time_landed(self, r);
    checked_landed(self, r);
    if (r->core && r->core != noc->memory && r->kind != NOC_READ && r->bytes <= GRID_A_WORD) {
        struct grid_core *other = grid_core_of(r->core);
        if (!other->ended) {
            wake(other);
            coop_progress(&self->tile.coop);
            give_turn(&self->tile);
        }
    }
}

static void made(struct noc *noc, struct noc_request *r) {
    struct grid_core *self = &grid_core[grid.current];
    (void)noc;
    grid_time_made(self, r);
    grid_trace_made(self, r);
    checked_made(self, r);
}

static void answered(struct noc *noc, enum cb_side owner, uint32_t instance, uint32_t ids) {
    (void)noc;
    checked_answered(&grid_core[grid.current], owner, instance, ids);
}

static void said(struct movers *movers, uint32_t address, bool sets) {
    struct grid_core *self = &grid_core[grid.current];
    if (!sets) {
        grid_time_waited(self, movers->running, address);
    }
    checked_said(self, movers->running, address, sets);
}

static void ended(struct movers *movers) {
    checked_ended(&grid_core[grid.current], movers->running);
}

static void popped(struct movers *movers, uint32_t address, uint32_t bytes) {
    checked_popped(&grid_core[grid.current], movers->running, address, bytes);
}

static void counted(struct movers *movers, uint32_t cb, bool acked) {
    checked_counted(&grid_core[grid.current], movers->running, cb, acked);
}

static void run_tile(void *argument) {
    struct grid_core *self = argument;
    self->end = tile_run(&self->tile);
    self->ended = true;
    for (;;) {
        context_switch(&self->context, &grid.scheduler);
    }
}

static void switch_to(struct grid_core *c) {
    struct grid_core *last = &grid_core[grid.current];
    if (grid.any && last != c) {
        exchange(last, false);
        llk_turn(&last->kept);
    }
    if (!grid.any || last != c) {
        llk_turn(&c->kept);
        exchange(c, true);
        checked_turn(c);
        grid_time_turn(c);
        if (c->begun) {
            llk_trap_select(&c->tile.trap);
        }
    }
    grid.any = true;
    grid.current = (unsigned)(c - grid_core);
}

/* One turn. The stacks of the core that runs are guarded, which coop_run() begins and ends. */
static void run(struct grid_core *c) {
    switch_to(c);
    stx_bind(&c->tile.core);
    if (c->begun) {
        coop_guard(&c->tile.coop, true);
    }
    c->begun = true;
    context_switch(&grid.scheduler, &c->context);
    coop_guard(&c->tile.coop, false);
    stx_llk_settle();
}

static uint32_t random_number(void) {
    grid.random ^= grid.random << 13;
    grid.random ^= grid.random >> 17;
    grid.random ^= grid.random << 5;
    return grid.random >> 8;
}

/* The next core after the present one: one that a word has woken, or any that has not ended. */
static struct grid_core *next(void) {
    unsigned from = grid.random && !grid.woken ? random_number() % grid_count : grid.current;
    struct grid_core *first = grid.woken || grid.random ? NULL : grid_time_next();
    for (unsigned i = 1; i <= grid_count && !first; i++) {
        struct grid_core *c = &grid_core[(from + i) % grid_count];
        if (grid.woken ? c->woken : !c->ended) {
            first = c;
        }
    }
    if (first) {
        is_awake(first);
    }
    return first;
}

/* Notes whether anything has happened in a turn. */
static void note_turn(struct grid_core *c) {
    const uint32_t now = happened(c);
    const bool moved = now != c->happened || c->ended;
    c->happened = now;
    c->still = !moved;
    for (unsigned i = 0; moved && i < grid_count; i++) {
        grid_core[i].still = false;
    }
}

static bool all_still(void) {
    for (unsigned i = 0; i < grid_count; i++) {
        if (!grid_core[i].ended && !grid_core[i].still) {
            return false;
        }
    }
    return true;
}

/* Runs all cores until they have ended or none can go on. Returns the core that a fault has
 * stopped, or NULL. */
static struct grid_core *run_all(enum coop_end *end) {
    struct grid_core *c = grid_core;
    *end = COOP_DONE;
    for (; c; c = next()) {
        run(c);
        note_turn(c);
        if (c->ended && c->end != COOP_DONE) {
            *end = c->end;
            return c;
        }
        if (!grid.woken && all_still()) {
            break;
        }
    }
    for (unsigned i = 0; i < grid_count; i++) {
        *end = grid_core[i].ended ? *end : COOP_DEADLOCK;
    }
    return NULL;
}

static void check_variables(const struct grid_kernels *kernels) {
    size_t bytes = 0;
    for (unsigned i = 0; i < GRID_KERNELS; i++) {
        bytes += (size_t)(kernels->variables[i].end - kernels->variables[i].begin);
    }
    if (bytes > GRID_VARIABLES_BYTES) {
        refuse("kernels of a core have more variables than there is room for");
    }
}

static void load(FILE *f, struct grid_core *c, const struct grid_kernels *kernels, unsigned count) {
    struct tile *tile = &c->tile;
    struct memory *m = &tile->options.memory;
    memset((uint8_t *)tile + offsetof(struct tile, cbs), 0,
           sizeof *tile - offsetof(struct tile, cbs));
    memset((uint8_t *)c + offsetof(struct grid_core, context), 0,
           sizeof *c - offsetof(struct grid_core, context));
    const uint32_t which = input_word(f), x = input_word(f), y = input_word(f);
    const uint32_t logical_x = input_word(f), logical_y = input_word(f);
    if (which >= count || x >= PLACES || y >= PLACES || grid.at[x][y]) {
        refuse("a core without kernels, outside the chip, or a second time");
    }
    c->kernels = &kernels[which];
    check_variables(c->kernels);
    c->logical_x = logical_x;
    c->logical_y = logical_y;
    m->x = x;
    m->y = y;
    input_read(f, &tile->cbs, STX_L1_BYTES, &tile->options,
               c == grid_core ? NULL : &grid_core->tile.options.memory);
    tile->cbs.setup.logical_x = (uint8_t)logical_x;
    tile->cbs.setup.logical_y = (uint8_t)logical_y;
    m->at = memory_at;
    grid.at[x][y] = m;
}

static void begin(struct grid_core *c) {
    struct tile *tile = &c->tile;
    guard_clear(c->l1, &tile->cbs, &tile->options.memory);
    state_memory(c->l1, sizeof c->l1);
    tile->pause = give_turn;
    tile_start(tile, c->l1, sizeof c->l1, &c->kernels->threads, c->kernels->mover);
    tile->movers.noc.landed = landed;
    tile->movers.noc.made = made;
    tile->movers.noc.answered = answered;
    tile->movers.said = said;
    tile->movers.ended = ended;
    tile->movers.popped = popped;
    tile->movers.counted = counted;
    checked_begin(c);
    exchange(c, false); /* as the program has them from the start */
    context_start(&c->context, c->stack, sizeof c->stack, run_tile, c);
}

static void load_all(const char *path, const struct grid_kernels *kernels, unsigned count) {
    FILE *f = fopen(path, "rb");
    input_magic(f, "METALGRD");
    grid.random = input_word(f) * 2654435761u;
    grid_count = input_word(f);
    if (!grid_count || grid_count > GRID_CORES) {
        refuse("no core, or more than a chip has");
    }
    for (unsigned i = 0; i < grid_count; i++) {
        load(f, &grid_core[i], kernels, count);
    }
    fclose(f);
    for (unsigned i = 0; i < grid_count; i++) {
        begin(&grid_core[i]);
    }
}

static void save(const char *path) {
    FILE *f = fopen(path, "wb");
    bool good = f != NULL;
    for (unsigned i = 0; good && i < grid_count; i++) {
        good = output_tensors(f, &grid_core[i].tile.options.memory, i == 0);
    }
    if (!f || fclose(f) != 0 || !good) {
        refuse("cannot write the output");
    }
}

static void print(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

/* Checks what a run without errors has left in each core. */
static int finish(void) {
    for (unsigned i = 0; i < grid_count; i++) {
        struct tile *tile = &grid_core[i].tile;
        tile_set_words(tile, false);
        memset(tile->l1 + SCRATCH_ADDRESS, 0, SCRATCH_BYTES);
        if (guard_broken(&tile->cbs, &tile->options.memory, print, NULL)) {
            grid_tell_core(&grid_core[i]);
            return EXIT_FAULT;
        }
    }
    return 0;
}

/* Says why the run has not come to its end. */
static int fail(const struct grid_core *stopped, enum coop_end end) {
    if (stopped) {
        grid_tell_core(stopped);
        grid_tell_waits(stopped);
    } else {
        printf("deadlock: no core can go on\n");
    }
    for (unsigned i = 0; i < grid_count && !stopped; i++) {
        if (!grid_core[i].ended) {
            grid_tell_core(&grid_core[i]);
            grid_tell_waits(&grid_core[i]);
        }
    }
    return end == COOP_DEADLOCK ? EXIT_DEADLOCK : EXIT_FAULT;
}

static void tell_counts(uint64_t instructions) {
    unsigned long words = 0;
    for (unsigned i = 0; i < grid_count; i++) {
        words += grid_core[i].tile.core.retired;
    }
    printf("tensix %lu\nriscv %llu\n", words, (unsigned long long)instructions);
}

int grid_job(const struct grid_kernels *kernels, unsigned count, int argc, char **argv) {
    enum coop_end end;
    if (argc < 3) {
        printf("usage: metal input output [argument...]\n");
        return EXIT_INPUT;
    }
    checked_arguments(argc - 3, argv + 3);
    load_all(argv[1], kernels, count);
    const uint64_t before = port_instructions();
    const struct grid_core *stopped = run_all(&end);
    llk_turn(&grid_core[grid.current].kept);
    grid_time_end();
    grid_trace_end();
    checked_end(end == COOP_DONE);
    tell_counts(port_instructions() - before);
    if (end != COOP_DONE) {
        return fail(stopped, end);
    }
    const int broken = finish();
    if (!broken) {
        save(argv[2]);
    }
    return broken;
}
