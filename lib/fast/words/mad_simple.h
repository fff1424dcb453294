/* SPDX-License-Identifier: Apache-2.0
 *
 * mad_simple.h - the part of sfpu/mad.c that exists for speed. Usually a word has no mode bits, all
 * lanes are enabled and no sequence is under way; then registers are computed in place. mad.c
 * includes this file after the functions that it calls. */
#ifndef STX_FAST_WORDS_MAD_SIMPLE_H
#define STX_FAST_WORDS_MAD_SIMPLE_H

/* With VB = LReg11, which usually is -1.0, a multiply-add is the difference c - a; kernels subtract
 * in this way. False if there is no form for differences or LReg11 is not -1.0; then nothing was
 * done. */
enum { MINUS_ONE = 11 };
static bool subtract(const struct stx_core *core, const uint32_t *a, const uint32_t *minus_one,
                     const uint32_t *c, uint32_t *out) {
    sub_lanes_form *form = forms_of(core)->sub_lanes;
    uint32_t others = 0;
    if (!form) {
        return false;
    }
    SFPU_EACH_LANE(lane) {
        others |= minus_one[lane] ^ (SFPU_ONE | SFPU_SIGN);
    }
    if (others) {
        return false;
    }
    form(a, c, out, STX_LANES);
    return true;
}

/* False if this word is of another kind; then nothing was done. */
static inline bool mad_simple(struct stx_core *core, uint32_t word, uint32_t mod) {
    uint32_t(*reg)[STX_LANES] = core->sfpu.lreg;
    unsigned a = vector_va(word), b = vector_vb(word), c = vector_vc(word);
    unsigned out = vector_vd_low(word);
    if (mod || out >= 8 || !sfpu_all_lanes_usual(core)) {
        return false;
    }
    if (b != MINUS_ONE || !subtract(core, reg[a], reg[b], reg[c], reg[out])) {
        sfpu_compute_lanes(core, kind_of(a, c), reg[a], reg[b], reg[c], reg[out], STX_LANES);
    }
    return true;
}

/* SFPADDI and SFPMULI. */
static inline bool immediate_simple(struct stx_core *core, uint32_t word, uint32_t mod,
                                    uint32_t imm, enum mad_kind kind) {
    uint32_t constant[STX_LANES], *reg = core->sfpu.lreg[vector_vd_low(word)];
    if (mod || vector_vd_low(word) >= 8 || !sfpu_all_lanes_usual(core)) {
        return false;
    }
    SFPU_EACH_LANE(lane) {
        constant[lane] = imm << 16;
    }
    sfpu_compute_lanes(core, kind, reg, constant, reg, reg, STX_LANES);
    return true;
}

static const uint32_t *value_of(const struct stx_core *core, const uint32_t *const in[8],
                                unsigned reg) {
    return reg < 8 && in[reg] ? in[reg] : core->sfpu.lreg[reg];
}

bool sfpu_mad_values(const struct stx_core *core, uint32_t word, const uint32_t *const in[8],
                     uint32_t *out) {
    const unsigned va = vector_va(word), vb = vector_vb(word), vc = vector_vc(word);
    const uint32_t *a = value_of(core, in, va), *b = value_of(core, in, vb),
                   *c = value_of(core, in, vc);
    if (vb != MINUS_ONE || !subtract(core, a, b, c, out)) {
        sfpu_compute_lanes(core, kind_of(va, vc), a, b, c, out, STX_LANES);
    }
    return true;
}

#endif
