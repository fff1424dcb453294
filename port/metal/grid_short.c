/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_short.c - pages of which another core has sent only a part, or nothing: its request is too
 * short, or missing, and what is read is older. */
#include "contract.h"
#include "grid_clocks.h"

#if GRID_ORDERED

void grid_came(const struct grid_core *to, const struct noc_request *r) {
    const uint32_t address = (uint32_t)(r->to - to->l1);
    for (uint32_t i = 0, bytes; i < r->bytes; i += bytes) {
        const uint32_t first = (address + i) % UNIT, left = r->bytes - i;
        bytes = left < UNIT - first ? left : UNIT - first;
        grid_units(to, address + i)->came |= (uint16_t)(((1u << bytes) - 1u) << first);
    }
}

void grid_forget_came(const struct grid_core *core, uint32_t address, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; i += UNIT) {
        grid_units(core, address + i)->came = 0;
    }
}

static uint32_t count_bits(uint32_t mask) {
    uint32_t count = 0;
    for (; mask; mask &= mask - 1) {
        count++;
    }
    return count;
}

/* A note, if a kernel pushes pages behind a wait for another core's word, and nothing has come into
 * them. It is wrong if the kernel fills them by itself, or if their push is a signal. */
static void check_empty(unsigned kernel, uint32_t cb, uint32_t came, uint32_t bytes) {
    struct grid_core *core = &grid_core[kernel / OF_A_CORE];
    bool *heard = &grid_of[kernel / OF_A_CORE].heard[kernel % OF_A_CORE];
    if (*heard && !came && bytes && !memory_is_shard(&core->tile.options.memory, cb)) {
        contract_empty(&core->tile.cbs, (enum cb_side)(kernel % OF_A_CORE - OF_READER), cb, bytes,
                       grid_present(kernel).place);
    }
    *heard = false;
}

/* A note, if at least half of the pages' bytes have come from other cores, but not all. With less
 * than half there is none, because kernels also send a few numbers into a page that the receiver
 * has filled by itself. If the receiver fills up to half of a page, the note is wrong. Shards hold
 * data from the start. */
void grid_check_came(unsigned kernel, uint32_t cb, uint32_t address, uint32_t bytes) {
    struct grid_core *core = &grid_core[kernel / OF_A_CORE];
    const struct access *last = NULL;
    uint32_t came = 0;
    for (uint32_t i = 0; i < bytes; i += UNIT) {
        const struct unit *u = grid_units(core, address + i);
        came += count_bits(u->came);
        if (u->came && u->written.who && grid_is_foreign(&u->written, kernel)) {
            last = &u->written;
        }
    }
    if (last && came < bytes && 2 * came >= bytes && kernel % OF_A_CORE != OF_COMPUTE &&
        !memory_is_shard(&core->tile.options.memory, cb)) {
        contract_short(&core->tile.cbs, (enum cb_side)(kernel % OF_A_CORE - OF_READER), cb,
                       bytes - came, last->place);
    }
    check_empty(kernel, cb, came, bytes);
    grid_forget_came(core, address, bytes);
}

#endif
