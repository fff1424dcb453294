/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_mad_lanes.h - multiply-adds of all lanes. */
#ifndef STX_NUM_SFPU_MAD_LANES_H
#define STX_NUM_SFPU_MAD_LANES_H

#include <stdint.h>

#define MAD_LANES 32u

/* out = a * b + c, lane by lane, as stx_sfpu_mad(). out may be one of the inputs. */
void sfpu_mad_lanes(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out);

#endif
