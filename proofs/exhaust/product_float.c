/* SPDX-License-Identifier: Apache-2.0
 *
 * product_float.c - products of the matrix unit, one of a group: fast/float/float_sums.c.
 * Cores: host. */
#define STX_METHOD STX_METHOD_FLOAT
#include "plain_mac.h"

#include "fast/common/decode_operands.c"
#define nothing no_sum
#include "fast/float/float_sums.c"
#undef nothing

#include "groups.h"

/* Slow. Every product of two slices, in each phase, with each sign and at each place of a group, at
 * every distance from the group's exponent, is added as the plain form adds it. */
EXHAUST(step_of_float)(void) {
    all_products();
}
