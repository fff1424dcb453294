/* SPDX-License-Identifier: Apache-2.0
 *
 * int8.c - integers of the matrix unit.
 * Cores: rv32im. */
#include "proof.h"

#include "plain_mac.h"

#include "fast/int8/int8_operands.c"
#include "fast/int8/int8_sums.c"
#include "num/bits.c"

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
THEOREM(int8_slices)(uint32_t datum, bool fine, bool keep) {
    claim(slice_a(datum, fine) * (fine ? 1 : 32) == int8_slice_a(fine, datum));
    claim(slice_b(datum, fine, keep) * (fine ? 1 : 16) == int8_slice_b(fine ? 2 : 0, datum, keep));
}
