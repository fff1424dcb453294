/* SPDX-License-Identifier: Apache-2.0
 *
 * source_rows.c - instructions that use only the source banks: ZEROSRC, TRNSPSRCB, SHIFTXA, SHIFTXB
 * (SPEC 6.7, 6.9). */
#include "fpu/block.h"
#include "fast/chosen.h"
#include "isa/args.h"

#define ALL_ONES 0xFFFFE000u /* the 19 bits of minus infinity */

static void zero_source(struct stx_src *src, const struct stx_args_ZEROSRC *a, uint32_t value) {
    if (a->bank_mask) {
        for (unsigned bank = 0; bank < STX_SRC_BANKS; bank++) {
            src_fill(src, bank, value);
        }
    } else {
        src_fill(src, a->write_mode ? src->fpu_bank : src->unpack_bank, value);
    }
}

/* ZEROSRC does not wait and leaves the ownership of banks unchanged. */
STX_EXEC(ZEROSRC) {
    (void)thread;
    uint32_t value_of_a = a->zero_val ? ALL_ONES : 0;
    if ((a->src_mask & 1u) && !src_has_bits(core, value_of_a)) {
        return STX_FAULT;
    }
    if (a->src_mask & 1u) {
        zero_source(&core->srca, a, value_of_a);
    }
    if (a->src_mask & 2u) {
        zero_source(&core->srcb, a, 0);
    }
    return STX_DONE;
}

enum { SQUARE = 16 }; /* the first of the 16 rows that are transposed */

static void transpose_plain(struct stx_src *src, unsigned bank) {
    for (unsigned row = 0; row < STX_COLS; row++) {
        for (unsigned col = 0; col < row; col++) {
            uint32_t t = src_get(src, bank, SQUARE + row, col);
            src_put(src, bank, SQUARE + row, col, src_get(src, bank, SQUARE + col, row));
            src_put(src, bank, SQUARE + col, row, t);
        }
    }
}

STX_EXEC(TRNSPSRCB) {
    struct stx_src *src = &core->srcb;
    unsigned bank = src->fpu_bank;
    (void)thread;
    (void)a;
    bool fine = src_is_fine(src, bank);
    src_touch(src, bank);
    src_rows_are(src, bank, SQUARE, STX_COLS, fine ? SRC_LOW_BITS : 0);
    if (fast.transpose) {
        fast.transpose(src->high[bank][SQUARE],
                       fine ? src_low_bank(src, bank) + SQUARE * STX_COLS : NULL);
    } else {
        transpose_plain(src, bank);
    }
    return STX_DONE;
}

enum { SHIFT_RIGHT = 2, SHIFT_LEFT = 3 };

/* Shifts a row by one column. The vacated column becomes 0. */
static void shift_row(uint32_t row[STX_COLS], bool right) {
    uint32_t old[STX_COLS];
    for (unsigned col = 0; col < STX_COLS; col++) {
        old[col] = row[col];
    }
    for (unsigned col = 0; col < STX_COLS; col++) {
        bool vacated = col == (right ? 0u : STX_COLS - 1);
        row[col] = vacated ? 0 : old[right ? col - 1 : col + 1];
    }
}

/* SHIFTXA writes rows 0..15. By a defect of the hardware it reads from the row that the last FPU
 * instruction used. These are the same rows or none of them, so that no row is read after it was
 * written. */
STX_EXEC(SHIFTXA) {
    (void)thread;
    struct stx_src *src = &core->srca;
    if (a->shift_mode < SHIFT_RIGHT) {
        return block_defined(core, false) ? STX_DONE : STX_FAULT;
    }
    bool modelled = erratum_modelled(core, STX_ERRATUM_SHIFTXA_ROWS);
    unsigned first = modelled ? core->shiftxa_row & 0x30u : 0;
    for (unsigned i = 0; i < 16; i++) {
        uint32_t row[STX_COLS];
        src_fpu_row(src, first + i, row);
        shift_row(row, a->shift_mode == SHIFT_RIGHT);
        src_row_write(src, src->fpu_bank, i, row);
    }
    return STX_DONE;
}

/* SHIFTXB moves one row to the left; rot_shift 1 shifts in a zero, 0 rotates. */
STX_EXEC(SHIFTXB) {
    struct stx_src *src = &core->srcb;
    unsigned at = a->shift_row + core->rwc[thread].srcb;
    uint32_t row[STX_COLS];
    src_fpu_row(src, at, row);
    uint32_t first = row[0];
    for (unsigned col = 0; col + 1 < STX_COLS; col++) {
        row[col] = row[col + 1];
    }
    row[STX_COLS - 1] = a->rot_shift ? 0 : first;
    src_row_write(src, src->fpu_bank, at, row);
    rwc_advance(core, thread, a->addr_mode);
    return STX_DONE;
}
