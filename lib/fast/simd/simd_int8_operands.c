/* SPDX-License-Identifier: Apache-2.0
 *
 * simd_int8_operands.c - turns data of SrcA and SrcB into integers (column_operands.h). */
#include "fast/common/column_operands.h"

#if VECTORS_EXIST
#include "fast/simd/compiler_vectors.h"
#include "regs/src.h"

/* A slice of a ten-bit magnitude, without its weight. Bits 9:3 are in a cell, bits 2:0 in the upper
 * bits of its low byte. A slice is either bits of the cell, shifted right, or bits of the cell
 * followed by the low bits: bits 7:5 and 4:0 of SrcA, 9:4 and 3:0 of SrcB (num/int8.h). */
struct slice {
    uint16_t kept; /* mask of the bits of a cell, after a shift to the right */
    unsigned right;
    bool low;
};

/* Of each integer of a row the bits that this fidelity phase multiplies, with the sign. One whose
 * exponent field is 0 counts as zero, unless `keep`. */
V_INLINE vec_e slices_of(const uint16_t *high, const uint8_t *low, struct slice s, bool keep) {
    row_cells h, m, negative;
    V_LOAD(h, high);
    m = h >> s.right & s.kept;
    if (s.low) {
        m <<= 3;
        if (STX_SRC_LOW) {
            m |= v_cells_of_bytes(low) >> 5;
        }
    }
    if (!keep) {
        m &= (row_cells)((h & 0x7F80) != 0);
    }
    negative = (row_cells)(h > 0x7FFF);
    return (vec_e)((m ^ negative) - negative);
}

V_TARGET void integer_a_decode(struct integer_a *to, const struct stx_src *src, unsigned row,
                               bool fine) {
    const struct slice s = fine ? (struct slice){3, 0, true} : (struct slice){7, 2, false};
    const unsigned bank = src->fpu_bank;
    for (unsigned k = 0; k < PRODUCT_DEPTH; k++) {
        unsigned at = (row + k) % STX_SRC_ROWS;
        vec_e v = slices_of(src->high[bank][at], src_low_row(src, bank, at), s, false);
        V_STORE(to->value[k], v);
    }
}

V_TARGET void integer_b_decode(struct integer_b *to, const struct stx_src *src, unsigned row,
                               bool fine, bool keep) {
    const struct slice s = fine ? (struct slice){1, 0, true} : (struct slice){63, 1, false};
    const unsigned bank = src->fpu_bank;
    for (unsigned i = 0; i < PRODUCT_ROWS; i++) {
        unsigned at = (row + i) % STX_SRC_ROWS;
        vec_e v = slices_of(src->high[bank][at], src_low_row(src, bank, at), s, keep);
        v_store_twice(to->value[i], v);
    }
}
#endif
