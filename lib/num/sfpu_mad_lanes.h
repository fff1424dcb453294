/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_mad_lanes.h - multiply-adds of all lanes. */
#ifndef STX_NUM_SFPU_MAD_LANES_H
#define STX_NUM_SFPU_MAD_LANES_H

#include <stdint.h>

/* out = a * b + c, lane by lane, as stx_sfpu_mad(). out may be one of the inputs. */
void sfpu_mad_lanes(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out,
                    unsigned lanes);

/* The same for c = +0, and for a = 1.0. */
void sfpu_mul_lanes(const uint32_t *a, const uint32_t *b, uint32_t *out, unsigned lanes);
void sfpu_add_lanes(const uint32_t *b, const uint32_t *c, uint32_t *out, unsigned lanes);

#endif
