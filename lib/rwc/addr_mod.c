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

/* SrcA or SrcB: clear flag, carry flag and 6-bit increment in one byte. */
static inline void advance_src(uint8_t *counter, uint8_t *cr, uint8_t mod) {
    if (mod >> 7) {
        *counter = *cr = 0;
    } else if (mod >> 6) {
        *counter = *cr = (uint8_t)((*cr + mod) & 63u);
    } else {
        *counter = (uint8_t)((*counter + mod) & 63u);
    }
}

/* Flags above the 10-bit increment: 1 carry, 2 clear, 4 counter to carry. */
static inline void advance_dst(struct stx_rwc *rwc, uint32_t mod) {
    uint32_t flags = mod >> 10 & 7u;
    if (!flags) {
        rwc->dst = (uint16_t)((rwc->dst + mod) & 1023u);
    } else if (flags & 2u) {
        rwc->dst = rwc->dst_cr = 0;
    } else if (flags & 4u) {
        rwc->dst = rwc->dst_cr = (uint16_t)((rwc->dst + mod) & 1023u);
    } else {
        rwc->dst = rwc->dst_cr = (uint16_t)((rwc->dst_cr + mod) & 1023u);
    }
}

static void advance_fidelity(struct stx_rwc *rwc, uint32_t mod) {
    if (mod >> 15) {
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
    uint8_t a = (uint8_t)ab, b = (uint8_t)(ab >> 8);
    if (a) { /* 0 changes nothing */
        advance_src(&rwc->srca, &rwc->srca_cr, a);
    }
    if (b) {
        advance_src(&rwc->srcb, &rwc->srcb_cr, b);
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
