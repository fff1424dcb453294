/* SPDX-License-Identifier: Apache-2.0
 *
 * dst.c - finds the physical row of a row of Dst (SPEC 5). */
#include "regs/dst.h"

#include "core/fault.h"
#include "regs/dst_rows.h"

/* A smaller Dst lacks rows. Their names would select other rows here, so callers ask dst_has()
 * first. */
unsigned dst_row32(const struct stx_core *core, unsigned row) {
    return dst_full_row32(core, row) % STX_DST_ROWS;
}

unsigned dst_row16(const struct stx_core *core, unsigned row) {
    return dst_full_row16(core, row) % STX_DST_ROWS;
}

bool dst_row_is_there(const struct stx_core *core, bool wide, unsigned row) {
    return (wide ? dst_full_row32(core, row) : dst_full_row16(core, row)) < STX_DST_ROWS;
}

#if DST_IS_SMALL
/* Rows 4 n .. 4 n + 3 are adjacent, so it suffices to check the first named row of each such
 * group. */
bool dst_has(struct stx_core *core, bool wide, unsigned first, unsigned count) {
    unsigned end = first + (count < STX_DST_NAMES ? count : STX_DST_NAMES);
    for (unsigned row = first; row < end; row = (row | 3u) + 1u) {
        if (!dst_row_is_there(core, wide, row)) {
            (void)stx_fail(core, STX_RULE_NOT_PRESENT, row % STX_DST_NAMES);
            return false;
        }
    }
    return true;
}
#endif

unsigned dst_row_of(const struct stx_core *core, unsigned thread, uint32_t field) {
    return dst_row_of_inline(core, thread, field);
}

/* The fast forms read two cells at a time. */
typedef char dst_is_aligned[offsetof(struct stx_core, dst.cell) % 4 == 0 ? 1 : -1];
