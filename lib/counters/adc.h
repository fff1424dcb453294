/* SPDX-License-Identifier: Apache-2.0
 *
 * adc.h - address counters of the unpackers and the packer (SPEC 11.1). */
#ifndef STX_COUNTERS_ADC_H
#define STX_COUNTERS_ADC_H

#include "softensix/core.h"
#include "private.h"

enum { ADC_X, ADC_Y, ADC_Z, ADC_W };
enum { ADC_UNPACKER0, ADC_UNPACKER1, ADC_PACKER, ADC_UNITS };

/* Cuts a value of Z or W above 255. Silicon keeps 13 bits of it, the simulator 8 (departure
 * ADC_ZW_13, which is counted if the two results differ). */
uint32_t adc_wrap_large(struct stx_core *core, uint32_t value);

/* Cuts Z of both channels to the width of the counter, after something was added to it. */
void adc_wrap_z(struct stx_core *core, struct stx_adc *adc);

/* Cuts a value to the width of a dimension's counter. */
static inline uint32_t adc_wrap(struct stx_core *core, unsigned dimension, uint32_t value) {
    if (dimension < ADC_Z) {
        return value & (dimension == ADC_X ? 0x3FFFFu : 0x1FFFu);
    }
    return value < 256 ? value : adc_wrap_large(core, value);
}

static inline void adc_add(struct stx_core *core, struct stx_adc *adc, unsigned channel,
                           unsigned dimension, uint32_t increment) {
    uint32_t value = adc->at[channel][dimension] + increment;
    adc->at[channel][dimension] = adc_wrap(core, dimension, value);
}

/* Sets a counter and its carry copy. */
static inline void adc_set(struct stx_core *core, struct stx_adc *adc, unsigned channel,
                           unsigned dimension, uint32_t value) {
    adc->at[channel][dimension] = adc->cr[channel][dimension] = adc_wrap(core, dimension, value);
}

#endif
