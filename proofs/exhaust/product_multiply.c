/* SPDX-License-Identifier: Apache-2.0
 *
 * product_multiply.c - products of the matrix unit, one of a group: fast/multiply/multiply_sums.c.
 * Cores: host. */
#define STX_METHOD STX_METHOD_MULTIPLY
#include "plain_mac.h"

#include "fast/common/decode_operands.c"
#define nothing no_sum
#include "fast/multiply/multiply_sums.c"
#undef nothing

#include "groups.h"

/* Slow. Every product of two slices, in each phase, with each sign and at each place of a group, at
 * every distance from the group's exponent, is added as the plain form adds it. */
EXHAUST(step_of_multiply)(void) {
    all_products();
}
