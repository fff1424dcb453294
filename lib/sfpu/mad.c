/* SPDX-License-Identifier: Apache-2.0
 *
 * mad.c - SFPMAD and the instructions that use its multiply-add: SFPADD, SFPMUL, SFPADDI, SFPMULI
 * (SPEC 8.5) and SFPMUL24 (SPEC 8.6). */
#include "num/sfpu_int.h"
#include "isa/vector_words.h"
#include "regs/special.h"
#include "sfpu/lanes.h"
#include "sfpu/multiply_add.h"

enum { NEGATE_A = 1, NEGATE_C = 2, INDIRECT_A = 4 };

static uint32_t negate_if(uint32_t condition) {
    return condition ? SFPU_SIGN : 0;
}

/* The factor VA, or with INDIRECT_A the register LReg7 & 15 of the lane. */
static uint32_t first_factor(const struct sfpu_op *op, uint32_t mod, unsigned lane) {
    return mod & INDIRECT_A ? op->reg[op->reg[7][lane] & 15u][lane] : op->va[lane];
}

/* The operands of the enabled lanes, one after the other. */
struct operands {
    uint32_t a[STX_LANES], b[STX_LANES], c[STX_LANES];
    unsigned lanes;
};

/* LReg9 is +0, LReg10 is 1.0. */
static enum mad_kind kind_of(unsigned a, unsigned c) {
    return c == 9 ? PRODUCT : a == 10 ? SUM : PRODUCT_AND_SUM;
}

static __attribute__((noinline)) void note_some(struct stx_core *core, enum mad_kind kind,
                                                const struct operands *t) {
    for (unsigned i = 0; i < t->lanes; i++) {
        uint32_t a = kind == SUM ? SFPU_ONE : t->a[i], c = kind == PRODUCT ? 0 : t->c[i];
        special_note_mad(core, a, t->b[i], c);
    }
}

static void compute_some(struct stx_core *core, struct sfpu_op *op, enum mad_kind kind,
                         struct operands *t) {
    const uint32_t *result = t->a;
    if (special_is_kept(core)) {
        note_some(core, kind, t);
    }
    sfpu_compute_lanes(core, kind, t->a, t->b, t->c, t->a, t->lanes);
    SFPU_FOR_LANES(op->lanes, lane) {
        op->out[lane] = *result++;
    }
}

static void multiply_add_some(struct stx_core *core, struct sfpu_op *op, uint32_t word,
                              uint32_t mod) {
    struct operands t;
    unsigned a = mod & INDIRECT_A ? 0 : vector_va(word), c = mod & NEGATE_C ? 0 : op->c;
    uint32_t flip_a = negate_if(mod & NEGATE_A), flip_c = negate_if(mod & NEGATE_C);
    unsigned n = 0;
    SFPU_FOR_LANES(op->lanes, lane) {
        t.a[n] = first_factor(op, mod, lane);
        t.b[n] = op->vb[lane] ^ flip_a;
        t.c[n++] = op->vc[lane] ^ flip_c;
    }
    t.lanes = n;
    compute_some(core, op, kind_of(a, c), &t);
}

#if VECTOR_SIMPLE
#include "fast/words/mad_simple.h"
#else
static bool mad_simple(struct stx_core *core, uint32_t word, uint32_t mod) {
    return (void)core, (void)word, (void)mod, false;
}
static bool immediate_simple(struct stx_core *core, uint32_t word, uint32_t mod, uint32_t imm,
                             enum mad_kind kind) {
    return (void)core, (void)word, (void)mod, (void)imm, (void)kind, false;
}
bool sfpu_mad_values(const struct stx_core *core, uint32_t word, const uint32_t *const in[8],
                     uint32_t *out) {
    return (void)core, (void)word, (void)in, (void)out, false;
}
#endif

