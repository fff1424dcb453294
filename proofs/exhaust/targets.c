/* SPDX-License-Identifier: Apache-2.0
 *
 * targets.c - which cells of a bank of SrcA or SrcB an unpacker writes.
 * Cores: host. */
#include "exhaust.h"

#include "unpack/target.c"

#define MOST 16u /* datums that are written at once */

/* One bank between two others, of which no cell may be written. */
struct cells {
    uint16_t high[3 * BANK_CELLS];
    uint8_t low[3 * BANK_CELLS];
};

static uint32_t cell_of(uint32_t position, bool transposed) {
    const uint32_t row = position / STX_COLS % STX_SRC_ROWS, column = position % STX_COLS;
    return transposed ? (row / 16 * 16 + column) * STX_COLS + row % 16 : row * STX_COLS + column;
}

/* The cells that are to be written are so, and are then cleared: nothing else is left. */
static void written(put_datums *put, bool transposed, uint32_t position, unsigned count) {
    static struct cells now, none;
    uint32_t datum[MOST];
    struct target t = {.position = position};
    bool right = true;
    t.high = now.high + BANK_CELLS;
    t.low = now.low + BANK_CELLS;
    for (uint32_t i = 0; i < MOST; i++) {
        datum[i] = (i + 1) << 16 | i << 13 | 0x1FFFu; /* cells keep bits 31:13 */
    }
    put(&t, datum, count);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t cell = cell_of(position + i, transposed);
        right &= t.high[cell] == (datum[i] >> 16) && t.low[cell] == i % 8 * 32;
        t.high[cell] = t.low[cell] = 0;
    }
    right &= t.position == position + count && !memcmp(&now, &none, sizeof now);
    holds(right, position, count, t.position);
}

/* At most sixteen datums go to the cells of one bank that their positions name, in order or
 * transposed, and to no others. Positions are tried to twice the cells of a bank, around 0; they
 * count modulo the cells. */
EXHAUST(cells_written)(void) {
    for (uint32_t position = 0u - 2 * BANK_CELLS; position != 2 * BANK_CELLS; position++) {
        for (unsigned count = 0; count <= MOST; count++) {
            written(put_source, false, position, count);
            written(put_transposed, true, position, count);
        }
    }
}
