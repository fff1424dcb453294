/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_mad.h - the multiply-add of the SFPU, partially fused (SPEC 8.5). */
#ifndef STX_NUM_SFPU_MAD_H
#define STX_NUM_SFPU_MAD_H

#include <stdint.h>

/* x * y + z, literally as the rules say. */
uint32_t stx_sfpu_mad_plain(uint32_t x, uint32_t y, uint32_t z);

#endif
