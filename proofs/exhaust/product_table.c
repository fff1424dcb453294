/* SPDX-License-Identifier: Apache-2.0
 *
 * product_table.c - products of the matrix unit, one of a group: fast/table/table_sums.c.
 * Cores: host. */
#define STX_METHOD STX_METHOD_TABLE
#include "plain_mac.h"

#include "fast/common/decode_operands.c"
#define nothing no_sum
#include "fast/table/table_sums.c"
#undef nothing

#include "groups.h"

/* Slow. Every product of two slices, in each phase, with each sign and at each place of a group, at
 * every distance from the group's exponent, is added as the plain form adds it. */
EXHAUST(step_of_table)(void) {
    all_products();
}
