/* SPDX-License-Identifier: Apache-2.0
 *
 * dst_lanes.c - moves all lanes from and to four adjacent rows of Dst, in the formats that kernels
 * use most: 32-bit elements, and the upper halves of binary32. */
#include "fast/forms.h"
#include "num/sfpu_mem.h"
#include "regs/dst.h"

#if !STX_RVV && !LANES_MOVE_BY_WORDS

/* The distance from a cell with a high half to that with the low half. */

/* Like dst_from_documented() and dst_documented(), for the upper half of a binary32. */
static uint32_t raw_to_f32(uint16_t cell) {
    uint32_t v = (uint32_t)(int16_t)cell; /* with its sign from bit 15 on */
    return (v & 0xFFu) << 23 | (v << 8 & 0x807F0000u);
}
static uint32_t raw_of_f32(uint32_t v) {
    return (v >> 23 & 0xFFu) | (v >> 8 & 0x7F00u) | v >> 31 << 15;
}

void load_lanes_scalar(const uint16_t *cell, unsigned how, uint32_t *out) {
    const uint16_t *low = cell + DST_TO_LOW;
    if (how & LANES_WIDE) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            out[lane] = (uint32_t)cell[2 * lane] << 16 | low[2 * lane];
        }
    } else if (how & LANES_RAW) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            out[lane] = raw_to_f32(cell[2 * lane]);
        }
    } else {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            out[lane] = (uint32_t)cell[2 * lane] << 16;
        }
    }
}

void store_lanes_scalar(uint16_t *cell, unsigned how, const uint32_t *value) {
    uint16_t *low = cell + DST_TO_LOW;
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
    } else if (how & LANES_RAW) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            cell[2 * lane] = (uint16_t)raw_of_f32(sfpu_flush(value[lane]));
        }
    } else {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            cell[2 * lane] = (uint16_t)(sfpu_flush(value[lane]) >> 16);
        }
    }
}

#endif
