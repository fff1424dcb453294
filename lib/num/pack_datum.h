/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_datum.h - Dst element -> L1 datum as pure functions (SPEC 12.4, 12.6, 12.7).
 *
 * Intermediate forms: F32 a binary32; B16 a bfloat16; H16 sign, 5-bit exponent, 10-bit mantissa,
 * where exponent 31 is ordinary; T19 sign 18, 8-bit exponent 17:10, 10-bit mantissa. */
#ifndef STX_NUM_PACK_DATUM_H
#define STX_NUM_PACK_DATUM_H

#include <stdbool.h>
#include <stdint.h>

#include "private.h"

/* Early conversions, of a 32-bit element. */
uint32_t pack_f32_to_b16(uint32_t v);    /* NaN -> Inf, round half up, denormals -> +0 */
uint32_t pack_f32_to_e8m6(uint32_t v);   /* the same with a 6-bit mantissa */
uint32_t pack_f32_to_t19(uint32_t v);    /* the same with a 10-bit mantissa */
uint32_t pack_f32_to_tf32(uint32_t v);   /* T19 as a binary32 */
uint32_t pack_f32_truncate(uint32_t v);  /* keeps the high half */
uint32_t pack_int32_to_int8(uint32_t v); /* sign-magnitude, clamps */
uint32_t pack_int32_to_uint8(uint32_t v);
uint32_t pack_int32_to_int8_raw(uint32_t v);
uint32_t pack_int32_to_uint8_raw(uint32_t v);

/* Early conversions, of a 16-bit element. */
uint32_t pack_bf16_to_b16(uint32_t v);
uint32_t pack_bf16_to_e8m6(uint32_t v);
uint32_t pack_bf16_to_tf32(uint32_t v); /* a binary32 */
uint32_t pack_bf16_to_h16(uint32_t v);
uint32_t pack_fp16_to_h16(uint32_t v);
uint32_t pack_fp16_to_e5m6(uint32_t v);
uint32_t pack_fp16_to_e5m7(uint32_t v); /* truncated: H16 */

uint32_t pack_t19_to_h16(uint32_t t);

/* Late conversions. */
uint32_t pack_f32_to_fp16(uint32_t v);
uint32_t pack_f32_to_bfp_input(uint32_t v); /* B16, denormals -> +0 */
uint32_t pack_b16_to_f32(uint32_t v);
uint32_t pack_b16_to_fp16(uint32_t v);
uint32_t pack_h16_to_f32(uint32_t v);
uint32_t pack_h16_to_b16(uint32_t v);
uint32_t pack_h16_to_e4m3(uint32_t v);
uint32_t pack_h16_to_e5m2(uint32_t v);

/* Converts sixteen B16 (e5: H16) datums to fields of `width` bits (8, 4 or 2) and returns their
 * shared exponent byte. */
uint32_t pack_bfp_group(const uint32_t in[16], bool e5, unsigned width, uint8_t *field);

/* L1 accumulation: old x plus packed y. */
uint32_t pack_add_f32(uint32_t x, uint32_t y);
uint32_t pack_add_bf16(uint32_t x, uint32_t y);
uint32_t pack_add_fp16(uint32_t x, uint32_t y);

#endif
