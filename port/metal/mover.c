/* SPDX-License-Identifier: Apache-2.0
 *
 * mover.c - runs a reader and a writer alongside the threads of a compute kernel. */
#include "mover.h"

#include <stdio.h>
#include <string.h>

#include "contract.h"
#include "metal/dataflow.h"
#include "metal/mover.h"
#include "nocs.h"

/* The movers of the core whose reader or writer runs. Kernels access no other core, just as TTI_
 * words go only to the core of stx_bind(). */
static COOP_PER_THREAD struct movers *active;

struct movers *movers_active(void) {
    return active;
}

/* The calls of movers are numbered after those of the threads. */
static unsigned caller_of(enum cb_side side) {
    return STX_THREADS + side;
}

/* Records the place in the kernel of the call that is made. */
#define NOTE_PLACE() (active->mover[active->running].at = __builtin_return_address(0))

/* Two registers of stream n count pages of buffer n (cb.c). */
volatile uint32_t stx_dm_stream[STX_METAL_CBS][1024];

/* Copies the counters to where kernels read them, before a kernel continues. */
static void show_counters(void) {
    for (unsigned id = 0; id < STX_METAL_CBS; id++) {
        stx_dm_stream[id][STX_METAL_ACKED] = active->cbs->cb[id].acked;
        stx_dm_stream[id][STX_METAL_RECEIVED] = active->cbs->cb[id].received;
    }
}

static void take_counter(uint32_t *count, volatile uint32_t *shown) {
    uint32_t value = *shown & 0xFFFFu;
    active->moved = active->moved || value != *count;
    *count = *shown = value;
}

/* Takes back the counters after a kernel has changed them. */
static void take_counters(void) {
    for (unsigned id = 0; id < STX_METAL_CBS; id++) {
        take_counter(&active->cbs->cb[id].acked, &stx_dm_stream[id][STX_METAL_ACKED]);
        take_counter(&active->cbs->cb[id].received, &stx_dm_stream[id][STX_METAL_RECEIVED]);
    }
}

void mover_leave(struct movers *m) {
    if (m->inside && !m->mover[m->running].is_c) {
        take_counters();
    }
}

void mover_enter(struct movers *m) {
    active = m;
    if (m->inside && !m->mover[m->running].is_c) {
        show_counters();
    }
}

static void suspend(void) {
    context_switch(&active->mover[active->running].context, &active->caller);
}

/* Gives way and never comes back: the message is set, and the run will end. */
void mover_give_up(void) {
    active->failed = true;
    for (;;) {
        suspend();
    }
}

static void mover_entry(void *argument) {
    struct mover *self = argument;
    self->run();
    if (self->all->ended) {
        self->all->ended(self->all);
    }
    self->live = false;
    self->all->cbs->mover_ended[self - self->all->mover] = true;
    self->all->moved = true;
    for (;;) {
        suspend();
    }
}

void mover_start(struct movers *m, struct cbs *cbs, struct stx_core *core,
                 const struct memory *memory, const struct mover_job *job) {
    memset(m, 0, sizeof *m);
    m->cbs = cbs;
    m->core = core;
    m->l1_bytes = memory->l1_bytes;
    m->noc.memory = memory;
    m->noc.random = job->seed;
    m->noc.core = core;
    m->slow = job->slow;
    if (job->program && m->l1_bytes > STX_DM_COUNTERS) { /* L1 may begin with noise (POISON=) */
        memset(cbs->l1 + STX_DM_COUNTERS, 0,
               sizeof(uint32_t) * STX_DM_COUNTER_WORDS * CB_SIDES * NOC_INSTANCES);
    }
    for (unsigned side = 0; side < CB_SIDES; side++) {
        struct mover *mover = &m->mover[side];
        mover->all = m;
        mover->run = job->run[side];
        cbs->in_c[side] = mover->live = mover->run != NULL;
        cbs->program = job->program;
        mover->arguments = job->arguments[side];
        mover->is_c = !job->program;
        if (mover->live) {
            context_start(&mover->context, m->stack[side], sizeof m->stack[side], mover_entry,
                          mover);
        }
    }
}

