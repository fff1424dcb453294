/* SPDX-License-Identifier: Apache-2.0
 *
 * lanes_words.c - loops over lanes for the most frequent words of functions. */
#include "lanes.h"
#include "isa/vector_words.h"
#include "num/sfpu_int.h"
#include "num/sfpu_mem.h"
#include "num/sfpu_recip.h"
#include "num/sfpu_round.h"
#include "sfpu/formats.h"
#include "sfpu/multiply_add.h"

/* x * y + z, with signs inverted by flips. */
static bool multiply_add(struct machine *m, const struct ulp_op *op) {
    const struct stx_args_SFPMAD a = fields_of_SFPMAD(op->word);
    if (a.instr_mod1 & 12u) {
        return false;
    }
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
        sfpu_mul_lanes(NULL, x, y, out, WIDTH);
    } else if (a.lreg_src_a == 10) {
        sfpu_add_lanes(NULL, y, z, out, WIDTH);
    } else {
        sfpu_mad_lanes(NULL, x, y, z, out, WIDTH);
    }
    finish(m, op);
    return true;
}

static bool immediate(struct machine *m, const struct ulp_op *op) {
    const struct stx_args_SFPMULI a = fields_of_SFPMULI(op->word);
    const bool product = is_SFPMULI(op->word);
    if (a.instr_mod1 & 8u) {
        return false;
    }
    const uint32_t *vd = reg_of(m, op, a.lreg_dest), flip = a.instr_mod1 & 2u ? SFPU_SIGN : 0;
    uint32_t *out = begin(m, op), value[WIDTH], constant[WIDTH];
    EACH(i) {
        value[i] = vd[i] ^ flip;
        constant[i] = a.imm16_math << 16;
    }
    (product ? sfpu_mul_lanes : sfpu_add_lanes)(NULL, product ? value : constant,
                                                product ? constant : value, out, WIDTH);
    finish(m, op);
    return true;
}

static bool load(struct machine *m, const struct ulp_op *op) {
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
    return true;
}

