/* SPDX-License-Identifier: Apache-2.0
 *
 * formats.h - formats of SFPLOAD and SFPSTORE (SPEC 8.2). */
#ifndef STX_SFPU_TRANSFER_H
#define STX_SFPU_TRANSFER_H

enum {
    FMT_DEFAULT,
    FMT_FP16,
    FMT_BF16,
    FMT_FP32,
    FMT_INT32,
    FMT_INT8,
    FMT_UINT16,
    FMT_HI16,
    FMT_INT16,
    FMT_LO16,
    FMT_STACK,
    FMT_ZERO,
    FMT_SM32,
    FMT_INT8_COMP,
    FMT_LO16_ONLY,
    FMT_HI16_ONLY
};

#endif
