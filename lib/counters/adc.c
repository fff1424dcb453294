/* SPDX-License-Identifier: Apache-2.0
 *
 * adc.c - SETADC, SETADCXX, SETADCXY/ZW, INCADCXY/ZW, ADDRCRXY/ZW (SPEC 11.1).
 *
 * SETADCXY/ZW, INCADCXY/ZW and ADDRCRXY/ZW carry four values: the first and the second for channel
 * 0, then the first and the second for channel 1. (first, second) is (X, Y) or (Z, W). */
#include "counters/adc.h"

#include "core/fault.h"
#include "isa/args.h"

uint32_t adc_wrap_large(struct stx_core *core, uint32_t value) {
    uint32_t wide = value & 0x1FFFu, narrow = value & 0xFFu;
    return wide != narrow && departs(core, STX_DEPARTURE_ADC_ZW_13) ? wide : narrow;
}

void adc_wrap_z(struct stx_core *core, struct stx_adc *adc) {
    for (unsigned channel = 0; channel < 2; channel++) {
        adc_add(core, adc, channel, ADC_Z, 0);
    }
}

typedef void (*update)(struct stx_core *core, struct stx_adc *adc, unsigned channel,
                       unsigned dimension, uint32_t value);

/* Sets a counter and its carry copy to a field of the word, which is never wider than a counter. */
static void put(struct stx_core *core, struct stx_adc *adc, unsigned channel, unsigned dimension,
                uint32_t value) {
    (void)core;
    adc->at[channel][dimension] = adc->cr[channel][dimension] = value;
}

static void add_to_cr(struct stx_core *core, struct stx_adc *adc, unsigned channel,
                      unsigned dimension, uint32_t value) {
    adc_set(core, adc, channel, dimension, adc->cr[channel][dimension] + value);
}

/* Applies an update with the values v[0] to v[3] to the counters that mask selects. Bit 0 selects
 * the first counter of channel 0, bit 3 the second counter of channel 1. */
static void update_four(struct stx_core *core, struct stx_adc *adc, unsigned first,
                        const uint32_t *v, uint32_t mask, update apply) {
    for (unsigned i = 0; mask >> i; i++) {
        if (mask >> i & 1u) {
            apply(core, adc, i / 2, first + i % 2, v[i]);
        }
    }
}

static enum stx_result update_units(struct stx_core *core, unsigned thread, uint32_t units,
                                    unsigned first, const uint32_t *v, uint32_t mask,
                                    update apply) {
    for (unsigned u = 0; units >> u; u++) {
        if (units >> u & 1u) {
            update_four(core, &core->adc[thread][u], first, v, mask, apply);
        }
    }
    return STX_DONE;
}

#define FOUR_XY(a) ((const uint32_t[]){(a)->ch0_x, (a)->ch0_y, (a)->ch1_x, (a)->ch1_y})
#define FOUR_ZW(a) ((const uint32_t[]){(a)->ch0_z, (a)->ch0_w, (a)->ch1_z, (a)->ch1_w})
#define ALL_FOUR 15u

STX_EXEC(SETADCXY) {
    return update_units(core, thread, a->cnt_set_mask, ADC_X, FOUR_XY(a), a->bit_mask, put);
}

STX_EXEC(SETADCZW) {
    return update_units(core, thread, a->cnt_set_mask, ADC_Z, FOUR_ZW(a), a->bit_mask, put);
}

STX_EXEC(INCADCXY) {
    return update_units(core, thread, a->cnt_set_mask, ADC_X, FOUR_XY(a), ALL_FOUR, adc_add);
}

STX_EXEC(INCADCZW) {
    return update_units(core, thread, a->cnt_set_mask, ADC_Z, FOUR_ZW(a), ALL_FOUR, adc_add);
}

STX_EXEC(ADDRCRXY) {
    return update_units(core, thread, a->cnt_set_mask, ADC_X, FOUR_XY(a), a->bit_mask, add_to_cr);
}

STX_EXEC(ADDRCRZW) {
    return update_units(core, thread, a->cnt_set_mask, ADC_Z, FOUR_ZW(a), a->bit_mask, add_to_cr);
}

STX_EXEC(SETADCXX) {
    for (unsigned u = 0; a->cnt_set_mask >> u; u++) {
        if (a->cnt_set_mask >> u & 1u) {
            adc_set(core, &core->adc[thread][u], 0, ADC_X, a->x_start);
            adc_set(core, &core->adc[thread][u], 1, ADC_X, a->x_end2);
        }
    }
    return STX_DONE;
}

/* Bits 17:16 of the value select whose counters are set: 0 means the thread's own, n means those of
 * thread n - 1. */
STX_EXEC(SETADC) {
    uint32_t other = a->value >> 16;
    if (other && !stx_allow(core, STX_RULE_ADC_THREAD)) {
        return STX_FAULT;
    }
    if (other > STX_THREADS) {
        return stx_fail(core, STX_RULE_NOT_PRESENT, other - 1);
    }
    struct stx_adc *set = core->adc[other ? other - 1 : thread];
    for (unsigned u = 0; a->cnt_set_mask >> u; u++) {
        if (a->cnt_set_mask >> u & 1u) {
            adc_set(core, &set[u], a->channel_index, a->dimension_index, a->value & 0xFFFFu);
        }
    }
    return STX_DONE;
}
