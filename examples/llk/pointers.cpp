/* SPDX-License-Identifier: Apache-2.0
 *
 * pointers.cpp - three RISC-V cores access L1 with plain pointers and compute -2|x| of a tile, one
 * after the other. unpack clears the signs, a halfword at a time; math doubles, two values at a
 * time; pack sets the signs, byte by byte. unpack hands faces to math with a flag in L1 that math
 * polls, and math hands them to pack through the mailbox of pack.
 *
 * Parameters: TILES, A, A_BYTES, MIDDLE (as large as a tile), FLAG, RESULT. Format Float16_b. */
#include "kernel.h"

namespace {

using half = volatile std::int16_t;
using word = volatile std::uint32_t;
using quarter = volatile std::int8_t;

enum : own::u32 { MAILBOX_OF_MATH = 0xFFEC2000, MAILBOX_OF_PACK = 0xFFEC3000 };

template <typename T> T *at(own::u32 address) {
    return reinterpret_cast<T *>(address);
}

} // namespace

#ifdef LLK_TRISC_UNPACK

void run_kernel(RUNTIME_PARAMETERS params) {
    for (own::u32 face = 0; face < own::FACES * params.TILES; face++) {
        half *from = at<half>(params.A) + own::FACE * face;
        half *to = at<half>(params.MIDDLE) + own::FACE * face;
        for (own::u32 i = 0; i < own::FACE; i++) {
            std::int16_t value = from[i];
            to[i] = value < 0 ? static_cast<std::int16_t>(value & 0x7FFF) : value;
        }
        *at<word>(params.FLAG) = face + 1;
    }
}

#endif

#ifdef LLK_TRISC_MATH

/* The exponent of a bfloat16 begins at bit 7. */
static own::u32 doubled(own::u32 value) {
    return value ? value + 0x80u : 0;
}

void run_kernel(RUNTIME_PARAMETERS params) {
    for (own::u32 face = 0; face < own::FACES * params.TILES; face++) {
        while (*at<word>(params.FLAG) <= face) {
        }
        word *pair = at<word>(params.MIDDLE) + own::FACE / 2 * face;
        for (own::u32 i = 0; i < own::FACE / 2; i++) {
            own::u32 value = pair[i];
            pair[i] = doubled(value & 0xFFFFu) | doubled(value >> 16) << 16;
        }
        *at<word>(MAILBOX_OF_PACK) = face;
    }
}

#endif

#ifdef LLK_TRISC_PACK

void run_kernel(RUNTIME_PARAMETERS params) {
    for (own::u32 i = 0; i < own::FACES * params.TILES; i++) {
        own::u32 offset = 2 * own::FACE * *at<word>(MAILBOX_OF_MATH);
        quarter *from = at<quarter>(params.MIDDLE + offset),
                *to = at<quarter>(params.RESULT + offset);
        for (own::u32 k = 0; k < 2 * own::FACE; k += 2) {
            std::int8_t high = from[k + 1];
            to[k] = from[k];
            to[k + 1] = high < 0 ? high : static_cast<std::int8_t>(high | 0x80);
        }
    }
}

#endif
