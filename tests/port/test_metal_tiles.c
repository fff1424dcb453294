/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * test_metal_tiles.c - two tiles with two programs in one process, each with its own coprocessor,
 * L1, buffers, reader and writer: one behind the other, and both at once. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "coop/timing.h"
#define names coop_names
#include "../../port/coop/coop.c"
#include "../../port/coop/watch.c"
#include "../../port/host/context.c" /* without overflow.c: a test has no guarded stacks */
#include "../../port/llk/boot.c"
#include "../../port/metal/cb.c"
#include "../../port/metal/cb_uses.c"
#include "../../port/metal/memory.c"
#include "../../port/metal/multicast.c"
#include "../../port/metal/nocs.c"
#define wait mover_wait
#define end mover_end
#include "../../port/metal/mover.c"
#include "../../port/metal/mover_pages.c"
#include "../../port/metal/mover_tell.c"
#include "../../port/metal/remotes.c"
#undef wait
#undef end
#define stop tile_stop
#include "../../port/metal/tile.c"
#undef stop
#define STX_THREAD 0
#include "coop/timing.h"
#include "softensix/tti.h"
#include "test.h"

enum { L1_BYTES = 0x400, PAGE = 16, PAGES = 40, IN = 3, OUT = 9 };

/* What is not of this test. */
void (*const stx_metal_mover[CB_SIDES])(void) = {NULL, NULL};
void llk_trap_install(struct llk_trap *trap) {
    (void)trap;
}
uint32_t llk_trap_stack(unsigned thread, const void **place) {
    return (void)thread, (void)place, 0;
}
bool sfpi_was_used(unsigned thread) {
    return (void)thread, false;
}
void contract_stack(struct cbs *cbs, unsigned thread, uint32_t bytes, const void *place) {
    (void)cbs, (void)thread, (void)bytes, (void)place;
}
void coop_code_begins(unsigned thread) {
    (void)thread;
}
void coop_code_ends(unsigned thread) {
    (void)thread;
}
void coop_time_zone(unsigned thread, const char *name) {
    (void)thread;
    (void)name;
}
void contract_page(struct cbs *cbs, enum cb_side side, const void *page, uint32_t cb, bool write) {
    (void)cbs, (void)side, (void)page, (void)cb, (void)write;
}

void contract_argument(struct cbs *cbs, unsigned caller, bool common, uint32_t index,
                       uint32_t given) {
    (void)cbs, (void)caller, (void)common, (void)index, (void)given;
}
void stx_llk_settle(void) {
}

void stx_llk_set_place(unsigned thread, const void *place) {
    (void)thread;
    (void)place;
}
bool state_begin(struct stx_core *core) {
    (void)core;
    return false;
}
void guard_fill(const struct cbs *cbs, const struct memory *m) {
    (void)cbs;
    (void)m;
}
void input_place(const struct options *options, uint8_t *l1) {
    (void)options;
    (void)l1;
}

static uint32_t stream(unsigned cb, unsigned word) {
    return 0xFFB40000u + 0x1000 * cb + 4 * word;
}

static void wait_for(unsigned cb, enum stx_metal_call call) {
    struct stx_core *core = stx_bound();
    uint32_t room = call == STX_METAL_WAIT_FRONT ? 1 : stx_metal_setup()->cb[cb].pages;
    stx_metal_begin(0, call, cb, 1, PAGE);
    for (;;) {
        uint32_t filled =
            stx_mmio_read(core, 0, stream(cb, 10)) - stx_mmio_read(core, 0, stream(cb, 8));
        if (call == STX_METAL_WAIT_FRONT ? filled >= room : filled < room) {
            break;
        }
    }
    stx_metal_end(0);
}

static void count_one(unsigned cb, unsigned word) {
    struct stx_core *core = stx_bound();
    stx_mmio_write(core, 0, stream(cb, word), stx_mmio_read(core, 0, stream(cb, word)) + 1);
}

/* A kernel: each page goes on with a number added that is the program's. */
static void add_to_pages(void *coop) {
    struct stx_core *core = stx_bound();
    uint32_t number = stx_metal_setup()->args[0], pages = stx_metal_setup()->cb[OUT].pages;
    (void)coop;
    for (uint32_t i = 0; i < PAGES; i++) {
        wait_for(IN, STX_METAL_WAIT_FRONT);
        wait_for(OUT, STX_METAL_RESERVE_BACK);
        const uint8_t *from = core->l1 + stx_metal_setup()->cb[IN].address +
                              i % stx_metal_setup()->cb[IN].pages * PAGE;
        uint8_t *to = core->l1 + stx_metal_setup()->cb[OUT].address + i % pages * PAGE;
        for (unsigned b = 0; b < PAGE; b++) {
            to[b] = (uint8_t)(from[b] + number);
        }
        count_one(IN, 8);
        count_one(OUT, 10);
        (void)stx_issue(core, 0, TT_OP_SETDMAREG(0, i, 0, 2));
    }
}

static void nothing(void *coop) {
    (void)coop;
}

static void read_all(void) {
    for (uint32_t i = 0; i < page_count(IN); i++) {
        cb_reserve_back(IN, 1);
        read_page(IN, i, get_write_ptr(IN));
        cb_push_back(IN, 1);
    }
}

