/* SPDX-License-Identifier: Apache-2.0
 *
 * source_bits.h - a row of a source, for forms of element-wise instructions that compute many
 * columns at once. */
#ifndef STX_FAST_COMMON_SOURCE_BITS_H
#define STX_FAST_COMMON_SOURCE_BITS_H

#include "regs/src.h"

/* The high halves and low bytes of a row, and the bits of its datums that are used. */
struct source_bits {
    const uint16_t *high;
    const uint8_t *low;
    uint32_t mask;
    bool one; /* column 0 is used for all columns */
};

static inline struct source_bits source_row(const struct stx_src *src, unsigned row, uint32_t mask,
                                            bool one) {
    row %= STX_SRC_ROWS;
    return (struct source_bits){src->high[src->fpu_bank][row], src_low_row(src, src->fpu_bank, row),
                                mask, one};
}

#endif
