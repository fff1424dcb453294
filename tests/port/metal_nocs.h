/* SPDX-License-Identifier: Apache-2.0
 *
 * metal_nocs.h - what tests of the NoC share: a core with buffers, banks of DRAM, requests. */
#ifndef TESTS_PORT_METAL_NOCS_H
#define TESTS_PORT_METAL_NOCS_H

#include <stdio.h>
#include <string.h>

#include "../../port/metal/memory.c"
#include "../../port/metal/multicast.c"
#include "../../port/metal/nocs.c"
#include "test.h"

enum {
    L1_BYTES = 0x20000,
    BUFFER = 0x18000,
    CELLS = 0x19000,
    PLACE = 0x1000,
    PAGE = 64,
    PAGES = 5
};
enum { THREE_BANKS = 3, HERE = STX_DM_CORE_Y << 6 | STX_DM_CORE_X };
static uint8_t l1[L1_BYTES], dram[THREE_BANKS * 2 * PAGE];
static struct cbs cbs;
static struct memory memory;
static struct noc noc;
static struct stx_core core;

static void begin(void) {
    memset(&cbs, 0, sizeof cbs);
    memset(&memory, 0, sizeof memory);
    memset(&noc, 0, sizeof noc);
    memset(l1, 0, sizeof l1);
    cbs.l1 = l1;
    cbs.setup.cb[3] = (struct stx_metal_cb){.address = BUFFER, .page_bytes = PAGE, .pages = 4};
    memory.cbs = &cbs;
    memory.l1_bytes = L1_BYTES;
    memory.x = STX_DM_CORE_X;
    memory.y = STX_DM_CORE_Y;
    memory.banks = THREE_BANKS;
    memory.semaphores = CELLS;
    memory.semaphore[2] = true;
    memory.tensor_count = 1;
    memory.tensor[0] = (struct tensor){TENSOR_DRAM, PLACE, PAGE, PAGE, PAGES, dram};
    for (unsigned i = 0; i < sizeof dram; i++) {
        dram[i] = (uint8_t)(i / PAGE + 1);
    }
    noc.memory = &memory;
    noc.core = &core;
    core.listeners = NULL;
}

static uint32_t bank(uint32_t i) {
    return (uint32_t)STX_DM_BANK_Y(i) << 6 | (uint32_t)STX_DM_BANK_X(i);
}

static void put(uint32_t index, uint32_t value) {
    CHECK(noc_write(&noc, CB_READER, WINDOW + 4 * index, value));
}

static bool request(uint32_t control, uint32_t from_place, uint32_t from, uint32_t to_place,
                    uint32_t to, uint32_t length) {
    put(CONTROL, control | IS_MARKED);
    put(TARGET_PLACE, from_place << STX_DM_PLACE_SHIFT);
    put(TARGET_LOW, from);
    put(RETURN_PLACE, to_place << STX_DM_PLACE_SHIFT);
    put(RETURN_LOW, to);
    put(LENGTH, length);
    return noc_write(&noc, CB_READER, WINDOW + 4 * SEND, 1);
}

static uint32_t look(uint32_t counter) {
    uint32_t value;
    return noc_read(&noc, CB_READER, WINDOW + STATUS + 4 * counter, &value) ? value : UINT32_MAX;
}

#endif
