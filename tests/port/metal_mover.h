/* SPDX-License-Identifier: Apache-2.0
 *
 * metal_mover.h - what the tests of readers and writers share: two buffers, stacks of their own,
 * and what is said of them. */
#ifndef TESTS_PORT_METAL_MOVER_H
#define TESTS_PORT_METAL_MOVER_H

#include <stdio.h>
#include <string.h>

#include "../../port/metal/cb.c"
#include "../../port/metal/cb_uses.c"
#include "../../port/metal/memory.c"
#include "../../port/metal/multicast.c"
#include "../../port/metal/nocs.c"
#include "../../port/metal/mover.c"
#include "../../port/metal/mover_pages.c"
#include "../../port/metal/mover_tell.c"
#include "../../port/metal/remotes.c"
#include "test.h"

enum { L1_BYTES = 0x400, PAGE = 16, PAGES = 10 };
static struct cbs cbs;
static struct stx_core core;
static struct coop threads = {.core = &core};
static uint8_t l1[L1_BYTES], given[PAGES * PAGE], made[PAGES * PAGE];
static struct memory memory = {.cbs = &cbs, .l1_bytes = L1_BYTES, .banks = 1};
static unsigned progress;
static struct movers movers;
COOP_PER_THREAD uintptr_t coop_stack_limit;

const char *coop_thread_name(unsigned tensix) {
    return tensix == 0 ? "unpack" : "another";
}

void coop_progress(struct coop *coop) {
    (void)coop;
    progress++;
}

/* Bytes of L1 that readers and writers have touched. */
static struct {
    unsigned times;
    enum cb_side side;
    uint32_t address, bytes;
    bool write;
} moved;
void contract_page(struct cbs *of, enum cb_side side, const void *page, uint32_t cb, bool write) {
    moved.times++;
    moved.side = side;
    moved.address = (uint32_t)((const uint8_t *)page - of->l1);
    moved.bytes = of->setup.cb[cb].page_bytes;
    moved.write = write;
}

static uint32_t argument[4]; /* that a kernel has read last: who, common, index, given */
void contract_argument(struct cbs *of, unsigned caller, bool common, uint32_t index, uint32_t n) {
    const uint32_t now[] = {caller, common, index, n};
    memmove(argument, of == &cbs ? now : argument, sizeof now);
}

static struct begun {
    struct context *context;
    void (*run)(void *);
    void *argument;
} begun[CB_SIDES];
static unsigned begun_count;
static struct context *current;

static void on_stack(void) {
    unsigned i = begun[0].context == current ? 0 : 1;
    begun[i].run(begun[i].argument);
}

void context_start(struct context *context, void *at, size_t size, void (*run)(void *),
                   void *argument) {
    getcontext(&context->u);
    context->u.uc_stack.ss_sp = at;
    context->u.uc_stack.ss_size = size;
    context->u.uc_link = NULL;
    makecontext(&context->u, on_stack, 0);
    begun[begun_count++] = (struct begun){context, run, argument};
}

void context_switch(struct context *save, struct context *load) {
    current = load;
    swapcontext(&save->u, &load->u);
}

/* Buffer 3 with four pages, 9 with two. */
static void start_with(void (*reader)(void), void (*writer)(void), bool slow) {
    static const uint32_t words[] = {11, 12};
    const struct mover_arguments arguments[CB_SIDES] = {{words, NULL, 2, 0},
                                                        {words + 1, NULL, 1, 0}};
    memset(&cbs, 0, sizeof cbs);
    memset(&core, 0, sizeof core);
    memset(made, 0, sizeof made);
    cbs.l1 = l1;
    cbs.coop = &threads;
    cbs.setup.cb[3] = (struct stx_metal_cb){.address = 0x40, .page_bytes = PAGE, .pages = 4};
    cbs.setup.cb[9] = (struct stx_metal_cb){.address = 0x100, .page_bytes = PAGE, .pages = 2};
    cbs.cb[3].plan[CB_READER] = (struct cb_plan){.data = given, .asked = PAGES, .present = true};
    cbs.cb[3].plan[CB_WRITER] = (struct cb_plan){.data = made, .asked = PAGES, .present = true};
    for (unsigned i = 0; i < sizeof given; i++) {
        given[i] = (uint8_t)(i * 7 + 1);
    }
    progress = 0;
    coop_stack_limit = 77;
    begun_count = 0;
    void (*const run[CB_SIDES])(void) = {reader, writer};
    const struct mover_job job = {run, arguments, false, slow, 0};
    mover_start(&movers, &cbs, &core, &memory, &job);
}

static const char *explained(enum cb_side side) {
    static char text[200];
    mover_explain(&movers, side, text, sizeof text);
    return text;
}

static void nothing(void) {
}

#endif
