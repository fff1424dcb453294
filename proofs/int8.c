/* SPDX-License-Identifier: Apache-2.0
 *
 * int8.c - integers of the matrix unit.
 * Cores: rv32im. */
#include "proof.h"

#include "plain_mac.h"

#include "fast/int8/int8_operands.c"
#include "fast/int8/int8_sums.c"
#include "num/bits.c"
#include "num/int8.h"

/* A value added to an element of 32 bits gives the saturating sum of the plain form. */
THEOREM(add_to_int32)(uint32_t dst, int32_t value) {
    uint16_t cell[DST_LOW_HALF * STX_COLS + 1];
    assume(value > -(1 << 25) && value < 1 << 25);
    cell[0] = (uint16_t)(dst >> 16);
    cell[DST_LOW_HALF * STX_COLS] = (uint16_t)dst;
    add_to(cell, value);
    uint32_t sum = (uint32_t)cell[0] << 16 | cell[DST_LOW_HALF * STX_COLS];
    claim(sum == fpu_accumulate_int(dst, value));
}

/* A slice of an operand times its weight is the operand's slice of the plain form. */
THEOREM(int8_slices)(uint32_t first, uint32_t second, bool fine, bool keep) {
    /* two operands at a time, the second 16 bits higher */
    uint32_t cells = first >> 16 | (second & 0xFFFF0000u);
    uint32_t low = (first >> 8 & 0xE0u) | (second >> 8 & 0xE0u) << 16;
    unsigned b = fine ? 2 : 0;
    claim(two_slices(cells, low, slice_a(fine)) * (fine ? 1 : 32) ==
          int8_slice_a(fine, first) + int8_slice_a(fine, second) * 65536);
    claim(two_slices(cells, low, slice_b(fine, keep)) * (fine ? 1 : 16) ==
          int8_slice_b(b, first, keep) + int8_slice_b(b, second, keep) * 65536);
}