/* Multiply-adds of all kinds. Unless compiled for size, they are separate from the simple ones. */
#define APART UNLESS_SMALL(__attribute__((noinline)))
static APART enum stx_result mad_any(struct stx_core *core, uint32_t word, uint32_t mod) {
    struct sfpu_op op;
    sfpu_begin_mad(core, word, mod, &op);
    multiply_add_some(core, &op, word, mod);
    sfpu_end_mad(core, &op);
    return STX_DONE;
}

static enum stx_result mad_word(struct stx_core *core, uint32_t word, uint32_t mod) {
    sfpu_note_late(core, word);
    return mad_simple(core, word, mod) ? STX_DONE : mad_any(core, word, mod);
}

STX_EXEC(SFPMAD) {
    (void)thread;
    return mad_word(core, a->word, a->instr_mod1);
}

STX_EXEC(SFPADD) {
    (void)thread;
    return mad_word(core, a->word, a->instr_mod1);
}

STX_EXEC(SFPMUL) {
    (void)thread;
    return mad_word(core, a->word, a->instr_mod1);
}

/* Finds the operands of SFPADDI and SFPMULI: the immediate and VD are the terms or the factors. */
static APART void immediate_any(struct stx_core *core, uint32_t word, uint32_t mod, uint32_t imm,
                                enum mad_kind kind) {
    struct sfpu_op op;
    struct operands t;
    uint32_t flip = negate_if(mod & NEGATE_C);
    unsigned n = 0;
    sfpu_begin_mad(core, word, mod, &op);
    SFPU_FOR_LANES(op.lanes, lane) {
        t.a[n] = t.c[n] = op.vd[lane] ^ flip;
        t.b[n++] = imm << 16;
    }
    t.lanes = n;
    compute_some(core, &op, kind, &t);
    sfpu_end_mad(core, &op);
}

static enum stx_result immediate(struct stx_core *core, uint32_t word, uint32_t mod, uint32_t imm,
                                 enum mad_kind kind) {
    sfpu_note_late(core, word);
    if (!(VECTOR_SIMPLE && immediate_simple(core, word, mod, imm, kind))) {
        immediate_any(core, word, mod, imm, kind);
    }
    return STX_DONE;
}

STX_EXEC(SFPADDI) {
    (void)thread;
    return immediate(core, a->word, a->instr_mod1, a->imm16_math, SUM);
}

STX_EXEC(SFPMULI) {
    (void)thread;
    return immediate(core, a->word, a->instr_mod1, a->imm16_math, PRODUCT);
}

enum { MUL24_HIGH = 1, ZERO = 9 };

/* The first factor of all lanes. If it is composed of several registers, it is written to space. */
static const uint32_t *mul24_factor(const struct sfpu_op *op, uint32_t mod, uint32_t *space) {
    if (!(mod & INDIRECT_A)) {
        return op->va;
    }
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        space[lane] = first_factor(op, mod, lane);
    }
    return space;
}

/* Without the adjustment by VC, if that is LReg9, which is 0. */
static void mul24_lanes(struct sfpu_op *op, const uint32_t *va, unsigned from) {
    const uint32_t *vb = op->vb;
    uint32_t *out = sfpu_results(op);
    SFPU_EACH_LANE(lane) {
        out[lane] = sfpu_mul24_product(va[lane], vb[lane], from);
    }
}

static void mul24_adjusted(struct sfpu_op *op, const uint32_t *va, uint32_t high) {
    uint32_t *out = sfpu_results(op);
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        out[lane] = sfpu_mul24(va[lane], op->vb[lane], op->vc[lane], high);
    }
}

STX_EXEC(SFPMUL24) {
    struct sfpu_op op;
    uint32_t mod = a->instr_mod1, factor[STX_LANES];
    (void)thread;
    sfpu_begin_mad(core, a->word, mod, &op);
    const uint32_t *va = mul24_factor(&op, mod, factor);
    if (op.c == ZERO) {
        mul24_lanes(&op, va, mod & MUL24_HIGH ? 23 : 0);
    } else {
        mul24_adjusted(&op, va, mod & MUL24_HIGH);
    }
    sfpu_keep(&op);
    sfpu_end_mad(core, &op);
    return STX_DONE;
}
