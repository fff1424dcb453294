/* SPDX-License-Identifier: Apache-2.0
 *
 * memory.c - finds the bytes of a NoC address and checks that they have one owner. */
#include "memory.h"

#include <stdio.h>
#include <string.h>

#include "metal/dataflow.h"

static bool inside(uint32_t address, uint32_t bytes, uint32_t begin, uint32_t size) {
    return address >= begin && address - begin <= size && bytes <= size - (address - begin);
}

static uint32_t banks_of(const struct memory *m, const struct tensor *t) {
    return t->place == TENSOR_DRAM ? m->banks : 1;
}

/* The bytes that a tensor takes in a bank, and in the fullest bank. */
static uint32_t bytes_in(const struct memory *m, const struct tensor *t, uint32_t bank) {
    uint32_t banks = banks_of(m, t);
    return (t->pages + banks - 1 - bank) / banks * t->aligned;
}

uint8_t *memory_page(const struct memory *m, const struct tensor *t, uint32_t page) {
    uint32_t banks = banks_of(m, t);
    if (t->place != TENSOR_DRAM) {
        return m->cbs->l1 + t->address + page * t->aligned;
    }
    return t->data + page % banks * bytes_in(m, t, 0) + page / banks * t->aligned;
}

static bool in_cb(const struct memory *m, uint32_t address, uint32_t bytes) {
    for (unsigned id = 0; id < STX_METAL_CBS; id++) {
        const struct stx_metal_cb *cb = &m->cbs->setup.cb[id];
        if (cb->pages && inside(address, bytes, cb->address, cb->pages * cb->page_bytes)) {
            return true;
        }
    }
    return false;
}

static bool in_semaphore(const struct memory *m, uint32_t address, uint32_t bytes) {
    for (unsigned i = 0; i < MEMORY_SEMAPHORES; i++) {
        if (m->semaphore[i] &&
            inside(address, bytes, m->semaphores + i * SEMAPHORE_BYTES, SEMAPHORE_BYTES)) {
            return true;
        }
    }
    return false;
}

static bool in_tensor(const struct memory *m, uint32_t address, uint32_t bytes) {
    for (uint32_t i = 0; i < m->tensor_count; i++) {
        const struct tensor *t = &m->tensor[i];
        if (t->place == TENSOR_L1 && inside(address, bytes, t->address, bytes_in(m, t, 0))) {
            return true;
        }
    }
    return false;
}

/* Pages of a global circular buffer that this core receives. */
static bool in_global(const struct memory *m, uint32_t address, uint32_t bytes) {
    for (uint32_t i = 0; i < m->global_count; i++) {
        const struct memory_global *g = &m->global[i];
        if (!g->sends && inside(address, bytes, g->address, g->bytes)) {
            return true;
        }
    }
    return false;
}

static bool in_firmware(uint32_t address, uint32_t bytes, bool write) {
    return inside(address, bytes, SCRATCH_ADDRESS, SCRATCH_BYTES) ||
           (!write && inside(address, bytes, ZEROS_ADDRESS, ZEROS_BYTES));
}

uint8_t *memory_local(const struct memory *m, const struct memory_part *part) {
    uint32_t address = part->address, bytes = part->bytes;
    if (in_firmware(address, bytes, part->write) || in_cb(m, address, bytes) ||
        in_semaphore(m, address, bytes) || in_tensor(m, address, bytes) ||
        in_global(m, address, bytes)) {
        return m->cbs->l1 + address;
    }
    snprintf(part->why, part->why_size,
             "%lu bytes at 0x%lx of L1 are not within one circular buffer, semaphore or tensor",
             (unsigned long)bytes, (unsigned long)address);
    return NULL;
}

bool memory_is_shard(const struct memory *m, unsigned cb) {
    bool shard = false;
    for (uint32_t i = 0; i < m->tensor_count && !shard; i++) {
        const struct tensor *t = &m->tensor[i];
        shard = t->place == TENSOR_SHARD && t->address == m->cbs->setup.cb[cb].address;
    }
    return shard;
}

bool memory_is_given(const struct memory *m, unsigned cb) {
    return memory_is_shard(m, cb) && m->cbs->cb[cb].received == 0;
}

static uint8_t *in_bank(const struct memory *m, uint32_t bank, const struct memory_part *part) {
    for (uint32_t i = 0; i < m->tensor_count; i++) {
        const struct tensor *t = &m->tensor[i];
        if (t->place == TENSOR_DRAM &&
            inside(part->address, part->bytes, t->address, bytes_in(m, t, bank))) {
            return t->data + bank * bytes_in(m, t, 0) + (part->address - t->address);
        }
    }
    snprintf(part->why, part->why_size,
             "%lu bytes at 0x%lx of DRAM bank %lu are not within one tensor's pages",
             (unsigned long)part->bytes, (unsigned long)part->address, (unsigned long)bank);
    return NULL;
}

uint32_t memory_bank(const struct memory *m, uint32_t coordinates) {
    uint32_t x = coordinates & 63u, y = coordinates >> 6 & 63u, bank = 0;
    while (bank < m->banks && (x != STX_DM_BANK_X(bank) || y != STX_DM_BANK_Y(bank))) {
        bank++;
    }
    return bank;
}

const struct memory *memory_core(const struct memory *m, uint32_t coordinates) {
    uint32_t x = coordinates & 63u, y = coordinates >> 6 & 63u;
    if (x == m->x && y == m->y) {
        return m;
    }
    return m->at ? m->at(x, y) : NULL;
}

/* The bytes of another core, whose name is then part of the reason. */
static uint8_t *in_core(const struct memory *m, const struct memory_part *part) {
    uint8_t *found = memory_local(m, part);
    size_t used = strlen(part->why);
    if (!found) {
        snprintf(part->why + used, part->why_size - used, " of the core at (%lu, %lu)",
                 (unsigned long)m->x, (unsigned long)m->y);
    }
    return found;
}

uint8_t *memory_find(const struct memory *m, uint32_t coordinates, const struct memory_part *part) {
    const struct memory *core = memory_core(m, coordinates);
    if (core) {
        return core == m ? memory_local(m, part) : in_core(core, part);
    }
    uint32_t bank = memory_bank(m, coordinates);
    if (bank < m->banks) {
        return in_bank(m, bank, part);
    }
    snprintf(part->why, part->why_size,
             m->at ? "no core of the program and no bank of DRAM is at (%lu, %lu)"
                   : "not modelled: another core, (%lu, %lu)",
             (unsigned long)(coordinates & 63u), (unsigned long)(coordinates >> 6 & 63u));
    return NULL;
}
