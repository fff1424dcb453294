/* SPDX-License-Identifier: Apache-2.0
 *
 * lanes_words.c - loops over lanes for the words that functions are mostly made of. */
#include "lanes.h"
#include "num/sfpu_int.h"
#include "num/sfpu_mem.h"
#include "num/sfpu_recip.h"
#include "num/sfpu_round.h"
#include "sfpu/formats.h"
#include "sfpu/mad_lanes.h"

/* x * y + z, with signs changed by flips. */
static void multiply_add(struct machine *m, const struct ulp_op *op) {
    const struct stx_args_SFPMAD a = fields_of_SFPMAD(op->word);
    const uint32_t *x = reg_of(m, op, a.lreg_src_a), *y = reg_of(m, op, a.lreg_src_b);
    const uint32_t *z = reg_of(m, op, a.lreg_src_c);
    uint32_t *out = begin(m, op), flipped[2][WIDTH];
    if (a.instr_mod1 & 1u) {
        EACH(i) flipped[0][i] = y[i] ^ SFPU_SIGN;
        y = flipped[0];
    }
    if (a.instr_mod1 & 2u) {
        EACH(i) flipped[1][i] = z[i] ^ SFPU_SIGN;
        z = flipped[1];
    }
    if (a.lreg_src_c == 9 && !(a.instr_mod1 & 2u)) {
        sfpu_mul_lanes(x, y, out, WIDTH);
    } else if (a.lreg_src_a == 10) {
        sfpu_add_lanes(y, z, out, WIDTH);
    } else {
        sfpu_mad_lanes(x, y, z, out, WIDTH);
    }
    finish(m, op);
}

static void immediate(struct machine *m, const struct ulp_op *op, bool product) {
    const struct stx_args_SFPMULI a = fields_of_SFPMULI(op->word);
    const uint32_t *vd = reg_of(m, op, a.lreg_dest), flip = a.instr_mod1 & 2u ? SFPU_SIGN : 0;
    uint32_t *out = begin(m, op), value[WIDTH], constant[WIDTH];
    EACH(i) {
        value[i] = vd[i] ^ flip;
        constant[i] = a.imm16_math << 16;
    }
    (product ? sfpu_mul_lanes : sfpu_add_lanes)(product ? value : constant,
                                                product ? constant : value, out, WIDTH);
    finish(m, op);
}

static void load(struct machine *m, const struct ulp_op *op) {
    const uint32_t *dst = m->dst[op->slot];
    uint32_t *out = begin(m, op);
    if (op->format == FMT_FP16) {
        EACH(i) out[i] = sfpu_f32_from_f16(dst[i] >> 16, 0);
    } else if (op->format == FMT_BF16) {
        EACH(i) out[i] = dst[i] & 0xFFFF0000u;
    } else {
        memcpy(out, dst, sizeof m->scratch);
    }
    finish(m, op);
}

bool ulp_store(struct machine *m, const struct ulp_op *op) {
    const uint32_t *v = reg_of(m, op, op->kind == ULP_VALUE ? 0 : op->result);
    uint32_t *dst = m->dst[op->slot], *out = m->all ? dst : m->scratch;
    if (op->format == FMT_FP16) {
        EACH(i) out[i] = sfpu_f32_to_f16(v[i]) << 16;
    } else if (op->format == FMT_BF16) { /* of a wide element the lower half stays */
        EACH(i) out[i] = (sfpu_flush(v[i]) & 0xFFFF0000u) | (dst[i] & 0xFFFFu);
    } else if (op->format == FMT_FP32) {
        EACH(i) out[i] = sfpu_flush(v[i]);
    } else {
        memcpy(out, v, sizeof m->scratch);
    }
    if (!m->all) {
        ulp_merge(m, dst, m->scratch);
    }
    return true;
}

