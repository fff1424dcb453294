/* SPDX-License-Identifier: Apache-2.0
 *
 * atomic.c - ATINCGET, ATINCGETPTR, ATSWAP, ATCAS: atomic operations on 16 bytes of L1 (SPEC D.2).
 * ATINCGETPTR and ATCAS wait like SEMWAIT. */
#include "core/fault.h"
#include "isa/args.h"
#include "regs/l1.h"
#include "control/l1_address.h"

/* Finds the 16 bytes that an atomic operation may touch. False if the mode or the address is a
 * fault.
 */
static bool locate(struct stx_core *core, unsigned thread, uint32_t elsewhere, uint32_t gpr,
                   uint32_t *base) {
    uint64_t address = scalar_l1_address(core, thread, gpr, 0);
    if (elsewhere) {
        (void)stx_fail(core, STX_RULE_UNIMPLEMENTED_MODE, 0);
        return false;
    }
    if (!l1_has(core, address, 16)) {
        (void)stx_fail_l1(core, address);
        return false;
    }
    *base = (uint32_t)address;
    return true;
}

/* Adds within the low bits of mask; the bits above stay. */
static uint32_t add_masked(uint32_t old, uint32_t amount, uint32_t mask) {
    return ((old + amount) & mask) | (old & ~mask);
}

STX_EXEC(ATINCGET) {
    uint32_t base;
    if (!locate(core, thread, a->mem_hier_sel, a->addr_reg_index, &base)) {
        return STX_FAULT;
    }
    uint32_t *data = &core->gpr[thread][a->data_reg_index];
    uint32_t address = base + 4 * a->sel32b, old = l1_read32(core, address);
    l1_write32(core, address, add_masked(old, *data, (2u << a->wrap_val) - 1u));
    *data = old;
    return STX_DONE;
}

/* Bit 0 of the word selector: 1 pushes, so the FIFO must not be full; 0 pops, so it must not be
 * empty. */
static bool fifo_ready(const struct stx_core *core, uint32_t base,
                       const struct stx_args_ATINCGETPTR *a) {
    uint32_t used = l1_read32(core, base + 4) - l1_read32(core, base);
    uint32_t capacity = a->wrap_val ? 1u << (a->wrap_val - 1) : 0x8000u;
    bool full = used != 0 && (used & (capacity - 1)) == 0;
    return a->sel32b & 1u ? !full : used != 0;
}

STX_EXEC(ATINCGETPTR) {
    uint32_t base;
    if (!locate(core, thread, a->mem_hier_sel, a->addr_reg_index, &base)) {
        return STX_FAULT;
    }
    if (!fifo_ready(core, base, a)) {
        return STX_WAIT;
    }
    uint32_t address = base + 4 * a->sel32b, old = l1_read32(core, address);
    uint32_t step = a->no_incr ? 0 : 1u << a->incr_val;
    l1_write32(core, address, add_masked(old, step, (1u << a->wrap_val) - 1u));
    core->gpr[thread][a->data_reg_index] = old;
    return STX_DONE;
}

enum { SWAP_SINGLE = 1u << 8 }; /* a bit of swap_mask */

STX_EXEC(ATSWAP) {
    uint32_t base, data = a->data_reg_index;
    if (!locate(core, thread, a->mem_hier_sel, a->addr_reg_index, &base)) {
        return STX_FAULT;
    }
    for (uint32_t half = 0; half < 8; half++) {
        uint32_t part = half / 2;
        bool given = !(a->swap_mask & SWAP_SINGLE) || part == (data & 3u);
        uint32_t value = given ? core->gpr[thread][(data & ~3u) + part] : 0;
        if (a->swap_mask >> half & 1u) {
            l1_write16(core, base + 2 * half, value >> 16 * (half & 1u));
        }
    }
    return STX_DONE;
}

STX_EXEC(ATCAS) {
    uint32_t base;
    if (!locate(core, thread, a->mem_hier_sel, a->addr_reg_index, &base)) {
        return STX_FAULT;
    }
    if (l1_read32(core, base + 4 * a->sel32b) != a->cmp_val) {
        return STX_WAIT;
    }
    l1_write32(core, base + 4 * a->sel32b, a->swap_val);
    return STX_DONE;
}
