/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_advance.h - what a PACR does to its address counters when it has moved its rows (SPEC 12.2).
 */
#ifndef STX_COUNTERS_PACK_ADVANCE_H
#define STX_COUNTERS_PACK_ADVANCE_H

#include "counters/adc.h"
#include "isa/args.h"
#include "regs/cfg.h"

/* Moves all counters by the increment, carry and clear bits of ADDR_MOD_PACK. */
void pack_advance_all(struct stx_core *core, struct stx_adc *adc, uint32_t mod);

/* The ADDR_MOD_PACK that a word names. */
static inline uint32_t pack_address_mod(const struct stx_core *core, unsigned thread,
                                        const struct stx_args_PACR *a) {
    return tcfg_read(core, thread, TCFG_WORD_ADDR_MOD_PACK_SEC0_YsrcIncr + a->addr_mode, 0, 16);
}

/* Between the rows of a tile only Y of channel 0 moves. */
static inline bool pack_moves_more(uint32_t mod) {
    return mod > 15;
}

static inline void pack_advance_counters(struct stx_core *core, struct stx_adc *adc, uint32_t mod) {
    if (pack_moves_more(mod)) {
        pack_advance_all(core, adc, mod);
    } else {
        adc_add(core, adc, 0, ADC_Y, mod);
    }
}

#endif
