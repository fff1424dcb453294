/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_mad.h - the multiply-add of the SFPU, partially fused (SPEC 8.5). */
#ifndef STX_NUM_SFPU_MAD_H
#define STX_NUM_SFPU_MAD_H

#include <stdint.h>

#include "softensix/arch.h"

/* x * y + z by the rules of each chip, one after the other. */
uint32_t stx_sfpu_mad_blackhole(uint32_t x, uint32_t y, uint32_t z);
uint32_t stx_sfpu_mad_wormhole(uint32_t x, uint32_t y, uint32_t z);

/* The multiply-add of the chip for which the library is compiled. */
static inline uint32_t stx_sfpu_mad_plain(uint32_t x, uint32_t y, uint32_t z) {
    return STX_MAD_OWN_NANS ? stx_sfpu_mad_wormhole(x, y, z) : stx_sfpu_mad_blackhole(x, y, z);
}

#endif
