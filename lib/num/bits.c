/* SPDX-License-Identifier: Apache-2.0
 *
 * bits.c - a table of the number of leading zeros of each byte value. */
#include "num/bits.h"

/* Rn(v) repeats v n times. */
#define R2(v) (v), (v)
#define R4(v) R2(v), R2(v)
#define R8(v) R4(v), R4(v)
#define R16(v) R8(v), R8(v)
#define R32(v) R16(v), R16(v)
#define R64(v) R32(v), R32(v)
#define R128(v) R64(v), R64(v)
const uint8_t bits_clz8[256] = {8, 7, R2(6), R4(5), R8(4), R16(3), R32(2), R64(1), R128(0)};
