/* SPDX-License-Identifier: Apache-2.0
 *
 * formats.h - formats of SFPLOAD and SFPSTORE (SPEC 8.2). */
#ifndef STX_SFPU_FORMATS_H
#define STX_SFPU_FORMATS_H

#include "regs/dst.h"

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

/* True if the format uses 32-bit elements of Dst. Stores have two more formats that write both
 * halves.
 */
static inline bool sfpu_load_is_wide(uint32_t format) {
    return format == FMT_FP32 || format == FMT_INT32 || format == FMT_SM32;
}
static inline bool sfpu_store_is_wide(uint32_t format) {
    return sfpu_load_is_wide(format) || format == FMT_HI16 || format == FMT_LO16;
}

#define SFPU_ROWS 4u /* rows that one load or store accesses */

#endif