bool ulp_store(struct machine *m, const struct ulp_op *op) {
    const uint32_t *v = reg_of(m, op, op->kind == ULP_VALUE ? 0 : op->result);
    uint32_t *dst = m->dst[op->slot], *out = m->all ? dst : m->scratch;
    if (op->format == FMT_FP16) {
        EACH(i) out[i] = sfpu_f32_to_f16(v[i]) << 16;
    } else if (op->format == FMT_BF16) { /* the lower half of a wide element is kept */
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

/* A word without branches whose result depends on VC, VD and an immediate. */
struct bits {
    const uint32_t *c, *d;
    uint32_t *out;
    uint32_t mod, imm;
    bool masked; /* lanes may be disabled */
};

/* False if there is no loop for this mode; then nothing has changed. */
typedef bool bits_loop(const struct bits *b);

static bool bits_SFPMOV(const struct bits *b) {
    const uint32_t *c = b->c;
    uint32_t *out = b->out;
    if (b->mod > 1) {
        return false;
    }
    EACH(i) out[i] = c[i] ^ b->mod << 31;
    return true;
}

static bool bits_SFPABS(const struct bits *b) {
    const uint32_t *c = b->c;
    uint32_t *out = b->out;
    if (b->mod != 1) {
        return false;
    }
    EACH(i) out[i] = c[i] > 0xFF800000u ? c[i] : c[i] & ~SFPU_SIGN;
    return true;
}

static bool bits_SFPAND(const struct bits *b) {
    const uint32_t *c = b->c, *d = b->d;
    uint32_t *out = b->out;
    if (b->mod) {
        return false;
    }
    EACH(i) out[i] = d[i] & c[i];
    return true;
}

static bool bits_SFPOR(const struct bits *b) {
    const uint32_t *c = b->c, *d = b->d;
    uint32_t *out = b->out;
    if (b->mod) {
        return false;
    }
    EACH(i) out[i] = d[i] | c[i];
    return true;
}

static bool bits_SFPXOR(const struct bits *b) {
    const uint32_t *c = b->c, *d = b->d;
    uint32_t *out = b->out;
    EACH(i) out[i] = d[i] ^ c[i];
    return true;
}

static bool bits_SFPNOT(const struct bits *b) {
    const uint32_t *c = b->c;
    uint32_t *out = b->out;
    EACH(i) out[i] = ~c[i];
    return true;
}

static bool bits_SFPEXEXP(const struct bits *b) {
    const uint32_t *c = b->c;
    uint32_t *out = b->out;
    if (b->mod > 1) {
        return false;
    }
    const uint32_t bias = b->mod ? 0 : 127;
    EACH(i) out[i] = (c[i] >> 23 & 0xFFu) - bias;
    return true;
}

static bool bits_SFPEXMAN(const struct bits *b) {
    const uint32_t *c = b->c;
    uint32_t *out = b->out;
    const uint32_t hidden = b->mod & 1u ? 0 : 0x800000u;
    EACH(i) out[i] = (c[i] & 0x7FFFFFu) | hidden;
    return true;
}

static bool bits_SFPSETEXP(const struct bits *b) {
    const uint32_t *c = b->c, *d = b->d;
    uint32_t *out = b->out;
    if (b->mod > 1) {
        return false;
    }
    if (b->mod) {
        const uint32_t exponent = b->imm << 23 & 0x7F800000u;
        EACH(i) out[i] = (c[i] & 0x807FFFFFu) | exponent;
    } else {
        EACH(i) out[i] = (c[i] & 0x807FFFFFu) | (d[i] << 23 & 0x7F800000u);
    }
    return true;
}

static bool bits_SFPSETSGN(const struct bits *b) {
    const uint32_t *c = b->c, *d = b->d;
    uint32_t *out = b->out;
    if (b->mod > 1) {
        return false;
    }
    if (b->mod) {
        const uint32_t sign = b->imm << 31;
        EACH(i) out[i] = (c[i] & ~SFPU_SIGN) | sign;
    } else {
        EACH(i) out[i] = (c[i] & ~SFPU_SIGN) | (d[i] & SFPU_SIGN);
    }
    return true;
}

static bool bits_SFPSETMAN(const struct bits *b) {
    const uint32_t *c = b->c, *d = b->d;
    uint32_t *out = b->out;
    if (b->mod > 1) {
        return false;
    }
    if (b->mod) {
        const uint32_t mantissa = b->imm << 11;
        EACH(i) out[i] = (c[i] & 0xFF800000u) | mantissa;
    } else {
        EACH(i) out[i] = (c[i] & 0xFF800000u) | (d[i] & 0x7FFFFFu);
    }
    return true;
}

static bool bits_SFPIADD(const struct bits *b) {
    const uint32_t *c = b->c, *d = b->d;
    uint32_t *out = b->out;
    if (b->masked && (b->mod & 12u) != 4u) {
        return false;
    }
    if (b->mod & 1u) {
        const uint32_t imm = sfpu_sext12(b->imm);
        EACH(i) out[i] = c[i] + imm;
    } else if (b->mod & 2u) {
        EACH(i) out[i] = c[i] - d[i];
    } else {
        EACH(i) out[i] = c[i] + d[i];
    }
    return true;
}

#if STX_ARCH == STX_ARCH_BLACKHOLE
static bool bits_SFPARECIP(const struct bits *b) {
    const uint32_t *c = b->c;
    uint32_t *out = b->out;
    if (b->mod) {
        return false;
    }
    EACH(i) out[i] = (c[i] & SFPU_SIGN) | sfpu_recip(c[i] & ~SFPU_SIGN);
    return true;
}
#endif

static bits_loop *const bits_loops[STX_OPCODES] = {
#define LOOP(NAME) [STX_OP_##NAME] = bits_##NAME
    LOOP(SFPMOV),    LOOP(SFPABS),    LOOP(SFPAND),    LOOP(SFPOR),
    LOOP(SFPXOR),    LOOP(SFPNOT),    LOOP(SFPEXEXP),  LOOP(SFPEXMAN),
    LOOP(SFPSETEXP), LOOP(SFPSETSGN), LOOP(SFPSETMAN), LOOP(SFPIADD),
#if STX_ARCH == STX_ARCH_BLACKHOLE
    LOOP(SFPARECIP),
#endif
#undef LOOP
};

static bool bits_word(struct machine *m, const struct ulp_op *op) {
    bits_loop *loop = bits_loops[stx_opcode_of(op->word)];
    if (!loop) {
        return false;
    }
    const struct stx_args_SFPIADD a = fields_of_SFPIADD(op->word);
    const struct bits b = {.c = reg_of(m, op, a.lreg_c),
                           .d = reg_of(m, op, a.lreg_dest),
                           .out = begin(m, op),
                           .mod = a.instr_mod1,
                           .imm = a.imm12_math,
                           .masked = op->masked};
    if (!loop(&b)) {
        return false;
    }
    finish(m, op);
    return true;
}

/* SFPLOADI: the immediate, in all bits or in one half. */
static bool load_immediate(struct machine *m, const struct ulp_op *op) {
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
    return true;
}

static bool shift(struct machine *m, const struct ulp_op *op) {
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
    return true;
}

/* SFPSETCC on the sign or on all bits. */
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
    const uint32_t *c = reg_of(m, op, vector_vc(op->word));
    unsigned drop = flavour ? 16 : 13;
    uint32_t *out = begin(m, op);
    EACH(i) out[i] = sfpu_round_f32(c[i], drop, 0x400000u);
    finish(m, op);
    return true;
}

static bool do_nothing(struct machine *m, const struct ulp_op *op) {
    (void)m, (void)op;
    return true;
}

typedef bool word_loop(struct machine *m, const struct ulp_op *op);
static word_loop *const word_loops[STX_OPCODES] = {
    [STX_OP_SFPNOP] = do_nothing,       [STX_OP_SFPLOAD] = load,
    [STX_OP_SFPLOADI] = load_immediate, [STX_OP_SFPMAD] = multiply_add,
    [STX_OP_SFPADD] = multiply_add,     [STX_OP_SFPMUL] = multiply_add,
    [STX_OP_SFPMULI] = immediate,       [STX_OP_SFPADDI] = immediate,
    [STX_OP_SFPSHFT] = shift,           [STX_OP_SFP_STOCH_RND] = round_nearest,
};

bool ulp_by_loop(struct machine *m, const struct ulp_op *op) {
    word_loop *loop = word_loops[stx_opcode_of(op->word)];
    return loop ? loop(m, op) : bits_word(m, op);
}
