/* SPDX-License-Identifier: Apache-2.0
 *
 * to_dst.c - brings tiles of L1 to Dst, directly by the unpacker or through SrcA. */
#include "tile/matrix.h"

/* Numbers with 8 bits of exponent are copied. All others are added to zeros, which makes FP32 or
 * INT32 of them without rounding (SPEC 6.3, 6.4). */
void stx_tile_srca_to_dst(struct stx_tiles *t, enum stx_tile_format format, unsigned slot) {
    enum format_kind kind = stx_format_kind(format);
    bool copies = kind == KIND_8_BITS;
    stx_tile_math_format(t, kind == KIND_INTEGER ? DST_INT32 : DST_FP32);
    if (!copies) {
        stx_tile_zero_source(t, TO_SRCB, stx_tile_source_format(format));
    }
    stx_tile_addr_mod(t, ROWS_ON, (struct step){.a = 8});
    stx_tile_issue(
        t, TT_OP_STALLWAIT(p_stall_STALL_MATH, copies ? p_stall_SRCA_VLD : UNTIL_BOTH_VALID));
    for (unsigned row = 0; row < SLOT_ROWS; row += 8) {
        uint32_t to = slot * SLOT_ROWS + row;
        stx_tile_issue(t, copies ? TT_OP_MOVA2D(0, 0, ROWS_ON, 2, to)
                                 : TT_OP_ELWADD(0, 0, 0, ROWS_ON, to));
    }
    stx_tile_issue(t, TT_OP_SETRWC(copies ? 1 : 3, 0, 0, 0, 0, 15));
}

void stx_tile_to_dst(struct stx_tiles *t, enum stx_tile_format format, uint32_t address,
                     unsigned slot) {
    if (format_is_wide(format)) {
        stx_tile_words_to_dst(t, format, address, slot);
        return;
    }
    stx_tile_to_source(t, TO_SRCA, format, address);
    stx_tile_srca_to_dst(t, format, slot);
}
