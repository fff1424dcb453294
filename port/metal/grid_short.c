/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_short.c - pages of which another core has sent only a part: its request is too short, and
 * what is read behind that is older. */
#include "contract.h"
#include "grid_clocks.h"

#if GRID_ORDERED

static struct unit *unit_at(const struct grid_core *core, uint32_t address) {
    return &grid_of[grid_number(core)].unit[address / UNIT];
}

void grid_came(const struct grid_core *to, const struct noc_request *r) {
    const uint32_t address = (uint32_t)(r->to - to->l1);
    for (uint32_t i = 0; i < r->bytes; i++) {
        unit_at(to, address + i)->came |= (uint16_t)(1u << (address + i) % UNIT);
    }
}

void grid_forget_came(const struct grid_core *core, uint32_t address, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; i += UNIT) {
        unit_at(core, address + i)->came = 0;
    }
}

/* Shards hold data from the start. */
static bool is_shard(const struct grid_core *core, uint32_t cb) {
    const struct memory *m = &core->tile.options.memory;
    for (uint32_t i = 0; i < m->tensor_count; i++) {
        if (m->tensor[i].place == TENSOR_SHARD &&
            m->tensor[i].address == m->cbs->setup.cb[cb].address) {
            return true;
        }
    }
    return false;
}

static uint32_t count_bits(uint32_t mask) {
    uint32_t count = 0;
    for (; mask; mask &= mask - 1) {
        count++;
    }
    return count;
}

/* Kernels also send a number or two into a page that they have filled before: at least half of it
 * must have come. One that fills the rest by itself makes this a wrong note. */
void grid_check_came(unsigned kernel, uint32_t cb, uint32_t address, uint32_t bytes) {
    struct grid_core *core = &grid_core[kernel / OF_A_CORE];
    const struct access *last = NULL;
    uint32_t came = 0;
    for (uint32_t i = 0; i < bytes; i += UNIT) {
        const struct unit *u = unit_at(core, address + i);
        came += count_bits(u->came);
        if (u->came && u->written.who && grid_is_foreign(&u->written, kernel)) {
            last = &u->written;
        }
    }
    if (last && came < bytes && 2 * came >= bytes && kernel % OF_A_CORE != OF_COMPUTE &&
        !is_shard(core, cb)) {
        contract_short(&core->tile.cbs, (enum cb_side)(kernel % OF_A_CORE - OF_READER), cb,
                       bytes - came, last->place);
    }
    grid_forget_came(core, address, bytes);
}

#endif