/* The second program's writer hands the pages over from the last to the first. */
static void write_all(void) {
    for (uint32_t i = 0; i < PAGES; i++) {
        cb_wait_front(OUT, 1);
        write_page(OUT, get_arg(0) ? PAGES - 1 - i : i, get_read_ptr(OUT));
        cb_pop_front(OUT, 1);
    }
}

/* As code does that traps on its way: it reads a word again and again, and registers. */
static void read_and_poll(void) {
    struct stx_core *core = stx_bound();
    for (uint32_t i = 0; i < page_count(IN); i++) {
        cb_reserve_back(IN, 1);
        read_page(IN, i, get_write_ptr(IN));
        stx_poll(core, 0, 0x40);
        (void)stx_mmio_read(core, 0, stream(IN, 8));
        stx_poll(core, STX_THREADS, 0x40);
        cb_push_back(IN, 1);
    }
}

static void (*reader)(void) = read_all;

struct program {
    struct tile tile;
    uint8_t l1[L1_BYTES], given[PAGES * PAGE], made[PAGES * PAGE];
    uint32_t number, backwards;
    enum coop_end end;
};
static struct program first, second;

static void start(struct program *p, uint32_t number, uint32_t backwards, uint32_t pages,
                  uint32_t turns) {
    static struct llk_threads threads = {{add_to_pages}};
    void (*const movers[CB_SIDES])(void) = {reader, write_all};
    struct cbs *cbs = &p->tile.cbs;
    for (unsigned t = 1; t < STX_THREADS; t++) {
        threads.run[t] = nothing;
    }
    memset(p, 0, sizeof *p);
    p->number = number;
    p->backwards = backwards;
    cbs->setup.cb[IN] = (struct stx_metal_cb){0x40 * (number + 1), PAGE, pages, 0};
    cbs->setup.cb[OUT] = (struct stx_metal_cb){0x240 + 0x20 * number, PAGE, pages + 1, 0};
    cbs->cb[IN].plan[CB_READER] =
        (struct cb_plan){.data = p->given, .asked = PAGES, .present = true};
    cbs->cb[OUT].plan[CB_WRITER] =
        (struct cb_plan){.data = p->made, .asked = PAGES, .present = true};
    cbs->setup.args = &p->number;
    cbs->setup.arg_count = 1;
    p->tile.options.turns = turns;
    p->tile.options.mover[CB_WRITER] = (struct mover_arguments){&p->backwards, NULL, 1, 0};
    p->tile.options.memory = (struct memory){.cbs = cbs, .l1_bytes = L1_BYTES, .banks = 1};
    for (unsigned i = 0; i < sizeof p->given; i++) {
        p->given[i] = (uint8_t)(i * (7 + number) + 1);
    }
    tile_start(&p->tile, p->l1, sizeof p->l1, &threads, movers);
}

static void *run(void *argument) {
    struct program *p = argument;
    p->end = tile_run(&p->tile);
    return NULL;
}

static bool good(const struct program *p) {
    bool all = p->end == COOP_DONE && !mover_error(&p->tile.movers);
    for (unsigned i = 0; all && i < PAGES; i++) {
        unsigned at = p->backwards ? PAGES - 1 - i : i;
        for (unsigned b = 0; b < PAGE; b++) {
            all = all && p->made[at * PAGE + b] == (uint8_t)(p->given[i * PAGE + b] + p->number);
        }
    }
    return all && p->tile.core.retired >= PAGES && p->tile.core.gpr[0][1] == PAGES - 1;
}

TEST(two_tiles_that_are_ready_run_one_behind_the_other) {
    start(&first, 1, 0, 2, 0);
    start(&second, 2, 1, 3, 5);
    (void)run(&second);
    CHECK(good(&second) && !good(&first));
    CHECK_EQ(first.tile.core.gpr[0][1], 0);
    (void)run(&first);
    CHECK(good(&first) && good(&second));
}

TEST(two_tiles_run_at_once_in_two_threads_of_the_host) {
    pthread_t thread;
    start(&first, 3, 1, 1, 0);
    start(&second, 4, 0, 2, 2);
    CHECK(pthread_create(&thread, NULL, run, &first) == 0);
    (void)run(&second);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(good(&first) && good(&second));
}

/* The poll is the reader's and not that of the thread beside which it runs, also where threads
 * switch at random. */
TEST(a_reader_gives_way_in_the_middle_of_what_it_does) {
    reader = read_and_poll;
    for (uint32_t seed = 0; seed < 4; seed++) {
        start(&first, 1, 0, 2, seed % 2);
        first.tile.coop.seed = seed;
        (void)run(&first);
        CHECK(good(&first));
    }
    reader = read_all;
}

int main(void) {
    RUN_IF(STX_THREADS == 3, a_reader_gives_way_in_the_middle_of_what_it_does);
    RUN_IF(STX_THREADS == 3, two_tiles_that_are_ready_run_one_behind_the_other);
    RUN_IF(STX_THREADS == 3, two_tiles_run_at_once_in_two_threads_of_the_host);
    return test_summary();
}
