/* SPDX-License-Identifier: Apache-2.0
 *
 * format.h - the data format codes of the hardware (SPEC 4). */
#ifndef STX_NUM_FORMAT_H
#define STX_NUM_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

enum format {
    FORMAT_FP32 = 0,
    FORMAT_FP16 = 1,
    FORMAT_BFP8A = 2,
    FORMAT_BFP4A = 3,
    FORMAT_TF32 = 4,
    FORMAT_BF16 = 5,
    FORMAT_BFP8 = 6,
    FORMAT_BFP4 = 7,
    FORMAT_INT32 = 8,
    FORMAT_INT16 = 9,
    FORMAT_FP8 = 10,
    FORMAT_BFP2A = 11,
    FORMAT_INT8 = 14,
    FORMAT_BFP2 = 15
};

/* The bits of a datum in L1, without a shared exponent (32, 16, 8, 4 or 2), and their binary
 * logarithm. */
static inline unsigned format_log2_bits(uint32_t format) {
    return format == FORMAT_BFP2A || format == FORMAT_BFP2 ? 1u : 5u - (format & 3u);
}
static inline unsigned format_bits(uint32_t format) {
    return 1u << format_log2_bits(format);
}

/* Strides of addresses count bytes. A datum of the format counts as 4, 2 or 1 bytes; this is the
 * binary logarithm. */
static inline unsigned format_stride_log2(uint32_t format) {
    static const uint8_t log2[4] = {2, 1, 0, 0};
    return log2[format & 3u];
}

/* Block floating point: 16 datums share an exponent byte. */
static inline bool format_is_bfp(uint32_t format) {
    return 0x88CCu >> format & 1u; /* codes 2, 3, 6, 7, 11, 15 */
}

/* 5-bit exponents: FP16, FP8, INT8 and the BFPxa formats. */
static inline bool format_is_e5(uint32_t format) {
    return 0x4C0Eu >> format & 1u; /* codes 1, 2, 3, 10, 11, 14 */
}

/* FP16 as a datum in the shape of a binary32, whose exponent is not rebiased (SPEC 4); and back. */
static inline uint32_t fp16_datum(uint32_t h) {
    return (h & 0x8000u) << 16 | (h & 0x7FFFu) << 13;
}
static inline uint32_t fp16_of_datum(uint32_t datum) {
    return (datum >> 16 & 0x8000u) | (datum >> 13 & 0x7FFFu);
}

#endif
