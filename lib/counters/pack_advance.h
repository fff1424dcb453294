/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_advance.h - what a PACR does to its address counters when it has moved its rows (SPEC 12.2).
 */
#ifndef STX_COUNTERS_PACK_ADVANCE_H
#define STX_COUNTERS_PACK_ADVANCE_H

#include "counters/adc.h"
#include "isa/args.h"
#include "regs/cfg.h"

/* Moves one counter of a channel by the increment, carry and clear bits of ADDR_MOD_PACK. */
static inline __attribute__((always_inline)) void
pack_advance_y(struct stx_core *core, struct stx_adc *adc, unsigned channel, uint32_t mod) {
    if ((mod & 0x30u) == 0) {
        adc_add(core, adc, channel, ADC_Y, mod & 15u);
    } else {
        adc_set(core, adc, channel, ADC_Y, mod & 0x20u ? 0 : adc->cr[channel][ADC_Y] + (mod & 15u));
    }
}

static inline __attribute__((always_inline)) void
pack_advance_z(struct stx_core *core, struct stx_adc *adc, unsigned channel, uint32_t mod) {
    if (mod & 2u) {
        adc_set(core, adc, channel, ADC_Z, 0);
    } else {
        adc_add(core, adc, channel, ADC_Z, mod & 1u);
    }
}

static inline __attribute__((always_inline)) void
pack_advance_all(struct stx_core *core, struct stx_adc *adc, uint32_t mod) {
    pack_advance_y(core, adc, 0, mod);
    pack_advance_y(core, adc, 1, mod >> 6);
    pack_advance_z(core, adc, 0, mod >> 12);
    pack_advance_z(core, adc, 1, mod >> 14);
}

/* Between the rows of a tile only Y of channel 0 moves. */
static inline __attribute__((always_inline)) void
pack_advance_counters(struct stx_core *core, unsigned thread, const struct stx_args_PACR *a) {
    struct stx_adc *adc = &core->adc[thread][ADC_PACKER];
    uint32_t mod =
        tcfg_read(core, thread, TCFG_WORD_ADDR_MOD_PACK_SEC0_YsrcIncr + a->addr_mode, 0, 16);
    if (mod > 15) {
        pack_advance_all(core, adc, mod);
    } else {
        adc_add(core, adc, 0, ADC_Y, mod);
    }
}

#endif
