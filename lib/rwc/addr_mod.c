/* SPDX-License-Identifier: Apache-2.0
 *
 * addr_mod.c - ADDR_MOD: what happens to the counters after an instruction (SPEC 3, "Apply"). */
#include "rwc/rwc.h"

#include "regs/cfg.h"

/* Thread configuration words of ADDR_MOD 0; those of the others follow one by one. */
enum {
    AB_SEC0 = TCFG_WORD_ADDR_MOD_AB_SEC0_SrcAIncr,
    DST_SEC0 = TCFG_WORD_ADDR_MOD_DST_SEC0_DestIncr,
    BIAS_SEC0 = TCFG_WORD_ADDR_MOD_BIAS_SEC0_BiasIncr
};

/* SrcA or SrcB: 6-bit increment, carry flag, clear flag in one byte. */
static inline void advance_src(uint8_t *counter, uint8_t *cr, uint32_t mod) {
    uint32_t increment = mod & 63u;
    if (mod & 0x80u) {
        *counter = *cr = 0;
    } else if (mod & 0x40u) {
        *counter = *cr = (uint8_t)((*cr + increment) & 63u);
    } else {
        *counter = (uint8_t)((*counter + increment) & 63u);
    }
}

static inline void advance_dst(struct stx_rwc *rwc, uint32_t mod) {
    uint32_t increment = mod & 1023u;
    if (mod & 0x0800u) { /* clear */
        rwc->dst = rwc->dst_cr = 0;
    } else if (mod & 0x1000u) { /* counter to carry */
        rwc->dst = rwc->dst_cr = (uint16_t)((rwc->dst + increment) & 1023u);
    } else if (mod & 0x0400u) { /* carry */
        rwc->dst = rwc->dst_cr = (uint16_t)((rwc->dst_cr + increment) & 1023u);
    } else {
        rwc->dst = (uint16_t)((rwc->dst + increment) & 1023u);
    }
}

static void advance_fidelity(struct stx_rwc *rwc, uint32_t mod) {
    if (mod & 0x8000u) {
        rwc->fidelity = 0;
    } else {
        rwc->fidelity = (uint8_t)((rwc->fidelity + (mod >> 13)) & 3u);
    }
}

/* The bias bit has no effect on addressing on Blackhole. */
static void advance_bias(struct stx_rwc *rwc, uint32_t mod) {
    if (mod & 0x10u) {
        rwc->bias = 0;
    } else if (mod & 3u) {
        rwc->bias ^= 1u;
    }
}

/* mod: the thread's configuration words from the mode's AB word on. */
static __attribute__((noinline)) void advance(struct stx_rwc *rwc, const uint16_t *mod,
                                              bool fidelity) {
    uint32_t ab = mod[0], dst = mod[DST_SEC0 - AB_SEC0], bias = mod[BIAS_SEC0 - AB_SEC0];
    if (ab & 0xFFu) { /* 0 changes nothing */
        advance_src(&rwc->srca, &rwc->srca_cr, ab & 0xFFu);
    }
    if (ab >> 8) {
        advance_src(&rwc->srcb, &rwc->srcb_cr, ab >> 8);
    }
    if (dst) {
        advance_dst(rwc, dst);
    }
    if (bias) {
        advance_bias(rwc, bias);
    }
    if (fidelity) {
        advance_fidelity(rwc, dst);
    }
}

void rwc_advance_sfpu(struct stx_core *core, unsigned thread, uint32_t addr_mode) {
    advance(&core->rwc[thread], &core->tcfg[thread][AB_SEC0 + addr_mode], false);
}

void rwc_advance(struct stx_core *core, unsigned thread, uint32_t addr_mode) {
    advance(&core->rwc[thread], &core->tcfg[thread][AB_SEC0 + addr_mode], true);
}
