/* SPDX-License-Identifier: Apache-2.0
 *
 * bits.h - the sign of a number of 32 bits; counts leading zeros, with or without the compiler's
 * help. */
#ifndef STX_NUM_BITS_H
#define STX_NUM_BITS_H

#include <stdint.h>

#include "num/compiler.h"
#include "private.h"

#define SIGN_BIT 0x80000000u

/* The number of leading zeros of a byte (8 for 0); bits_clz32() gives that of a word (32 for 0). */
extern const uint8_t bits_clz8[256];

#if defined __riscv_zbb || defined __x86_64__ || defined __i386__ || defined __aarch64__
#define BITS_CLZ_FAST 1 /* one instruction */
#endif

static inline unsigned bits_clz32(uint32_t v) {
#ifdef BITS_CLZ_FAST
    return v ? (unsigned)__builtin_clz(v) : 32;
#else
    unsigned n = v >> 16 ? (v >> 24 ? 0 : 8) : (v >> 8 ? 16 : 24);
    return n + bits_clz8[v << n >> 24];
#endif
}

#endif
