/* SPDX-License-Identifier: Apache-2.0
 *
 * setrwc.c - SETRWC, INCRWC (SPEC 3, D.2). */
#include "core/fault.h"
#include "isa/args.h"
#include "num/compiler.h"
#include "regs/src.h"

enum { SET_A = 1, SET_B = 2, SET_D = 4, SET_F = 8, SET_SP = 16, SET_UNDEFINED = 32 };
enum { CR_A = 1, CR_B = 2, CR_D = 4, C_TO_CR = 8 };

static uint8_t mod64(uint32_t v) {
    return v & 63u;
}

static uint16_t mod1024(uint32_t v) {
    return v & 1023u;
}

static void set_dst(struct stx_rwc *rwc, uint32_t cr, uint32_t value) {
    if (cr & C_TO_CR) {
        value += rwc->dst;
    } else if (cr & CR_D) {
        value += rwc->dst_cr;
    }
    rwc->dst = rwc->dst_cr = mod1024(value);
}

static bool is_undefined(const struct stx_args_SETRWC *a) {
    return (a->bit_mask & SET_UNDEFINED) || ((a->bit_mask & SET_SP) && (a->rwc_cr & C_TO_CR));
}

static enum stx_result set(struct stx_core *core, unsigned thread,
                           const struct stx_args_SETRWC *a) {
    struct stx_rwc *rwc = &core->rwc[thread];
    uint32_t mask = a->bit_mask, cr = a->rwc_cr;
    if (mask & SET_A) {
        rwc->srca = rwc->srca_cr = mod64(a->rwc_a + ((cr & CR_A) ? rwc->srca_cr : 0u));
    }
    if (mask & SET_B) {
        rwc->srcb = rwc->srcb_cr = mod64(a->rwc_b + ((cr & CR_B) ? rwc->srcb_cr : 0u));
    }
    if ((mask & SET_D) || (cr & C_TO_CR)) {
        set_dst(rwc, cr, a->rwc_d);
    }
    if (mask & SET_F) {
        rwc->fidelity = 0;
    }
    if (mask & SET_SP) {
        rwc->sp = mod1024(a->rwc_d << 8 | a->rwc_b << 4 | a->rwc_a);
    }
    if (a->clear_ab_vld) {
        src_clear_dvalid(core, thread, a->clear_ab_vld);
    }
    return STX_DONE;
}

/* Most words that kernels issue give no bank back, carry nothing and leave SP as it is. The others
 * have a function of their own, so that these save fewer registers. */
static __attribute__((noinline)) enum stx_result set_any(struct stx_core *core, unsigned thread,
                                                         uint32_t word) {
    const struct stx_args_SETRWC a = fields_of_SETRWC(word);
    if (is_undefined(&a) && !stx_allow(core, STX_RULE_RWC_MODE)) {
        return STX_FAULT;
    }
    return set(core, thread, &a);
}

STX_EXEC(SETRWC) {
    uint32_t mask = a->bit_mask;
    if (a->clear_ab_vld | a->rwc_cr | (mask & (SET_SP | SET_UNDEFINED))) {
        return set_any(core, thread, a->word);
    }
    struct stx_rwc *rwc = &core->rwc[thread];
    if (mask & SET_A) {
        rwc->srca = rwc->srca_cr = (uint8_t)a->rwc_a;
    }
    if (mask & SET_B) {
        rwc->srcb = rwc->srcb_cr = (uint8_t)a->rwc_b;
    }
    if (mask & SET_D) {
        rwc->dst = rwc->dst_cr = (uint16_t)a->rwc_d;
    }
    if (mask & SET_F) {
        rwc->fidelity = 0;
    }
    return STX_DONE;
}

static void inc_src(uint8_t *counter, uint8_t *cr, bool carry, uint32_t increment) {
    if (carry) {
        *counter = *cr = mod64(*cr + increment);
    } else {
        *counter = mod64(*counter + increment);
    }
}

static void inc_dst(struct stx_rwc *rwc, uint32_t cr, uint32_t increment) {
    if (cr & C_TO_CR) {
        rwc->dst = rwc->dst_cr = mod1024(rwc->dst + increment);
    } else if (cr & CR_D) {
        rwc->dst = rwc->dst_cr = mod1024(rwc->dst_cr + increment);
    } else {
        rwc->dst = mod1024(rwc->dst + increment);
    }
}

/* This is a separate function because kernels usually count without a carry. */
static __attribute__((noinline, cold)) enum stx_result
inc_with_carry(struct stx_core *core, unsigned thread, uint32_t word) {
    const struct stx_args_INCRWC a = fields_of_INCRWC(word);
    struct stx_rwc *rwc = &core->rwc[thread];
    inc_src(&rwc->srca, &rwc->srca_cr, a.rwc_cr & CR_A, a.rwc_a);
    inc_src(&rwc->srcb, &rwc->srcb_cr, a.rwc_cr & CR_B, a.rwc_b);
    inc_dst(rwc, a.rwc_cr, a.rwc_d);
    return STX_DONE;
}

STX_EXEC(INCRWC) {
    if (UNLIKELY(a->rwc_cr)) {
        return inc_with_carry(core, thread, a->word);
    }
    struct stx_rwc *rwc = &core->rwc[thread];
    rwc->srca = mod64(rwc->srca + a->rwc_a);
    rwc->srcb = mod64(rwc->srcb + a->rwc_b);
    rwc->dst = mod1024(rwc->dst + a->rwc_d);
    return STX_DONE;
}
