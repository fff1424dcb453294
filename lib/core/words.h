/* SPDX-License-Identifier: Apache-2.0
 *
 * words.h - reads and writes two cells of 16 bits, or four bytes of L1, with one access. The first
 * cell or byte is in the low bits on every host. Addresses are multiples of 4. */
#ifndef STX_CORE_WORDS_H
#define STX_CORE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
enum { WORDS_BIG_ENDIAN = 1 };
#else
enum { WORDS_BIG_ENDIAN = 0 };
#endif

static inline bool word_aligned(const void *at) {
    return ((uintptr_t)at & 3u) == 0;
}

static inline uint32_t word_load(const void *from) {
    uint32_t v;
    __builtin_memcpy(&v, __builtin_assume_aligned(from, 4), sizeof v);
    return v;
}
static inline void word_store(void *to, uint32_t v) {
    __builtin_memcpy(__builtin_assume_aligned(to, 4), &v, sizeof v);
}

static inline uint32_t cells_load(const uint16_t *from) {
    uint32_t v = word_load(from);
    return WORDS_BIG_ENDIAN ? v << 16 | v >> 16 : v;
}
static inline void cells_store(uint16_t *to, uint32_t v) {
    word_store(to, WORDS_BIG_ENDIAN ? v << 16 | v >> 16 : v);
}

static inline uint32_t bytes_load(const uint8_t *from) {
    uint32_t v = word_load(from);
    return WORDS_BIG_ENDIAN ? __builtin_bswap32(v) : v;
}
static inline void bytes_store(uint8_t *to, uint32_t v) {
    word_store(to, WORDS_BIG_ENDIAN ? __builtin_bswap32(v) : v);
}

#endif