/* Words without branches whose result depends on VC, VD and an immediate. */
static bool bits_word(struct machine *m, const struct ulp_op *op) {
    const struct stx_args_SFPIADD a = fields_of_SFPIADD(op->word);
    const uint32_t *c = reg_of(m, op, a.lreg_c), *d = reg_of(m, op, a.lreg_dest);
    const uint32_t mod = a.instr_mod1, imm = a.imm12_math, signed_imm = sfpu_sext12(imm);
    uint32_t *out = begin(m, op);
    switch (op->word >> 24) {
    case STX_OP_SFPMOV:
        if (mod > 1) {
            return false;
        }
        EACH(i) out[i] = c[i] ^ mod << 31;
        break;
    case STX_OP_SFPABS:
        if (mod != 1) {
            return false;
        }
        EACH(i) out[i] = c[i] > 0xFF800000u ? c[i] : c[i] & ~SFPU_SIGN;
        break;
    case STX_OP_SFPAND:
    case STX_OP_SFPOR:
        if (mod) {
            return false;
        }
        if (op->word >> 24 == STX_OP_SFPAND) {
            EACH(i) out[i] = d[i] & c[i];
        } else {
            EACH(i) out[i] = d[i] | c[i];
        }
        break;
    case STX_OP_SFPXOR:
        EACH(i) out[i] = d[i] ^ c[i];
        break;
    case STX_OP_SFPNOT:
        EACH(i) out[i] = ~c[i];
        break;
    case STX_OP_SFPEXEXP:
        if (mod > 1) {
            return false;
        }
        EACH(i) out[i] = (c[i] >> 23 & 0xFFu) - (mod ? 0 : 127);
        break;
    case STX_OP_SFPEXMAN:
        EACH(i) out[i] = (c[i] & 0x7FFFFFu) | (mod & 1u ? 0 : 0x800000u);
        break;
    case STX_OP_SFPSETEXP:
        if (mod > 1) {
            return false;
        }
        if (mod) {
            EACH(i) out[i] = (c[i] & 0x807FFFFFu) | (imm << 23 & 0x7F800000u);
        } else {
            EACH(i) out[i] = (c[i] & 0x807FFFFFu) | (d[i] << 23 & 0x7F800000u);
        }
        break;
    case STX_OP_SFPSETSGN:
        if (mod > 1) {
            return false;
        }
        EACH(i) out[i] = (c[i] & ~SFPU_SIGN) | (mod ? imm << 31 : d[i] & SFPU_SIGN);
        break;
    case STX_OP_SFPSETMAN:
        if (mod > 1) {
            return false;
        }
        EACH(i) out[i] = (c[i] & 0xFF800000u) | (mod ? imm << 11 : d[i] & 0x7FFFFFu);
        break;
    case STX_OP_SFPIADD:
        if (op->masked && (mod & 12u) != 4u) {
            return false;
        }
        if (mod & 1u) {
            EACH(i) out[i] = c[i] + signed_imm;
        } else if (mod & 2u) {
            EACH(i) out[i] = c[i] - d[i];
        } else {
            EACH(i) out[i] = c[i] + d[i];
        }
        break;
#if STX_ARCH == STX_ARCH_BLACKHOLE
    case STX_OP_SFPARECIP:
        if (mod) {
            return false;
        }
        EACH(i) out[i] = (c[i] & SFPU_SIGN) | sfpu_recip(c[i] & ~SFPU_SIGN);
        break;
#endif
    default:
        return false;
    }
    finish(m, op);
    return true;
}

/* SFPLOADI: the immediate, in all bits or in one half. */
static void load_immediate(struct machine *m, const struct ulp_op *op) {
    const struct stx_args_SFPLOADI a = fields_of_SFPLOADI(op->word);
    const uint32_t *d = reg_of(m, op, a.lreg_ind), imm = a.imm16, mod = a.instr_mod0;
    uint32_t keep = mod == 8 ? 0xFFFFu : mod == 10 ? 0xFFFF0000u : 0;
    uint32_t set = mod == 8 || mod == 0 ? imm << 16
                   : mod == 1 ? (imm & 0x8000u) << 16 | ((imm & 0x7FFFu) + (112u << 10)) << 13
                   : mod == 4 ? (imm ^ 0x8000u) - 0x8000u
                              : imm;
    uint32_t *out = begin(m, op);
    EACH(i) out[i] = (d[i] & keep) | set;
    finish(m, op);
}

