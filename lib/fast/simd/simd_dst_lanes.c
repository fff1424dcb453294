/* SPDX-License-Identifier: Apache-2.0
 *
 * simd_dst_lanes.c - moves all lanes from and to four rows of Dst, as dst_lanes.c does, on hosts
 * with SSE2 or AVX2. An even cell and the next odd one are accessed as one word, of which a lane
 * uses the lower or the upper half, so that compilers can vectorize the loops. */
#include "fast/forms.h"
#include "fast/lanes/each_lane.h"
#include "num/sfpu_mem.h"
#include "regs/dst.h"

#if LANES_MOVE_BY_WORDS

typedef uint32_t __attribute__((may_alias)) cell_pair;

enum { PAIRS_TO_LOW_HALF = DST_TO_LOW / 2 };

/* The lowest bit of the lanes' cells in their pairs: 0 or 16. */
static inline unsigned place_of(const uint16_t *cell) {
    return ((uintptr_t)cell & 2u) * 8;
}

/* The pairs that contain the cells; cell points to the first cell. */
static inline cell_pair *pairs_of(const uint16_t *cell) {
    return (cell_pair *)((uintptr_t)cell & ~(uintptr_t)2);
}

/* Like dst_from_documented() and dst_documented(), for the upper half of a binary32. */
static inline uint32_t documented_to_f32(uint32_t upper) {
    return (upper >> 16 & 0xFFu) << 23 | (upper >> 8 & 0x7F0000u) | (upper & 0x80000000u);
}
static inline uint32_t documented_of_f32(uint32_t v) {
    return (v >> 23 & 0xFFu) | (v >> 8 & 0x7F00u) | v >> 31 << 15;
}

/* In these loops a lane's cells are read before they are written, and no other lane uses them. */

void load_lanes_simd(const uint16_t *cell, unsigned how, uint32_t *out) {
    const unsigned place = place_of(cell);
    const cell_pair *high = pairs_of(cell), *low = high + PAIRS_TO_LOW_HALF;
    if (how & LANES_WIDE) {
        SFPU_EACH_LANE(lane) {
            out[lane] = high[lane] >> place << 16 | (low[lane] >> place & 0xFFFFu);
        }
    } else if (how & LANES_RAW) {
        SFPU_EACH_LANE(lane) {
            out[lane] = documented_to_f32(high[lane] >> place << 16);
        }
    } else {
        SFPU_EACH_LANE(lane) {
            out[lane] = high[lane] >> place << 16;
        }
    }
}

/* The pair with one cell replaced. */
static inline uint32_t with_cell(uint32_t pair, uint32_t cell, unsigned place) {
    return (pair & 0xFFFF0000u >> place) | cell << place;
}

static void store_wide(uint16_t *cell, uint32_t zeros, const uint32_t *value) {
    const unsigned place = place_of(cell);
    cell_pair *high = pairs_of(cell), *low = high + PAIRS_TO_LOW_HALF;
    SFPU_EACH_LANE(lane) {
        uint32_t v = value[lane], flushed = sfpu_flush(v);
        v = (v & ~zeros) | (flushed & zeros);
        high[lane] = with_cell(high[lane], v >> 16, place);
        low[lane] = with_cell(low[lane], v & 0xFFFFu, place);
    }
}

void store_lanes_simd(uint16_t *cell, unsigned how, const uint32_t *value) {
    const unsigned place = place_of(cell);
    cell_pair *high = pairs_of(cell);
    if (how & LANES_WIDE) {
        store_wide(cell, how & LANES_FLUSHED ? UINT32_MAX : 0, value);
    } else if (how & LANES_RAW) {
        SFPU_EACH_LANE(lane) {
            high[lane] = with_cell(high[lane], documented_of_f32(sfpu_flush(value[lane])), place);
        }
    } else {
        SFPU_EACH_LANE(lane) {
            high[lane] = with_cell(high[lane], sfpu_flush(value[lane]) >> 16, place);
        }
    }
}

#endif
