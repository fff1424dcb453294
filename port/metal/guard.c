/* SPDX-License-Identifier: Apache-2.0
 *
 * guard.c - fills L1 between circular buffers with a pattern, and checks the pattern at the end. */
#include "guard.h"

#include <stdio.h>
#include <string.h>

#include "remotes.h"

enum { PATTERN = 0xA5 };

enum { TENSORS_END = STX_METAL_CBS + MEMORY_TENSORS, GLOBALS_END = TENSORS_END + MEMORY_GLOBALS };
enum { REGIONS = GLOBALS_END + 1 };

static uint32_t end_of(const struct stx_metal_cb *cb) {
    return cb->address + cb->pages * cb->page_bytes;
}

static struct stx_metal_cb of_global(const struct memory *m, unsigned i) {
    const struct memory_global *g = &m->global[i];
    const struct stx_metal_cb all = {g->address, g->bytes, i < m->global_count && !g->sends, 0};
    return all;
}

/* The semaphores with the counters, and behind them the words that describe global circular buffers
 * to kernels, as one region. */
static struct stx_metal_cb of_semaphores(const struct memory *m) {
    const uint32_t configs = m->global_count * REMOTE_CONFIG_BYTES / SEMAPHORE_BYTES;
    const struct stx_metal_cb all = {m->semaphores, SEMAPHORE_BYTES,
                                     m->semaphores ? MEMORY_SEMAPHORES + configs : 0, 0};
    return all;
}

/* The regions of L1 in use: circular buffers, tensors, global circular buffers, semaphores.
 * pages 0: unused. */
static struct stx_metal_cb region(const struct cbs *cbs, const struct memory *m, unsigned i) {
    struct stx_metal_cb none = {0, 0, 0, 0};
    if (i < STX_METAL_CBS) {
        return cbs->setup.cb[i];
    }
    if (i >= TENSORS_END) {
        return i < GLOBALS_END ? of_global(m, i - TENSORS_END) : of_semaphores(m);
    }
    const struct tensor *t = &m->tensor[i - STX_METAL_CBS];
    struct stx_metal_cb tensor = {t->address, t->aligned, t->pages, 0};
    return i - STX_METAL_CBS < m->tensor_count && t->place == TENSOR_L1 ? tensor : none;
}

/* Finds the first gap at or after address `from`. Returns its end, and its beginning in *begin. */
static uint32_t next_gap(const struct cbs *cbs, const struct memory *m, uint32_t from,
                         uint32_t *begin) {
    uint32_t end = m->l1_bytes;
    *begin = from;
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < REGIONS; i++) {
            const struct stx_metal_cb cb = region(cbs, m, i);
            if (cb.pages && cb.address <= *begin && end_of(&cb) > *begin) {
                *begin = end_of(&cb);
                again = true;
            }
        }
    }
    for (unsigned i = 0; i < REGIONS; i++) {
        const struct stx_metal_cb cb = region(cbs, m, i);
        if (cb.pages && cb.address >= *begin && cb.address < end) {
            end = cb.address;
        }
    }
    return end;
}

/* The memory below the first buffer is all 0, which kernels expect of firmware. */
static uint8_t filling(uint32_t begin) {
    return begin == 0 ? 0 : PATTERN;
}

void guard_clear(uint8_t *l1, const struct cbs *cbs, const struct memory *m) {
    for (unsigned i = 0; i < REGIONS; i++) {
        const struct stx_metal_cb used = region(cbs, m, i);
        memset(l1 + used.address, 0, end_of(&used) - used.address);
    }
}

void guard_fill(const struct cbs *cbs, const struct memory *m) {
    for (uint32_t begin, end, at = 0; at < m->l1_bytes; at = end) {
        end = next_gap(cbs, m, at, &begin);
        memset(cbs->l1 + begin, filling(begin), end - begin);
    }
}

enum { STEP = 32 };

/* True if STEP bytes hold nothing but this word. Their address is a multiple of 4. */
static bool holds(const uint8_t *at, uint32_t word) {
    uint32_t w[STEP / 4];
    memcpy(w, __builtin_assume_aligned(at, 4), STEP);
    return w[0] == word && w[1] == word && w[2] == word && w[3] == word && w[4] == word &&
           w[5] == word && w[6] == word && w[7] == word;
}

/* The first byte in [begin, end) that has changed, or end if none has. begin is a multiple of 4. */
static uint32_t changed(const uint8_t *l1, uint32_t begin, uint32_t end) {
    const uint8_t filled = filling(begin);
    uint32_t at = begin;
    while (end - at >= STEP && holds(l1 + at, filled * 0x01010101u)) {
        at += STEP;
    }
    while (at < end && l1[at] == filled) {
        at++;
    }
    return at;
}

/* The buffer that ends nearest before the address, and the distance; UINT32_MAX if none does. */
static unsigned neighbour(const struct cbs *cbs, uint32_t address, uint32_t *distance) {
    unsigned found = 0;
    *distance = UINT32_MAX;
    for (unsigned id = 0; id < STX_METAL_CBS; id++) {
        const struct stx_metal_cb *cb = &cbs->setup.cb[id];
        if (cb->pages && address >= end_of(cb) && address - end_of(cb) < *distance) {
            *distance = address - end_of(cb);
            found = id;
        }
    }
    return found;
}

static void tell(const struct cbs *cbs, uint32_t address, stx_print print, void *ctx) {
    char text[160];
    uint32_t distance;
    unsigned id = neighbour(cbs, address, &distance);
    if (distance == UINT32_MAX) {
        snprintf(text, sizeof text,
                 "fault: L1 was written at 0x%05lx, outside all circular buffers\n",
                 (unsigned long)address);
    } else {
        snprintf(text, sizeof text,
                 "fault: L1 was written at 0x%05lx, outside all circular buffers: %lu bytes past "
                 "the end of cb %u\n",
                 (unsigned long)address, (unsigned long)distance, id);
    }
    print(ctx, text);
}

bool guard_broken(const struct cbs *cbs, const struct memory *m, stx_print print, void *ctx) {
    for (uint32_t begin, end, at = 0; at < m->l1_bytes; at = end) {
        end = next_gap(cbs, m, at, &begin);
        uint32_t address = changed(cbs->l1, begin, end);
        if (address < end) {
            tell(cbs, address, print, ctx);
            return true;
        }
    }
    return false;
}
