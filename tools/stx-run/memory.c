/* SPDX-License-Identifier: Apache-2.0
 *
 * memory.c - what the loads and stores of a compiled kernel reach: registers of the coprocessor,
 * what its file holds, L1, and memory of each core's own. */
#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "run.h"
#include "softensix/softensix.h"

enum { PAGE_BYTES = 4096, MAILBOX_BYTES = 0x1000, MAILBOX_DEPTH = 4 };

struct page {
    struct page *next;
    uint32_t number;
    uint8_t bytes[PAGE_BYTES];
};

void hart_free(struct hart *h) {
    while (h->pages) {
        struct page *next = h->pages->next;
        free(h->pages);
        h->pages = next;
    }
    image_free(&h->image);
}

/* Memory that neither the file nor L1 holds; NULL if nothing has been written there. */
static uint8_t *own_memory(struct hart *h, uint32_t address, bool write) {
    struct page *page = h->pages;
    while (page && page->number != address / PAGE_BYTES) {
        page = page->next;
    }
    if (!page && write) {
        page = calloc(1, sizeof *page);
        if (page) {
            page->number = address / PAGE_BYTES;
            page->next = h->pages;
            h->pages = page;
        }
    }
    return page ? page->bytes + address % PAGE_BYTES : NULL;
}

static uint8_t *memory(struct hart *h, uint32_t address, uint32_t bytes, bool write) {
    uint8_t *own = image_at(&h->image, address, bytes, false);
    return own                               ? own
           : address <= VEC_L1_BYTES - bytes ? machine.l1 + address
                                             : own_memory(h, address, write);
}

/* A mailbox, of which the other end has to do something first. */
static bool must_wait(const struct hart *h, uint32_t address, bool write) {
    uint32_t other = (address - STX_MAILBOX_WINDOW) / MAILBOX_BYTES, mine = h->thread + 1u;
    if (address - STX_MAILBOX_WINDOW >= 4u * STX_MAILBOX_WORDS) {
        return false;
    }
    return write ? machine.core.mailbox[other][mine].count == MAILBOX_DEPTH
                 : address % MAILBOX_BYTES == 0 && !machine.core.mailbox[mine][other].count;
}

/* The instruction will be tried again. */
static enum step again(struct hart *h) {
    h->pc = h->at;
    h->cycles--;
    return STEP_POLL;
}

static enum step load_register(struct hart *h, uint32_t address, uint32_t *value) {
    if (must_wait(h, address, false)) {
        return again(h);
    }
    h->cycles--; /* those who hear the access count it */
    *value = stx_mmio_read(&machine.core, h->thread, address);
    return STEP_POLL;
}

enum step hart_load(struct hart *h, uint32_t address, uint32_t bytes, uint32_t *value) {
    if (stx_mmio_has(&machine.core, address & ~3u)) {
        enum step step = load_register(h, address & ~3u, value);
        *value >>= 8u * (address & 3u);
        *value &= bytes < 4 ? (1u << 8u * bytes) - 1u : UINT32_MAX;
        return step;
    }
    const uint8_t *from = memory(h, address, bytes, false);
    if (address % bytes || !from) {
        h->unknown_at = h->unknown++ ? h->unknown_at : address;
        *value = 0;
        return STEP_POLL; /* perhaps a register of another part of the chip */
    }
    *value = 0;
    for (uint32_t i = 0; i < bytes; i++) {
        *value |= (uint32_t)from[i] << 8u * i;
    }
    return address < VEC_L1_BYTES ? STEP_POLL : STEP_ON;
}

enum step hart_store(struct hart *h, uint32_t address, uint32_t bytes, uint32_t value) {
    h->polled_at = NOWHERE;
    if (address - STX_ISSUE_WINDOW < 4u * STX_ISSUE_WORDS) {
        h->word = value;
        h->cycles--; /* the push is its time */
        return STEP_WORD;
    }
    if (stx_mmio_has(&machine.core, address & ~3u)) {
        if (must_wait(h, address, true)) {
            return again(h);
        }
        h->cycles--;
        stx_mmio_write(&machine.core, h->thread, address & ~3u, value << 8u * (address & 3u));
        return STEP_ON;
    }
    uint8_t *to = address % bytes ? NULL : memory(h, address, bytes, true);
    for (uint32_t i = 0; to && i < bytes; i++) {
        to[i] = (uint8_t)(value >> 8u * i);
    }
    return STEP_ON;
}
