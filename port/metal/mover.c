/* SPDX-License-Identifier: Apache-2.0
 *
 * mover.c - a reader and a writer beside the threads of a compute kernel. */
#include "mover.h"

#include <stdio.h>
#include <string.h>

#include "metal/dataflow.h"
#include "metal/mover.h"
#include "nocs.h"

enum { PLACES = 8 };

struct mover {
    struct context context;
    struct mover_arguments arguments;
    bool live;
    bool in_mailbox;           /* waits for room in a mailbox */
    bool is_c;                 /* metal/mover.h */
    bool in_poll;              /* waits for what it looks at again and again */
    const void *place[PLACES]; /* of looks since something has happened */
    unsigned places;
};

static struct {
    struct cbs *cbs;
    struct stx_core *core;
    uint32_t l1_bytes;
    struct noc noc;
    struct stx_dm_setup setup;
    struct mover mover[CB_SIDES];
    struct context caller;
    enum cb_side running;
    bool moved, slow, failed;
    char why[192];
} state;

static uint8_t stack[CB_SIDES][COOP_STACK_BYTES] __attribute__((aligned(64)));
static const char *const names[CB_SIDES] = {"reader", "writer"};

/* The call that a mover is in stands behind those of the threads. */
static unsigned caller_of(enum cb_side side) {
    return STX_THREADS + side;
}

/* Registers 8 and 10 of stream n count pages of buffer n (cb.c). */
enum { STREAM_ACKED = 8, STREAM_RECEIVED = 10 };
volatile uint32_t stx_dm_stream[STX_METAL_CBS][1024];

/* The counters as kernels see them, before one goes on. */
static void show_counters(void) {
    for (unsigned id = 0; id < STX_METAL_CBS; id++) {
        stx_dm_stream[id][STREAM_ACKED] = state.cbs->cb[id].acked;
        stx_dm_stream[id][STREAM_RECEIVED] = state.cbs->cb[id].received;
    }
}

static void take_counter(uint32_t *count, volatile uint32_t *shown) {
    uint32_t now = *shown & 0xFFFFu;
    state.moved = state.moved || now != *count;
    *count = *shown = now;
}

/* What a kernel has made of them. */
static void take_counters(void) {
    for (unsigned id = 0; id < STX_METAL_CBS; id++) {
        take_counter(&state.cbs->cb[id].acked, &stx_dm_stream[id][STREAM_ACKED]);
        take_counter(&state.cbs->cb[id].received, &stx_dm_stream[id][STREAM_RECEIVED]);
    }
}

static void suspend(void) {
    context_switch(&state.mover[state.running].context, &state.caller);
}

/* For good: the message is there, and the run will end. */
static void give_up(void) {
    state.failed = true;
    for (;;) {
        suspend();
    }
}

static void entry(void *argument) {
    struct mover *self = argument;
    stx_metal_mover[self - state.mover]();
    self->live = false;
    state.moved = true;
    for (;;) {
        suspend();
    }
}

void mover_start(struct cbs *cbs, struct stx_core *core, const struct memory *memory,
                 const struct mover_arguments arguments[CB_SIDES], bool program, bool slow,
                 uint32_t seed) {
    state.cbs = cbs;
    state.core = core;
    state.l1_bytes = memory->l1_bytes;
    state.noc.memory = memory;
    state.noc.random = seed;
    state.slow = slow;
    for (unsigned side = 0; side < CB_SIDES; side++) {
        struct mover *mover = &state.mover[side];
        cbs->in_c[side] = mover->live = stx_metal_mover[side] != NULL;
        mover->arguments = arguments[side];
        mover->is_c = !program;
        if (mover->live) {
            context_start(&mover->context, stack[side], sizeof stack[side], entry, mover);
        }
    }
}

static void run_one(enum cb_side side) {
    state.running = side;
    coop_stack_limit = (uintptr_t)stack[side];
    if (!state.mover[side].is_c) {
        show_counters();
    }
    context_switch(&state.caller, &state.mover[side].context);
    if (!state.mover[side].is_c) {
        take_counters();
    }
}

/* Kernels set semaphores by plain stores, which nobody else sees. */
static bool semaphores_changed(void) {
    enum { BYTES = MEMORY_SEMAPHORES * SEMAPHORE_BYTES };
    static uint8_t before[BYTES];
    const uint8_t *now = state.cbs->l1 + state.noc.memory->semaphores;
    bool changed = state.noc.memory->semaphores && memcmp(before, now, BYTES) != 0;
    if (changed) {
        memcpy(before, now, BYTES);
    }
    return changed;
}

