/* SPDX-License-Identifier: Apache-2.0
 *
 * adc.h - address counters of the unpackers and the packer (SPEC 11.1). */
#ifndef STX_ADC_ADC_H
#define STX_ADC_ADC_H

#include "softensix/core.h"

enum { ADC_X, ADC_Y, ADC_Z, ADC_W };
enum { ADC_UNPACKER0, ADC_UNPACKER1, ADC_PACKER, ADC_UNITS };

/* Cuts a value to the width of a dimension's counter. */
static inline uint32_t adc_wrap(unsigned dimension, uint32_t value) {
    static const uint32_t mask[4] = {0x3FFFF, 0x1FFF, (1u << STX_ADC_ZW_BITS) - 1u,
                                     (1u << STX_ADC_ZW_BITS) - 1u};
    return value & mask[dimension];
}

static inline void adc_add(struct stx_adc *adc, unsigned channel, unsigned dimension,
                           uint32_t increment) {
    adc->at[channel][dimension] = adc_wrap(dimension, adc->at[channel][dimension] + increment);
}

/* Counter and its carry copy. */
static inline void adc_set(struct stx_adc *adc, unsigned channel, unsigned dimension,
                           uint32_t value) {
    adc->at[channel][dimension] = adc->cr[channel][dimension] = adc_wrap(dimension, value);
}

#endif
