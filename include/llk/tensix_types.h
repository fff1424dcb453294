/* SPDX-License-Identifier: Apache-2.0
 *
 * tensix_types.h - data formats and sizes as LLK names them. */
#pragma once

#include <cstdint>

#include "softensix/arch.h"

#define L1_SIZE STX_L1_BYTES
#define FIFO_BASE_ADDRESS_ALIGN_BITS 9

/* Dst in rows of 16 datums of 16 bits. */
#define DEST_FACE_WIDTH 16
#define DEST_FACE_HEIGHT 16
#define DEST_REGISTER_FULL_SIZE (64 * DEST_FACE_WIDTH)
#define DEST_REGISTER_HALF_SIZE (DEST_REGISTER_FULL_SIZE / 2)
#define DEST_REGISTER_FULL_SIZE_BYTES (DEST_REGISTER_FULL_SIZE * 2 * DEST_FACE_WIDTH)
#define DEST_REGISTER_HALF_SIZE_BYTES (DEST_REGISTER_FULL_SIZE_BYTES / 2)

enum class DataFormat : std::uint8_t {
    Float32 = 0,
    Float16 = 1,
    Bfp8 = 2,
    Bfp4 = 3,
    Tf32 = 4,
    Float16_b = 5,
    Bfp8_b = 6,
    Bfp4_b = 7,
    Int32 = 8,
    UInt16 = 9,
    Lf8 = 10,
    Bfp2 = 11,
    Int8 = 14,
    Bfp2_b = 15,
    UInt32 = 24,
    Fp8_e4m3 = 26,
    UInt8 = 30,
    testMan7 = 0x82,
    testMan2 = 0x8A,
    Invalid = 0xFF
};

enum xmov_direction_t {
    XMOV_L0_TO_L1 = 0,
    XMOV_L1_TO_L0 = 1,
    XMOV_L0_TO_L0 = 2,
    XMOV_L1_TO_L1 = 3
};
