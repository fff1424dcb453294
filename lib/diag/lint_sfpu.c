/* SPDX-License-Identifier: Apache-2.0
 *
 * lint_sfpu.c - reads of a multiply-add's result in the next cycle that the hardware's auto-stall
 * does not see. SFPSWAP and the modes 2..4 of SFPSHFT2 hold the next word back themselves. */
#include "diag/lint.h"
#include "isa/args.h"

static uint32_t properties_of(uint32_t word) {
    const struct stx_insn *insn = stx_insn_of(word);
    return insn ? insn->properties : 0;
}

/* Registers that the word writes in its second cycle, as a mask. */
static uint32_t late_result(uint32_t word) {
    bool lut = word_opcode(word) == STX_OP_SFPLUT;
    unsigned mod = lut ? word >> 16 & 15u : word & 15u;
    if (!(properties_of(word) & STX_P_SFP_MAD)) {
        return 0;
    }
    return mod & 8u ? 0xFFu : 1u << (lut ? word >> 20 & 15u : word >> 4 & 15u);
}

static enum stx_lint_rule shift2(uint32_t word, uint32_t late) {
    uint32_t mod = word & 15u, vb = 1u << (word >> 12 & 15u), vc = 1u << (word >> 8 & 15u);
    uint32_t vd = 1u << (word >> 4 & 15u);
    uint32_t unseen = mod == 2 ? vc | 0x0Eu : mod == 3 || mod == 4 ? vc : 0;
    if (mod == 5 || mod == 6) {
        unseen = vb & ~vd;
    }
    return late & unseen ? STX_LINT_SFPSHFT2_SOURCE : STX_LINTS;
}

/* The rule that the word breaks by reading what is late; STX_LINTS if none. */
static enum stx_lint_rule broken(uint32_t word, uint32_t late) {
    uint32_t mod = word & 15u, immediate = word & 1u;
    bool reads_vb = late >> (word >> 12 & 15u) & 1u;
    bool reads_vc = late >> (word >> 8 & 15u) & 1u, reads_vd = late >> (word >> 4 & 15u) & 1u;
    switch (word_opcode(word)) {
    case STX_OP_SFPAND:
    case STX_OP_SFPOR:
        return immediate && reads_vb ? STX_LINT_SFPAND_VB : STX_LINTS;
    case STX_OP_SFPIADD:
        return !immediate && reads_vd ? STX_LINT_SFPIADD_VD : STX_LINTS;
    case STX_OP_SFPSHFT:
        return (mod & 5u) != 5u && reads_vd ? STX_LINT_SFPSHFT_VD : STX_LINTS;
    case STX_OP_SFPSHFT2:
        return shift2(word, late);
    case STX_OP_SFPCONFIG:
        return !immediate && (late & 1u) ? STX_LINT_SFPCONFIG_LREG0 : STX_LINTS;
    case STX_OP_SFPSWAP:
        return mod && (reads_vc || reads_vd) ? STX_LINT_SFPSWAP_SOURCE : STX_LINTS;
    default:
        return STX_LINTS;
    }
}

static bool is_sfpu(uint32_t word) {
    return properties_of(word) & (STX_P_SFP | STX_P_SFP_ANY);
}

void stx_lint_sfpu(struct stx_lint *lint, unsigned thread, uint32_t word) {
    struct stx_lint_thread *t = &lint->thread[thread];
    struct stx_lint_event before = {t->last, t->now - 1u};
    enum stx_lint_rule rule = broken(word, late_result(t->last));
    if (rule != STX_LINTS) {
        stx_lint_find(lint, thread, rule, &before, word);
    }
    if (t->flipped && is_sfpu(word) && word_opcode(word) != STX_OP_SFPNOP) {
        stx_lint_find(lint, thread, STX_LINT_SFPCONFIG_BACKDOOR, &before, word);
    }
}