static void shift(struct machine *m, const struct ulp_op *op) {
    const struct stx_args_SFPSHFT a = fields_of_SFPSHFT(op->word);
    const uint32_t *c = reg_of(m, op, a.lreg_c), *d = reg_of(m, op, a.lreg_dest);
    const uint32_t fixed = sfpu_sext12(a.imm12_math), mod = a.instr_mod1;
    const uint32_t *value = (mod & 5u) == 5u ? c : d;
    uint32_t *out = begin(m, op);
    EACH(i) {
        uint32_t by = mod & 1u ? fixed : c[i], v = value[i];
        uint32_t flip = mod & 2u ? 0 - (v >> 31) : 0, right = (v ^ flip) >> (-by & 31u) ^ flip;
        out[i] = by & SFPU_SIGN ? right : v << (by & 31u);
    }
    finish(m, op);
}

/* SFPSETCC by the sign or by all bits. */
bool ulp_set_flags(struct machine *m, const struct ulp_op *op) {
    const struct stx_args_SFPSETCC a = fields_of_SFPSETCC(op->word);
    const uint32_t *c = reg_of(m, op, a.lreg_c), mod = a.instr_mod1;
    if (mod & 9u || mod > 6) {
        return false;
    }
    for (unsigned g = 0; g < GROUPS; g++) {
        uint32_t test[STX_LANES], lanes = enabled(m, g);
        const uint32_t *v = c + g * STX_LANES;
        SFPU_EACH_LANE(lane) {
            test[lane] = mod & 2u ? (v[lane] != 0 ? UINT32_MAX : 0) : v[lane];
        }
        uint32_t flags = (mod & 4u ? ~sfpu_signs(test) : sfpu_signs(test)) & m->flags[g].use;
        m->flags[g].flags = sfpu_select(lanes, flags, m->flags[g].flags);
    }
    ulp_note_enabled(m);
    return true;
}

static bool round_nearest(struct machine *m, const struct ulp_op *op) {
    const struct stx_args_SFP_STOCH_RND a = fields_of_SFP_STOCH_RND(op->word);
    unsigned flavour = a.instr_mod1 & 7u;
    if (a.rnd_mode || flavour > 1) {
        return false;
    }
    const uint32_t *c = reg_of(m, op, op->word >> 8 & 15u);
    unsigned drop = flavour ? 16 : 13;
    uint32_t *out = begin(m, op);
    EACH(i) out[i] = sfpu_round_f32(c[i], drop, 0x400000u);
    finish(m, op);
    return true;
}

bool ulp_by_loop(struct machine *m, const struct ulp_op *op) {
    switch (op->word >> 24) {
    case STX_OP_SFPNOP:
        return true;
    case STX_OP_SFPLOAD:
        load(m, op);
        return true;
    case STX_OP_SFPLOADI:
        load_immediate(m, op);
        return true;
    case STX_OP_SFPMAD:
    case STX_OP_SFPADD:
    case STX_OP_SFPMUL:
        if (fields_of_SFPMAD(op->word).instr_mod1 & 12u) {
            return false;
        }
        multiply_add(m, op);
        return true;
    case STX_OP_SFPMULI:
    case STX_OP_SFPADDI:
        if (fields_of_SFPMULI(op->word).instr_mod1 & 8u) {
            return false;
        }
        immediate(m, op, op->word >> 24 == STX_OP_SFPMULI);
        return true;
    case STX_OP_SFPSHFT:
        shift(m, op);
        return true;
    case STX_OP_SFP_STOCH_RND:
        return round_nearest(m, op);
    default:
        return bits_word(m, op);
    }
}
