/* SPDX-License-Identifier: Apache-2.0
 *
 * dst_lanes.c - all lanes from and to four rows of Dst that lie side by side, in the formats that
 * kernels use most: 32-bit elements, and binary32 in the order of bfloat16. */
#include "fast/forms.h"
#include "num/sfpu_mem.h"
#include "regs/dst.h"

#if !STX_RVV

/* A cell of the low half lies this far above that of the high half. */
#define LOW_HALF (DST_LOW_HALF * STX_COLS)

void load_lanes_scalar(const uint16_t *cell, unsigned how, uint32_t *out) {
    const uint16_t *low = cell + LOW_HALF;
    if (how & LANES_WIDE) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            out[lane] = (uint32_t)cell[2 * lane] << 16 | low[2 * lane];
        }
    } else {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            out[lane] = (uint32_t)cell[2 * lane] << 16;
        }
    }
}

void store_lanes_scalar(uint16_t *cell, unsigned how, const uint32_t *value) {
    uint16_t *low = cell + LOW_HALF;
    if (how == (LANES_WIDE | LANES_FLUSHED)) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            uint32_t v = sfpu_flush(value[lane]);
            cell[2 * lane] = (uint16_t)(v >> 16);
            low[2 * lane] = (uint16_t)v;
        }
    } else if (how == LANES_WIDE) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            cell[2 * lane] = (uint16_t)(value[lane] >> 16);
            low[2 * lane] = (uint16_t)value[lane];
        }
    } else {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            cell[2 * lane] = (uint16_t)(sfpu_flush(value[lane]) >> 16);
        }
    }
}

#endif
