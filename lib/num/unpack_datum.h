/* SPDX-License-Identifier: Apache-2.0
 *
 * unpack_datum.h - L1 datum -> source datum (binary32 shape) as pure functions (SPEC 11.4). */
#ifndef STX_NUM_UNPACK_DATUM_H
#define STX_NUM_UNPACK_DATUM_H

#include <stdint.h>

#include "private.h"

/* binary32 -> source datum: TF32 truncates, BF16 truncates and flushes denormals to signed zero. */
uint32_t unpack_f32_to_tf32(uint32_t v);
uint32_t unpack_f32_to_bf16(uint32_t v);
uint32_t unpack_f32_to_fp16(uint32_t v); /* 5-bit exponent in 27:23; saturates */

uint32_t unpack_bf16(uint32_t v);
uint32_t unpack_fp16(uint32_t v);
uint32_t unpack_int16(uint32_t v);
uint32_t unpack_fp8_e5m2(uint32_t v);
uint32_t unpack_fp8_e4m3(uint32_t v);
uint32_t unpack_int8(uint32_t v);
uint32_t unpack_uint8(uint32_t v);

/* From block floating point. The field is 8, 4 or 2 bits wide, a sign above the magnitude; exponent
 * is the shared byte. The formats with an "a" have 5-bit exponents. */
uint32_t unpack_bfp(uint32_t field, unsigned width, uint32_t exponent);
uint32_t unpack_bfp_a(uint32_t field, unsigned width, uint32_t exponent);

#endif
