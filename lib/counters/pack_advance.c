/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_advance.c - what a PACR that moves more than Y of channel 0 does to its address counters
 * (SPEC 12.2). */
#include "counters/pack_advance.h"

/* Moves one counter of a channel by the increment, carry and clear bits of ADDR_MOD_PACK. */
static inline void pack_advance_y(struct stx_core *core, struct stx_adc *adc, unsigned channel,
                                  uint32_t mod) {
    if ((mod & 0x30u) == 0) {
        adc_add(core, adc, channel, ADC_Y, mod & 15u);
    } else {
        adc_set(core, adc, channel, ADC_Y, mod & 0x20u ? 0 : adc->cr[channel][ADC_Y] + (mod & 15u));
    }
}

/* The same for Z, which is not yet cut to the width of the counter. Returns the counter. */
static inline __attribute__((always_inline)) uint32_t
pack_advance_z(struct stx_adc *adc, unsigned channel, uint32_t mod) {
    if (mod & 2u) {
        adc->cr[channel][ADC_Z] = adc->at[channel][ADC_Z] = 0;
    } else {
        adc->at[channel][ADC_Z] += mod & 1u;
    }
    return adc->at[channel][ADC_Z];
}

void pack_advance_all(struct stx_core *core, struct stx_adc *adc, uint32_t mod) {
    pack_advance_y(core, adc, 0, mod);
    pack_advance_y(core, adc, 1, mod >> 6);
    uint32_t z0 = pack_advance_z(adc, 0, mod >> 12), z1 = pack_advance_z(adc, 1, mod >> 14);
    if ((z0 | z1) > 255) {
        adc_wrap_z(core, adc);
    }
}
