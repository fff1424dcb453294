/* SPDX-License-Identifier: Apache-2.0
 *
 * metal_contract.h - what the tests of a kernel's contract share: two buffers, calls of threads,
 * and what has been found. */
#ifndef TESTS_PORT_METAL_CONTRACT_H
#define TESTS_PORT_METAL_CONTRACT_H

#include <stdio.h>
#include <string.h>

#include "../../port/metal/contract.c"
#include "../../port/metal/contract_dst.c"
#include "../../port/metal/contract_l1.c"
#include "../../port/metal/contract_moved.c"
#include "../../port/metal/contract_tell.c"
#include "../../port/metal/memory.c"
#include "softensix/tti.h"
#include "test.h"

const void *stx_llk_place(unsigned thread) {
    (void)thread;
    return "place";
}

bool stx_llk_watched[256];

const char *stx_llk_place_text(const void *place) {
    (void)place;
    return "kernel.cpp:7";
}

/* Registers of no chip. */
uint32_t cb_counter(unsigned id, enum cb_side side) {
    return 0x100 + 2 * id + side;
}

enum { UNPACK, MATH, PACK };
enum { IN = 0, OUT = 16, ALIAS = 17, PAGE = 64, PAGES = 4 };
enum { FLOAT32 = 0, BFLOAT16 = 5, BFP8 = 6 };
enum { IN_AT = 0x1000, OUT_AT = 0x2000 };

static struct cbs cbs;
static struct coop coop;
static struct stx_core core;
static struct stx_order order;

/* Four pages of 64 bytes each; buffer 17 lies where buffer 16 does. */
static void begin(void) {
    memset(&cbs, 0, sizeof cbs);
    memset(&core, 0, sizeof core);
    (void)stx_order_init(&order, &core, STX_ORDER_DEFAULT);
    cbs.setup.cb[IN] = (struct stx_metal_cb){IN_AT, PAGE, PAGES, BFLOAT16};
    cbs.setup.cb[OUT] = (struct stx_metal_cb){OUT_AT, PAGE, PAGES, BFLOAT16};
    coop.core = &core;
    cbs.coop = &coop;
    contract_begin(&cbs, &order);
}

static inline void call(unsigned thread, enum stx_metal_call what, uint32_t cb, uint32_t pages) {
    struct stx_event event = {.kind = STX_EVENT_CALL,
                              .thread = (uint8_t)thread,
                              .first = cb,
                              .count = pages,
                              .value = what};
    cbs.call[thread] = (struct cb_call){what, cb, pages, 0, true, NULL};
    stx_tell(&core, &event);
    event.kind = STX_EVENT_RETURN;
    stx_tell(&core, &event);
    cbs.call[thread].active = false;
}

static uint8_t told_format = BFLOAT16; /* to the unit that moves bytes */

static inline void touch(unsigned thread, uint32_t word, uint32_t address, uint32_t bytes,
                         bool write) {
    CHECK(thread < STX_THREADS); /* else RUN_IF(STX_THREADS == 3, ...) */
    core.place[thread] = "kernel.cpp:9";
    stx_tell(&core, &(const struct stx_event){.kind = write ? STX_EVENT_WRITE : STX_EVENT_READ,
                                              .thread = (uint8_t)thread,
                                              .word = word,
                                              .part = STX_PART_L1,
                                              .format = told_format,
                                              .first = address,
                                              .count = bytes});
}

#define UNPACK_WORD TT_OP_UNPACR(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1)
static inline void unpacks(uint32_t page, uint32_t pages) {
    touch(UNPACK, UNPACK_WORD, IN_AT + page * PAGE, pages * PAGE, false);
}

#define PACK_WORD TT_OP_PACR(0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 1)
static inline void packs(uint32_t page, uint32_t pages) {
    touch(PACK, PACK_WORD, OUT_AT + page * PAGE, pages * PAGE, true);
}

#define FOUND(what, page_)                                  \
    do {                                                    \
        CHECK_EQ(cbs.contract.found, 1);                    \
        CHECK_EQ(cbs.contract.finding[0].kind, what);       \
        CHECK_EQ(cbs.contract.finding[0].number[1], page_); \
    } while (0)
#define SILENT() CHECK_EQ(cbs.contract.found, 0)

#endif
