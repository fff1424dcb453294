/* SPDX-License-Identifier: Apache-2.0
 *
 * addr_mod.c - ADDR_MOD: what happens to the counters after an instruction (SPEC 3, "Apply"). */
#include "counters/rwc.h"

#include "regs/cfg.h"

/* Thread configuration words of ADDR_MOD 0; those of the other modes follow in order. On Wormhole
 * there is one more word between two AB words. */
enum {
    AB_SEC0 = TCFG_WORD_ADDR_MOD_AB_SEC0_SrcAIncr,
    AB_BETWEEN = TCFG_WORD_ADDR_MOD_AB_SEC1_SrcAIncr - AB_SEC0 - 1,
    DST_SEC0 = TCFG_WORD_ADDR_MOD_DST_SEC0_DestIncr,
    BIAS_SEC0 = TCFG_WORD_ADDR_MOD_BIAS_SEC0_BiasIncr
};

/* Moves the counter of SrcA or SrcB. One byte holds the clear flag, the carry flag and a 6-bit
 * increment. */
static inline void advance_src(uint8_t *counter, uint8_t *cr, uint8_t mod) {
    if (mod >> 7) {
        *counter = *cr = 0;
    } else if (mod >> 6) {
        *counter = *cr = (uint8_t)((*cr + mod) & 63u);
    } else {
        *counter = (uint8_t)((*counter + mod) & 63u);
    }
}

/* The flags above the 10-bit increment: 1 carry, 2 clear, 4 copy the counter to the carry. */
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

/* The bias has no effect on Blackhole; see mode_of(). */
static void advance_bias(struct stx_rwc *rwc, uint32_t mod) {
    if (mod & 0x10u) {
        rwc->bias = 0;
    } else if (mod & 3u) {
        rwc->bias ^= 1u;
    }
}

/* mod points `between` words before the mode's AB word, where this word would be if AB words were
 * adjacent; so the other words of the mode have the same distances from mod in every mode. */
static __attribute__((noinline)) void advance(struct stx_rwc *rwc, const uint16_t *mod,
                                              unsigned between, bool fidelity) {
    uint32_t ab = mod[between], dst = mod[DST_SEC0 - AB_SEC0], bias = mod[BIAS_SEC0 - AB_SEC0];
    uint8_t a = (uint8_t)ab, b = (uint8_t)(ab >> 8);
    if (a) { /* otherwise nothing changes */
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

/* The mode that the word's addr_mode selects. On Wormhole the bias and a bit of the configuration
 * choose the upper four modes. */
static inline uint32_t mode_of(const struct stx_core *core, unsigned thread, uint32_t addr_mode) {
    uint32_t upper = core->rwc[thread].bias | cfg_ADDR_MOD_SET_Base(core, thread);
    return addr_mode + STX_BIAS_ADDR_MODS * upper;
}

static inline void note_mode(uint32_t mode) {
    tell_tcfg_used(AB_SEC0 + (1 + AB_BETWEEN) * mode, UINT16_MAX);
    tell_tcfg_used(DST_SEC0 + mode, UINT16_MAX);
    tell_tcfg_used(BIAS_SEC0 + mode, UINT16_MAX);
}

void rwc_advance_sfpu(struct stx_core *core, unsigned thread, uint32_t addr_mode) {
    uint32_t mode = mode_of(core, thread, addr_mode);
    note_mode(mode);
    advance(&core->rwc[thread], &core->tcfg[thread][AB_SEC0 + mode], AB_BETWEEN * mode, false);
}

void rwc_advance(struct stx_core *core, unsigned thread, uint32_t addr_mode) {
    uint32_t mode = mode_of(core, thread, addr_mode);
    note_mode(mode);
    advance(&core->rwc[thread], &core->tcfg[thread][AB_SEC0 + mode], AB_BETWEEN * mode, true);
}