bool mover_run(void) {
    const uintptr_t limit = coop_stack_limit;
    state.moved = false;
    for (unsigned side = 0; side < CB_SIDES && !state.failed; side++) {
        if (state.mover[side].live) {
            run_one((enum cb_side)side);
        }
    }
    state.moved = semaphores_changed() || state.moved || noc_land(&state.noc);
    coop_stack_limit = limit;
    if (state.moved) {
        coop_progress(state.cbs->coop);
    }
    return state.moved;
}

const char *mover_error(void) {
    return state.failed ? state.why : NULL;
}

void mover_explain(enum cb_side side, char *text, size_t size) {
    text[0] = 0;
    if (!state.mover[side].live || state.failed) {
        return;
    }
    char call[160];
    cb_explain(state.cbs, caller_of(side), call, sizeof call);
    snprintf(text, size, "%s: %s", names[side],
             state.mover[side].in_mailbox ? "a thread's mailbox is full"
             : call[0]                    ? call
             : state.mover[side].in_poll  ? "waits for a semaphore or a word of L1"
                                          : "has not ended");
}

/* A message for a page or buffer that cannot be. */
static void refuse(const char *what, uint32_t cb, uint32_t number, uint32_t count) {
    snprintf(state.why, sizeof state.why,
             "%s: %s(cb %lu, page %lu): memory holds %lu of this buffer", names[state.running],
             what, (unsigned long)cb, (unsigned long)number, (unsigned long)count);
    give_up();
}

/* Whose place in a buffer a call moves. */
static enum cb_side side_of(enum stx_metal_call call) {
    return call == STX_METAL_RESERVE_BACK || call == STX_METAL_PUSH_BACK ? CB_READER : CB_WRITER;
}

static void begin(enum stx_metal_call call, uint32_t cb, uint32_t pages) {
    struct cb_call begun = {call, cb, pages, 0, true};
    char why[160];
    if (cb < STX_METAL_CBS) {
        begun.to_end = cb_to_end(state.cbs, cb, side_of(call));
    }
    if (!cb_begin(state.cbs, caller_of(state.running), &begun, why, sizeof why)) {
        snprintf(state.why, sizeof state.why, "%s: %s", names[state.running], why);
        give_up();
    }
}

static void end(void) {
    cb_end(state.cbs, caller_of(state.running));
}

static void wait(enum stx_metal_call call, uint32_t cb, uint32_t pages) {
    begin(call, cb, pages);
    const struct cb *b = &state.cbs->cb[cb];
    for (;;) {
        uint32_t filled = cb_filled(b);
        uint32_t there =
            call == STX_METAL_WAIT_FRONT ? filled : state.cbs->setup.cb[cb].pages - filled;
        if (there >= pages) {
            break;
        }
        suspend();
    }
    end();
}

static void advance(enum stx_metal_call call, uint32_t cb, uint32_t pages) {
    begin(call, cb, pages);
    cb_advance(state.cbs, cb, side_of(call), pages);
    end();
    state.moved = true;
    if (state.slow) {
        suspend();
    }
}

void cb_reserve_back(uint32_t cb, uint32_t pages) {
    wait(STX_METAL_RESERVE_BACK, cb, pages);
}

void cb_push_back(uint32_t cb, uint32_t pages) {
    advance(STX_METAL_PUSH_BACK, cb, pages);
}

void cb_wait_front(uint32_t cb, uint32_t pages) {
    wait(STX_METAL_WAIT_FRONT, cb, pages);
}

void cb_pop_front(uint32_t cb, uint32_t pages) {
    advance(STX_METAL_POP_FRONT, cb, pages);
}

uint8_t *get_write_ptr(uint32_t cb) {
    wait(STX_METAL_RESERVE_BACK, cb, 0);
    return cb_pointer(state.cbs, cb, CB_READER);
}

const uint8_t *get_read_ptr(uint32_t cb) {
    wait(STX_METAL_WAIT_FRONT, cb, 0);
    return cb_pointer(state.cbs, cb, CB_WRITER);
}

uint32_t get_tile_size(uint32_t cb) {
    return cb < STX_METAL_CBS ? state.cbs->setup.cb[cb].page_bytes : 0;
}

/* A page of what a line "in" or "out" of the description says. */
static uint8_t *page_of(const char *what, enum cb_side side, uint32_t cb, uint32_t number) {
    if (cb >= STX_METAL_CBS || number >= state.cbs->cb[cb].plan[side].asked) {
        refuse(what, cb, number, cb < STX_METAL_CBS ? state.cbs->cb[cb].plan[side].asked : 0);
    }
    return state.cbs->cb[cb].plan[side].data + number * get_tile_size(cb);
}

