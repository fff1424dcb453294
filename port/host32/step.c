/* SPDX-License-Identifier: Apache-2.0
 *
 * step.c - opens the pages that an instruction touches, lets the processor execute only this
 * instruction, and closes them again. Memory at the addresses of registers only carries a value: a
 * loaded value is read from the core before the instruction, and a stored one is written to the
 * core after it. */
#define _GNU_SOURCE
#include "step.h"

#include <sys/mman.h>

#include "llk/platform.h"
#include "softensix/softensix.h"

enum { PAGE_BYTES = 4096, PAGES = 4 }; /* an instruction that copies may touch four */
enum { SINGLE_STEP = 0x100, IS_STORE = 2 };

static const struct llk_trap *installed;
static struct {
    uintptr_t page[PAGES];
    unsigned pages;
    uint32_t stored; /* the register that the instruction stores to; 0: none */
} open;

void step_install(const struct llk_trap *trap) {
    installed = trap;
    open.pages = open.stored = 0;
    if (trap->core->hears & (STX_HEAR(L1_LOAD) | STX_HEAR(L1_STORE))) {
        mprotect((void *)(uintptr_t)CLOSED_BYTES, trap->l1_size - CLOSED_BYTES, PROT_NONE);
    }
}

static unsigned running(void) {
    return installed->coop->thread[installed->coop->current].tensix;
}

static bool is_in(uint32_t address, uint32_t window, uint32_t words) {
    return address - window < 4u * words;
}

/* Other registers may make a thread wait, which it cannot do within an instruction. */
static bool is_register(uint32_t address) {
    return is_in(address, STX_GPR_WINDOW, STX_GPRS) ||
           is_in(address, STX_MOP_WINDOW, STX_MOP_WORDS) ||
           is_in(address, STX_CFG_WINDOW, STX_CFG_WINDOWS * STX_CFG_WORDS);
}

static bool is_l1(uintptr_t address) {
    return address >= CLOSED_BYTES && address < installed->l1_size;
}

static volatile uint32_t *memory_at(uint32_t address) {
    return (volatile uint32_t *)(uintptr_t)address;
}

/* An instruction that stores may load as well; that is no access of its own. */
static uint32_t value_of(uint32_t address, bool store) {
    struct stx_core *core = installed->core;
    uint32_t told = stx_hush(core, store ? STX_HEAR(LOAD) : 0);
    uint32_t value = stx_mmio_read(core, running(), address);
    stx_unhush(core, told);
    return value;
}

static void open_page(uintptr_t address) {
    uintptr_t page = address / PAGE_BYTES * PAGE_BYTES;
    mprotect((void *)page, PAGE_BYTES, PROT_READ | PROT_WRITE);
    open.page[open.pages++] = page;
}

/* The order checker knows L1 by units of 16 bytes: where the access begins is enough. */
static void open_l1(uintptr_t address, bool store, const void *place) {
    if (!(installed->beside && installed->beside(place))) {
        stx_l1_accessed(installed->core, running(), (uint32_t)address, 1, store);
    }
    open_page(address);
}

static void open_register(uintptr_t address, bool store) {
    const uint32_t at = (uint32_t)address / 4u * 4u;
    stx_llk_settle();
    open_page(at);
    *memory_at(at) = value_of(at, store);
    open.stored = store ? at : open.stored;
}

bool step_open(uintptr_t address, greg_t *registers) {
    const void *place = (const void *)((uintptr_t)registers[REG_EIP] + 2u);
    const bool store = registers[REG_ERR] & IS_STORE;
    if (open.pages == PAGES || !(is_l1(address) || is_register((uint32_t)address))) {
        return false;
    }
    stx_llk_set_place(running(), place);
    if (is_l1(address)) {
        open_l1(address, store, place);
    } else {
        open_register(address, store);
    }
    registers[REG_EFL] |= SINGLE_STEP;
    return true;
}

bool step_close(greg_t *registers) {
    const uint32_t stored = open.stored;
    if (!open.pages) {
        return false;
    }
    const uint32_t value = stored ? *memory_at(stored) : 0;
    while (open.pages) {
        mprotect((void *)open.page[--open.pages], PAGE_BYTES, PROT_NONE);
    }
    open.stored = 0;
    if (stored) {
        stx_mmio_write(installed->core, running(), stored, value);
    }
    registers[REG_EFL] &= ~SINGLE_STEP;
    return true;
}