static void run_one(enum cb_side side) {
    active->running = side;
    coop_stack_limit = (uintptr_t)active->stack[side] + COOP_CLOSED_BYTES;
    if (!active->mover[side].is_c) {
        show_counters();
    }
    /* A reader or writer has the number of a Tensix thread here; its accesses are not that
     * thread's. */
    const uint32_t told = stx_hush(active->core, STX_HEAR(LOAD) | STX_HEAR(STORE));
    active->inside = true;
    context_switch(&active->caller, &active->mover[side].context);
    active->inside = false;
    stx_unhush(active->core, told);
    if (!active->mover[side].is_c) {
        take_counters();
    }
}

/* Kernels set semaphores by plain stores, which must be detected by comparison. */
static bool semaphores_changed(struct movers *m) {
    const uint8_t *here = m->cbs->l1 + m->noc.memory->semaphores;
    bool changed =
        m->noc.memory->semaphores && memcmp(m->semaphores, here, sizeof m->semaphores) != 0;
    if (changed) {
        memcpy(m->semaphores, here, sizeof m->semaphores);
    }
    return changed;
}

bool mover_run(struct movers *m) {
    const uintptr_t limit = coop_stack_limit;
    active = m;
    m->moved = false;
    for (unsigned side = 0; side < CB_SIDES && !m->failed; side++) {
        if (m->mover[side].live) {
            run_one((enum cb_side)side);
        }
    }
    m->moved = semaphores_changed(m) || m->moved || noc_land(&m->noc);
    coop_stack_limit = limit;
    if (m->moved) {
        coop_progress(m->cbs->coop);
    }
    return m->moved;
}

void mover_refuse(const char *what, uint32_t cb, uint32_t number, uint32_t count) {
    snprintf(active->why, sizeof active->why,
             "%s: %s(cb %lu, page %lu): memory holds %lu of this buffer",
             cb_side_name(active->running), what, (unsigned long)cb, (unsigned long)number,
             (unsigned long)count);
    mover_give_up();
}

static void begin(enum stx_metal_call call, uint32_t cb, uint32_t pages) {
    active->mover[active->running].reads = 0;
    struct cb_call begun = {call, cb, pages, 0, true, active->mover[active->running].at};
    char why[160];
    if (cb < STX_METAL_CBS) {
        begun.to_end = cb_to_end(active->cbs, cb, cb_side_of(call));
    }
    if (!cb_begin(active->cbs, caller_of(active->running), &begun, why, sizeof why)) {
        snprintf(active->why, sizeof active->why, "%s: %s", cb_side_name(active->running), why);
        mover_give_up();
    }
}

static void end(void) {
    cb_end(active->cbs, caller_of(active->running));
}

static void wait(enum stx_metal_call call, uint32_t cb, uint32_t pages) {
    begin(call, cb, pages);
    const struct cb *b = &active->cbs->cb[cb];
    for (;;) {
        uint32_t filled = cb_filled(b);
        uint32_t there =
            call == STX_METAL_WAIT_FRONT ? filled : active->cbs->setup.cb[cb].pages - filled;
        if (there >= pages) {
            break;
        }
        suspend();
    }
    end();
}

static void advance(enum stx_metal_call call, uint32_t cb, uint32_t pages) {
    begin(call, cb, pages);
    cb_advance(active->cbs, cb, cb_side_of(call), pages);
    end();
    active->moved = true;
    if (active->slow) {
        suspend();
    }
}

void cb_reserve_back(uint32_t cb, uint32_t pages) {
    NOTE_PLACE();
    wait(STX_METAL_RESERVE_BACK, cb, pages);
}

void cb_push_back(uint32_t cb, uint32_t pages) {
    NOTE_PLACE();
    advance(STX_METAL_PUSH_BACK, cb, pages);
}

void cb_wait_front(uint32_t cb, uint32_t pages) {
    NOTE_PLACE();
    wait(STX_METAL_WAIT_FRONT, cb, pages);
}

void cb_pop_front(uint32_t cb, uint32_t pages) {
    NOTE_PLACE();
    advance(STX_METAL_POP_FRONT, cb, pages);
}

uint8_t *get_write_ptr(uint32_t cb) {
    wait(STX_METAL_RESERVE_BACK, cb, 0);
    return cb_pointer(active->cbs, cb, CB_READER);
}

const uint8_t *get_read_ptr(uint32_t cb) {
    wait(STX_METAL_WAIT_FRONT, cb, 0);
    return cb_pointer(active->cbs, cb, CB_WRITER);
}

void mailbox_write(uint32_t thread, uint32_t word) {
    struct stx_mailbox *box = &active->core->mailbox[thread % STX_THREADS + 1][0];
    active->mover[active->running].in_mailbox = true;
    while (box->count == sizeof box->word / sizeof *box->word) {
        suspend();
    }
    active->mover[active->running].in_mailbox = false;
    box->word[box->count++] = word;
    active->moved = true;
}

