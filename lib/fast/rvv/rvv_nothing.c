/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_nothing.c - products of which one operand is all zeros, as in padding, or in the other faces
 * when rows are summed by multiplying with a column of ones. Nothing is added to the elements, and
 * usually these do not change. */
#include "fast/rvv/rvv.h"
#include "fast/rvv/rvv_ends.h"

#if STX_METHOD == STX_METHOD_RVV && !IS_SMALL

/* True if a cell has an exponent of 255, or of 0 without being a zero. low: the distance from high
 * halves of elements to low halves, or 0. */
ALWAYS_INLINE bool any_changes(const uint16_t *cell, unsigned cells, unsigned low, bool raw) {
    for (size_t n; cells; cells -= (unsigned)n, cell += n) {
        n = __riscv_vsetvl_e16m8(cells);
        vuint16m8_t v = __riscv_vle16_v_u16m8(cell, n);
        vuint16m8_t e = __riscv_vsub(__riscv_vsll(v, raw ? 8 : 1, n), 0x100, n);
        v = low ? __riscv_vor(v, __riscv_vle16_v_u16m8(cell + low, n), n) : v;
        vbool2_t beside = __riscv_vmsgtu(e, 0xFDFF, n);
        if (__riscv_vfirst(__riscv_vmand(beside, __riscv_vmsne(v, 0, n), n), n) >= 0) {
            return true;
        }
    }
    return false;
}

/* Adds nothing to these columns of adjacent rows of Dst. */
static void nothing_to(const struct rows *r, unsigned physical, unsigned count, uint32_t cols) {
    const unsigned low = r->plan->dst32 ? DST_TO_LOW : 0;
    const bool raw = !low && dst_row_is_raw(physical);
    rows_open(r, physical, count);
    if (any_changes(r->core->dst.cell[physical], count * STX_COLS, low, raw)) {
        for (unsigned i = 0; i < count; i++) {
            rows_add_nothing(r, physical + i, cols);
        }
    }
}

void rvv_nothing(const struct rows *r, uint32_t cols) {
    const struct product_block *block = r->block;
    const unsigned count = block->d_step == 1 ? 4 : 1;
    for (unsigned i = 0; i < block->rows; i += count) {
        nothing_to(r, rows_physical(r, block->d0 + i * block->d_step), count, cols);
    }
}
#endif
