/* SPDX-License-Identifier: Apache-2.0
 *
 * product.c - products of the matrix unit on cores with a multiplier: one product of a group.
 * Cores: rv32im. */
#include "proof.h"

#include "plain_mac.h"

#include "fast/common/decode_operands.c"
#define nothing no_sum
#include "fast/multiply/multiply_sums.c"
#undef nothing
#include "num/bits.c"

static int32_t with_sign(uint32_t magnitude, bool negative) {
    return negative ? -(int32_t)magnitude : (int32_t)magnitude;
}

/* A datum of SrcA, read as an operand, is the slice of the plain form times 2^(15 - delta), with
 * its sign. */
THEOREM(operand_of_a)(uint16_t high, uint8_t low, bool fine, bool has_low, uint8_t delta) {
    const struct operand_reading how = {255, has_low ? 0xE0u : 0, fine};
    const struct fpu_mode mode = {.phase = fine};
    const uint32_t datum = (uint32_t)high << 16 | (has_low ? (low & 0xE0u) << 8 : 0);
    const struct slice s = slice_a(&how);
    assume(delta < 16);
    claim(value_in(false, &s, (int16_t)high, low, BELOW(delta)) ==
          with_sign(plain_slice_a(&mode, datum) << 15 >> delta, high >> 15));
}

/* A datum of SrcB is its slice times 2^(18 - delta), plus 1, with its sign. */
THEOREM(operand_of_b)(uint16_t high, uint8_t low, bool fine, bool has_low, uint8_t delta) {
    const struct operand_reading how = {255, has_low ? 0xE0u : 0, fine};
    const struct fpu_mode mode = {.phase = fine ? 2 : 0};
    const uint32_t datum = (uint32_t)high << 16 | (has_low ? (low & 0xE0u) << 8 : 0);
    const struct slice s = slice_b(&how);
    assume(delta < 16);
    claim(value_in(true, &s, (int16_t)high, low, BELOW(delta)) ==
          with_sign((plain_slice_b(&mode, datum) << 18 >> delta) + 1, high >> 15));
}

/* Two products at any places of a group are added as each is alone, rounded: one operand is 2^16,
 * so that the high words of the products are any numbers (step_of_multiply is about these). */
THEOREM(two_products)(int32_t first, int32_t second, uint8_t shift) {
    const int32_t one = 1 << 16;
    const struct eight row = {one, one, one, one, one, one, one, one};
    assume(shift < 4);
    const int32_t sum = ((high_product(one, raised(first, shift)) + 1) >> 1) +
                        ((high_product(one, raised(second, shift)) + 1) >> 1);
    for (unsigned i = 0; i < 7; i++) {
        for (unsigned k = i + 1; k < 8; k++) {
            int32_t a[8] = {0};
            a[i] = first;
            a[k] = second;
            claim(sum_of_eight(&row, a, shift) >> 1 == sum);
        }
    }
}
