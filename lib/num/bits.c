/* SPDX-License-Identifier: Apache-2.0
 *
 * bits.c - the number of leading zeros of each byte. */
#include "num/bits.h"

/* Leading zeros of a byte. */
#define R2(n) (n), (n)
#define R4(n) R2(n), R2(n)
#define R8(n) R4(n), R4(n)
#define R16(n) R8(n), R8(n)
#define R32(n) R16(n), R16(n)
#define R64(n) R32(n), R32(n)
#define R128(n) R64(n), R64(n)
const uint8_t bits_clz8[256] = {8, 7, R2(6), R4(5), R8(4), R16(3), R32(2), R64(1), R128(0)};
