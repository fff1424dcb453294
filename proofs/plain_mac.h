/* SPDX-License-Identifier: Apache-2.0
 *
 * plain_mac.h - num/fpu_mac.c with names of its own, beside fast forms. */
#define slice_a plain_slice_a
#define slice_b plain_slice_b
#define group_of plain_group_of
#define exponent_of plain_exponent_of
#define significand_of plain_significand_of
#define nothing plain_nothing
#define negative_of plain_negative_of
#define signed_of plain_signed_of
#define overflow plain_overflow
#define round_sum plain_round_sum
#include "num/fpu_mac.c"
#undef slice_a
#undef slice_b
#undef group_of
#undef exponent_of
#undef significand_of
#undef nothing
#undef negative_of
#undef signed_of
#undef overflow
#undef round_sum
