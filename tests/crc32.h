/* SPDX-License-Identifier: Apache-2.0
 *
 * CRC-32 of IEEE 802.3, bit by bit as the standard writes it: the checksum of a saved state. */
#ifndef TESTS_CRC32_H
#define TESTS_CRC32_H

#include <stddef.h>
#include <stdint.h>

static inline uint32_t crc32_of(const uint8_t *bytes, size_t size) {
    uint32_t remainder = 0xFFFFFFFFu;
    for (size_t i = 0; i < 8 * size; i++) {
        uint32_t bit = (bytes[i / 8] >> i % 8 ^ remainder) & 1u;
        remainder = remainder >> 1 ^ (bit ? 0xEDB88320u : 0);
    }
    return ~remainder;
}

/* Gives a saved state that was changed on purpose the checksum that it should have. */
static inline void crc32_renew(uint8_t *saved, size_t size) {
    uint32_t sum = crc32_of(saved, size - 4);
    for (unsigned k = 0; k < 4; k++) {
        saved[size - 4 + k] = (uint8_t)(sum >> 8 * k);
    }
}

#endif