/* Data-movement kernels of tt-metal. */

static void fail_noc(void) {
    snprintf(active->why, sizeof active->why, "%s: NoC: %s", cb_side_name(active->running),
             active->noc.why);
    mover_give_up();
}

void stx_dm_write(uint32_t address, uint32_t value) {
    NOTE_PLACE();
    active->mover[active->running].places = 0;
    active->mover[active->running].reads = 0;
    if (!noc_write(&active->noc, active->running, address, value)) {
        fail_noc();
    }
    if (active->noc.spreads) {
        active->mover[active->running].multicast = active->mover[active->running].at;
        active->noc.spreads = false;
    }
}

/* Requests take effect when a register is read that shows it. A kernel that reads on and on without
 * a request in between waits for something else, perhaps in vain, and must give way. */
enum { READS_IN_A_ROW = 1024 };

static void poll_register(void) {
    struct mover *self = &active->mover[active->running];
    self->reads += self->reads < READS_IN_A_ROW;
    if (self->reads == READS_IN_A_ROW) {
        self->in_barrier = true;
        mover_poll(active);
        self->in_barrier = false;
    }
}

/* A counter of pages orders the kernel behind those that have pushed or popped them. */
static uint32_t read_stream(uint32_t cb, uint32_t index) {
    mover_poll(active);
    if (active->counted && (index == STX_METAL_ACKED || index == STX_METAL_RECEIVED)) {
        active->counted(active, cb, index == STX_METAL_ACKED);
    }
    return stx_dm_stream[cb][index];
}

uint32_t stx_dm_read(uint32_t address) {
    uint32_t value;
    uintptr_t streams = (uintptr_t)stx_dm_stream;
    NOTE_PLACE();
    if (address - STX_DEBUG_WINDOW < 4u * STX_DEBUG_WORDS) { /* the clock is among them */
        return stx_mmio_read(active->core, 0, address);
    }
    if (address - streams < sizeof stx_dm_stream) {
        return read_stream((address - streams) / sizeof stx_dm_stream[0],
                           (address - streams) / 4 % 1024);
    }
    if (!noc_read(&active->noc, active->running, address, &value)) {
        fail_noc();
    }
    poll_register();
    return value;
}

/* True if this is the first poll at this place since something happened. A loop polls at a few
 * places. */
static bool is_new(struct mover *self, const void *place) {
    for (unsigned i = 0; i < self->places; i++) {
        if (self->place[i] == place) {
            return false;
        }
    }
    if (self->places < MOVER_PLACES) {
        self->place[self->places++] = place;
        return true;
    }
    return false;
}

/* A repeated poll of something that has not changed is no progress. */
void mover_poll(struct movers *m) {
    struct mover *self = &m->mover[m->running];
    m->moved = is_new(self, self->at) || m->moved;
    self->in_poll = true;
    noc_land_some(&m->noc);
    suspend();
    self->in_poll = false;
}

void stx_dm_poll(void) {
    NOTE_PLACE();
    mover_poll(active);
}

void stx_dm_begin(enum stx_metal_call call, uint32_t cb, uint32_t pages, uint32_t pointer,
                  uint32_t limit) {
    const struct cb_call begun = {call, cb, pages, limit - pointer, true, NOTE_PLACE()};
    char why[160];
    if (!cb_begin(active->cbs, caller_of(active->running), &begun, why, sizeof why)) {
        snprintf(active->why, sizeof active->why, "%s: %s", cb_side_name(active->running), why);
        mover_give_up();
    }
    uint32_t end = pointer + pages * active->cbs->setup.cb[cb].page_bytes;
    if (call == STX_METAL_PUSH_BACK &&
        noc_reads_into(&active->noc, active->running, pointer, end)) {
        snprintf(active->why, sizeof active->why,
                 "%s: cb_push_back(cb %lu, %lu): a read into these pages is under way, and no "
                 "barrier has waited for it",
                 cb_side_name(active->running), (unsigned long)cb, (unsigned long)pages);
        mover_give_up();
    }
}

void stx_dm_end(void) {
    end();
    active->mover[active->running].places = 0;
    take_counters();
    if (active->slow) {
        active->moved = true; /* a call is over, even one that changes nothing */
        suspend();
    }
}