void read_page(uint32_t cb, uint32_t number, void *to) {
    memcpy(to, page_of("read_page", CB_READER, cb, number), get_tile_size(cb));
}

uint32_t page_count(uint32_t cb) {
    return cb < STX_METAL_CBS ? state.cbs->cb[cb].plan[CB_READER].asked : 0;
}

void write_page(uint32_t cb, uint32_t number, const void *from) {
    memcpy(page_of("write_page", CB_WRITER, cb, number), from, get_tile_size(cb));
    state.cbs->cb[cb].plan[CB_WRITER].stored++;
}

uint32_t get_arg(uint32_t number) {
    const struct mover_arguments *a = &state.mover[state.running].arguments;
    return number < a->count ? a->word[number] : 0;
}

void mailbox_write(uint32_t thread, uint32_t word) {
    struct stx_mailbox *box = &state.core->mailbox[thread % STX_THREADS + 1][0];
    state.mover[state.running].in_mailbox = true;
    while (box->count == sizeof box->word / sizeof *box->word) {
        suspend();
    }
    state.mover[state.running].in_mailbox = false;
    box->word[box->count++] = word;
    state.moved = true;
}

uint8_t *l1_ptr(uint32_t address) {
    return state.cbs->l1 + address % state.l1_bytes;
}

/* Data-movement kernels of tt-metal. */

static void fail_noc(void) {
    snprintf(state.why, sizeof state.why, "%s: NoC: %s", names[state.running], state.noc.why);
    give_up();
}

void stx_dm_write(uint32_t address, uint32_t value) {
    state.mover[state.running].places = 0;
    if (!noc_write(&state.noc, state.running, address, value)) {
        fail_noc();
    }
}

uint32_t stx_dm_read(uint32_t address) {
    uint32_t value;
    uintptr_t streams = (uintptr_t)stx_dm_stream;
    if (address - streams < sizeof stx_dm_stream) {
        stx_dm_poll();
        return stx_dm_stream[(address - streams) / sizeof stx_dm_stream[0]]
                            [(address - streams) / 4 % 1024];
    }
    if (!noc_read(&state.noc, state.running, address, &value)) {
        fail_noc();
    }
    return value;
}

/* Is it the first look at this place since something has happened? A loop has a few of them. */
static bool is_new(struct mover *self, const void *place) {
    for (unsigned i = 0; i < self->places; i++) {
        if (self->place[i] == place) {
            return false;
        }
    }
    if (self->places < PLACES) {
        self->place[self->places++] = place;
        return true;
    }
    return false;
}

/* Looking again at what has not changed is no progress. */
void stx_dm_poll(void) {
    struct mover *self = &state.mover[state.running];
    state.moved = is_new(self, __builtin_return_address(0)) || state.moved;
    self->in_poll = true;
    noc_land_some(&state.noc);
    suspend();
    self->in_poll = false;
}

const struct stx_dm_setup *stx_dm_setup(void) {
    const struct mover_arguments *a = &state.mover[state.running].arguments;
    state.setup = (struct stx_dm_setup){a->word, a->common, a->count, a->common_count};
    return &state.setup;
}

uint32_t stx_dm_semaphores(void) {
    return state.noc.memory->semaphores;
}

void stx_dm_begin(enum stx_metal_call call, uint32_t cb, uint32_t pages, uint32_t pointer,
                  uint32_t limit) {
    const struct cb_call begun = {call, cb, pages, limit - pointer, true};
    char why[160];
    if (!cb_begin(state.cbs, caller_of(state.running), &begun, why, sizeof why)) {
        snprintf(state.why, sizeof state.why, "%s: %s", names[state.running], why);
        give_up();
    }
    uint32_t end = pointer + pages * state.cbs->setup.cb[cb].page_bytes;
    if (call == STX_METAL_PUSH_BACK && noc_reads_into(&state.noc, state.running, pointer, end)) {
        snprintf(state.why, sizeof state.why,
                 "%s: cb_push_back(cb %lu, %lu): a read into these pages is under way, and no "
                 "barrier has waited for it",
                 names[state.running], (unsigned long)cb, (unsigned long)pages);
        give_up();
    }
}

void stx_dm_end(void) {
    end();
    state.mover[state.running].places = 0;
    take_counters();
    show_counters();
    if (state.slow) {
        suspend();
    }
}
