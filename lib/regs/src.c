/* SPDX-License-Identifier: Apache-2.0
 *
 * src.c - rows of SrcA and SrcB, and the ownership of their banks (SPEC 3). */
#include "regs/src.h"

#include "num/bits.h"
#include "regs/cfg.h"

/* The lower bits of a bank are mostly zeros. */
void src_fpu_row(const struct stx_src *src, unsigned row, uint32_t datum[restrict STX_COLS]) {
    const uint16_t *high = src->high[src->fpu_bank][row % STX_SRC_ROWS];
    for (unsigned col = 0; col < STX_COLS; col++) {
        datum[col] = (uint32_t)high[col] << 16;
    }
#if STX_SRC_LOW
    const uint8_t *low = src->low[src->fpu_bank][row % STX_SRC_ROWS];
    for (unsigned col = 0; col < STX_COLS && src->fine[src->fpu_bank]; col++) {
        datum[col] |= (uint32_t)low[col] << 8;
    }
#endif
}

void src_row_write(struct stx_src *src, unsigned bank, unsigned row,
                   const uint32_t datum[STX_COLS]) {
    uint32_t all = 0;
    row %= STX_SRC_ROWS;
    src_touch(src, bank);
    for (unsigned col = 0; col < STX_COLS; col++) {
        src_put(src, bank, row, col, datum[col]);
        all |= datum[col];
    }
    src_rows_are(src, bank, row, 1, all);
}

void src_row_write_high(struct stx_src *src, unsigned bank, unsigned row,
                        const uint16_t high[STX_COLS]) {
    row %= STX_SRC_ROWS;
    src_touch(src, bank);
    __builtin_memcpy(src->high[bank][row], high, sizeof src->high[bank][row]);
#if STX_SRC_LOW
    __builtin_memset(src->low[bank][row], 0, sizeof src->low[bank][row]);
#endif
    src_rows_are(src, bank, row, 1, 0);
}

void src_rows_become(struct stx_src *src, unsigned bank, unsigned first, unsigned rows,
                     uint32_t all) {
#if STX_SRC_LOW
    uint32_t *fine = src->fine_rows[bank];
    rows = rows < STX_SRC_ROWS ? rows : STX_SRC_ROWS;
    for (unsigned n; rows; rows -= n, first += n) {
        unsigned row = first % STX_SRC_ROWS, room = 32 - row % 32;
        n = rows < room ? rows : room;
        uint32_t these = (UINT32_MAX >> (32 - n)) << row % 32, others = fine[row / 32] & ~these;
        fine[row / 32] = others | (all & SRC_LOW_BITS ? these : 0);
    }
    src->fine[bank] = (fine[0] | fine[1]) != 0;
#else
    (void)src, (void)bank, (void)first, (void)rows, (void)all;
#endif
}

void src_fill(struct stx_src *src, unsigned bank, uint32_t value) {
    src_touch(src, bank);
    for (unsigned row = 0; row != STX_SRC_ROWS; row++) {
        for (unsigned col = 0; col < STX_COLS; col++) {
            src_put(src, bank, row, col, value);
        }
    }
    src_rows_are(src, bank, 0, STX_SRC_ROWS, value);
}

/* Hands the FPU's bank back to the unpackers unless `keep` is set, and switches the FPU to its
 * other bank. */
static void release(struct stx_core *core, struct stx_src *src, bool keep) {
    if (!keep) {
        src->fpu_owns[src->fpu_bank] = 0;
        core->released = true;
    }
    src->fpu_bank = (uint8_t)src_next_bank(src->fpu_bank);
}

void src_set_valid(struct stx_src *src, uint32_t format) {
    src->fpu_owns[src->unpack_bank] = true;
    src->format[src->unpack_bank] = (uint8_t)(STX_FORMATS_REMEMBERED ? format : 0);
    src->unpack_bank = (uint8_t)src_next_bank(src->unpack_bank);
}

void src_clear_dvalid(struct stx_core *core, unsigned thread, uint32_t which) {
    if (which & 1u) {
        release(core, &core->srca, cfg_CLR_DVALID_SrcA_Disable(core, thread));
    }
    if (which & 2u) {
        release(core, &core->srcb, cfg_CLR_DVALID_SrcB_Disable(core, thread));
    }
}
