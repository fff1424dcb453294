/* SPDX-License-Identifier: Apache-2.0
 *
 * src.h - SrcA and SrcB: banks, ownership, implied formats (SPEC 3, 5). */
#ifndef STX_REGS_SRC_H
#define STX_REGS_SRC_H

#include "core/fault.h"
#include "softensix/core.h"
#include "private.h"

/* The FPU owns its current bank: data valid. */
static inline bool src_ready(const struct stx_src *src) {
    return src->fpu_owns[src->fpu_bank];
}

/* The unpackers own their current bank. */
static inline bool src_free(const struct stx_src *src) {
    return !src->fpu_owns[src->unpack_bank];
}

static inline unsigned src_next_bank(unsigned bank) {
    return (bank + 1u) % STX_SRC_BANKS;
}

/* Mantissa bits 2:0 in the upper bits of a byte, if the library stores them. */
static inline uint32_t src_low(const struct stx_src *src, unsigned bank, unsigned row,
                               unsigned col) {
#if STX_SRC_LOW
    return src->low[bank][row][col];
#else
    (void)src, (void)bank, (void)row, (void)col;
    return 0;
#endif
}

/* The beginning of a row's low bytes. If the library does not store them, this points to a byte
 * that nobody reads. */
static inline const uint8_t *src_low_row(const struct stx_src *src, unsigned bank, unsigned row) {
#if STX_SRC_LOW
    return src->low[bank][row];
#else
    (void)bank, (void)row;
    return src->format;
#endif
}

/* The low bytes of a bank, for writing. If the library does not store them, this points to a byte
 * that nobody writes. */
static inline uint8_t *src_low_bank(struct stx_src *src, unsigned bank) {
#if STX_SRC_LOW
    return src->low[bank][0];
#else
    (void)bank;
    return src->format;
#endif
}

/* A datum in the shape of a binary32 (SPEC 4). Rows wrap at 64. */
static inline uint32_t src_get(const struct stx_src *src, unsigned bank, unsigned row,
                               unsigned col) {
    row %= STX_SRC_ROWS;
    return (uint32_t)src->high[bank][row][col] << 16 | src_low(src, bank, row, col) << 8;
}

/* The same for the FPU's current bank. */
static inline uint32_t src_fpu_get(const struct stx_src *src, unsigned row, unsigned col) {
    return src_get(src, src->fpu_bank, row, col);
}

/* Every write to a bank begins with this call: operands that the fast forms decoded from the bank
 * are no longer valid. */
static inline void src_touch(struct stx_src *src, unsigned bank) {
    for (unsigned set = 0; set < STX_KEPT_SETS; set++) {
        src->decoded[set * STX_SRC_BANKS + bank] = 0;
    }
}

#define BANK_CELLS (STX_SRC_ROWS * STX_COLS)

/* Mantissa bits 2:0 of a datum, which a library with STX_SRC_LOW 0 cannot store. */
#define SRC_LOW_BITS 0xE000u

/* True if a row of the bank may have such bits. Most formats have none, which saves readers
 * time. */
static inline bool src_is_fine(const struct stx_src *src, unsigned bank) {
#if STX_SRC_LOW
    return src->fine[bank];
#else
    return (void)src, (void)bank, false;
#endif
}

/* Records which rows have mantissa bits 2:0 after a write to `rows` rows from `first` on, which
 * wrap around. `all` has every bit that a datum of these rows has now, including those not
 * overwritten. */
void src_rows_become(struct stx_src *src, unsigned bank, unsigned first, unsigned rows,
                     uint32_t all);
static inline void src_rows_are(struct stx_src *src, unsigned bank, unsigned first, unsigned rows,
                                uint32_t all) {
    if (STX_SRC_LOW && ((all & SRC_LOW_BITS) || src_is_fine(src, bank))) {
        src_rows_become(src, bank, first, rows, all);
    }
}

static inline void src_put(struct stx_src *src, unsigned bank, unsigned row, unsigned col,
                           uint32_t datum) {
    src->high[bank][row][col] = (uint16_t)(datum >> 16);
#if STX_SRC_LOW
    src->low[bank][row][col] = (uint8_t)(datum >> 8 & 0xE0u);
#endif
}

static inline void src_set(struct stx_src *src, unsigned bank, unsigned row, unsigned col,
                           uint32_t datum) {
    row %= STX_SRC_ROWS;
    src_put(src, bank, row, col, datum);
    if (datum & SRC_LOW_BITS) {
        src_rows_are(src, bank, row, 1, datum);
    }
}

/* True if the library can store all bits of a datum; if not, a fault is recorded. Call this before
 * the word changes anything. */
static inline bool src_has_bits(struct stx_core *core, uint32_t datum) {
    if (!STX_SRC_LOW && (datum & SRC_LOW_BITS)) {
        (void)stx_fail(core, STX_RULE_NOT_PRESENT, datum);
        return false;
    }
    return true;
}

/* Reads a row of the FPU's bank, and writes a row of any bank. */
void src_fpu_row(const struct stx_src *src, unsigned row, uint32_t datum[restrict STX_COLS]);
void src_row_write(struct stx_src *src, unsigned bank, unsigned row,
                   const uint32_t datum[STX_COLS]);
/* Writes a row of datums in which only bits 31:16 can be set. */
void src_row_write_high(struct stx_src *src, unsigned bank, unsigned row,
                        const uint16_t high[STX_COLS]);
/* Writes one value to all rows of a bank. */
void src_fill(struct stx_src *src, unsigned bank, uint32_t value);

/* Hands the unpackers' bank to the FPU with its data format and switches the unpackers to the other
 * bank. */
void src_set_valid(struct stx_src *src, uint32_t format);

/* clear_dvalid (bit 0 SrcA, bit 1 SrcB), as the thread's CLR_DVALID_SrcX_Disable allows. */
void src_clear_dvalid(struct stx_core *core, unsigned thread, uint32_t which);

#endif
