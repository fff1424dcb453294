/* SPDX-License-Identifier: Apache-2.0
 *
 * condition_codes.c - condition codes: SFPENCC, SFPSETCC, SFPPUSHC, SFPPOPC, SFPCOMPC (SPEC 8.3).
 */
#include "sfpu/exec.h"
#include "sfpu/modes.h"

#define STACK_SIZE 8u

enum { ENCC_INVERTS_USE = 1, ENCC_SETS_USE = 2, ENCC_SETS_FLAG = 8 };

/* SFPENCC affects all lanes, even those that are not enabled. */
STX_EXEC(SFPENCC) {
    struct stx_sfpu *s = &core->sfpu;
    uint32_t mod = a->instr_mod1;
    (void)thread;
    if (mod & ENCC_SETS_USE) {
        s->use = a->imm12_math & 1u ? SFPU_ALL_LANES : 0;
    } else if (mod & ENCC_INVERTS_USE) {
        s->use = ~s->use;
    }
    bool flag = !(mod & ENCC_SETS_FLAG) || (a->imm12_math & 2u);
    s->flags = flag ? SFPU_ALL_LANES : 0;
    return STX_DONE;
}

static uint32_t lanes_not_zero(const uint32_t *v) {
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        lanes |= sfpu_bit(v[lane] != 0, lane);
    }
    return lanes;
}

/* The lanes in which the condition holds. The mode selects negative or nonzero; its bit 2 inverts
 * the condition. */
static uint32_t setcc_lanes(const uint32_t *v, uint32_t mod, uint32_t imm) {
    if (mod & 8u) {
        return 0;
    }
    if (mod & 1u) {
        return imm & 1u ? SFPU_ALL_LANES : 0;
    }
    uint32_t lanes = mod & 2u ? lanes_not_zero(v) : sfpu_signs(v);
    return mod & 4u ? ~lanes : lanes;
}

SFPU_EXEC_MODES(SFPSETCC) {
    struct stx_sfpu *s = &core->sfpu;
    uint32_t mod = a->instr_mod1;
    uint32_t flags = setcc_lanes(op->vc, mod, a->imm12_math) & s->use;
    s->flags = sfpu_select(op->lanes, flags, s->flags);
    return STX_DONE;
}

/* The Boolean functions k = 1..12 of SPEC 8.3. */
static uint32_t boolean(uint32_t k, uint32_t a, uint32_t b) {
    switch (k) {
    case 1:
        return b;
    case 2:
        return ~b;
    case 3:
        return a & b;
    case 4:
        return a | b;
    case 5:
        return a & ~b;
    case 6:
        return a | ~b;
    case 7:
        return ~a & b;
    case 8:
        return ~a | b;
    case 9:
        return ~a & ~b;
    case 10:
        return ~a | ~b;
    case 11:
        return a ^ b;
    default:
        return ~(a ^ b);
    }
}

static enum stx_result push(struct stx_core *core) {
    struct stx_sfpu *s = &core->sfpu;
    if (s->depth >= STACK_SIZE) { /* the oldest entry is lost */
        if (!sfpu_allow(core, STX_RULE_SFPU_STACK)) {
            return STX_FAULT;
        }
        for (unsigned i = 1; i < STACK_SIZE; i++) {
            s->stack[i - 1] = s->stack[i];
        }
        s->depth = STACK_SIZE - 1;
    }
    s->stack[s->depth].flags = s->flags;
    s->stack[s->depth].use = s->use;
    s->depth++;
    return STX_DONE;
}

static void set_top(struct stx_sfpu *s, uint32_t flags, uint32_t use) {
    if (s->depth) {
        s->stack[s->depth - 1].flags = flags;
        s->stack[s->depth - 1].use = use;
    }
}

STX_EXEC(SFPPUSHC) {
    struct stx_sfpu *s = &core->sfpu;
    uint32_t mod = a->instr_mod1;
    (void)thread;
    if (mod == 0) {
        return push(core);
    }
    if (s->depth == 0 && !sfpu_allow(core, STX_RULE_SFPU_STACK)) {
        return STX_FAULT;
    }
    if (mod == 13) {
        s->flags = ~s->flags;
        set_top(s, s->flags, s->use);
    } else if (mod >= 14) {
        set_top(s, mod == 14 ? SFPU_ALL_LANES : 0, SFPU_ALL_LANES);
    } else if (s->depth) {
        set_top(s, boolean(mod, s->stack[s->depth - 1].flags, s->flags), s->use);
    }
    return STX_DONE;
}

STX_EXEC(SFPPOPC) {
    struct stx_sfpu *s = &core->sfpu;
    uint32_t mod = a->instr_mod1;
    uint32_t flags = s->depth ? s->stack[s->depth - 1].flags : 0;
    uint32_t use = s->depth ? s->stack[s->depth - 1].use : 0;
    (void)thread;
    if (mod <= 12 && s->depth == 0 && !sfpu_allow(core, STX_RULE_SFPU_STACK)) {
        return STX_FAULT;
    }
    if (STX_POPC_FULL && mod != 0 && s->depth == STACK_SIZE &&
        erratum_modelled(core, STX_ERRATUM_POPC_FULL)) {
        s->stack[0] = s->stack[STACK_SIZE - 1];
    }
    if (mod == 0) {
        s->flags = flags;
        s->use = use;
        s->depth = (uint8_t)(s->depth - (s->depth > 0));
    } else if (mod <= 12) {
        s->flags = boolean(mod, s->flags, flags);
        s->use = use;
    } else if (mod == 13) {
        s->flags = ~s->flags;
    } else {
        s->use = SFPU_ALL_LANES;
        s->flags = mod == 14 ? SFPU_ALL_LANES : 0;
    }
    return STX_DONE;
}

STX_EXEC(SFPCOMPC) {
    struct stx_sfpu *s = &core->sfpu;
    uint32_t flags = s->depth ? s->stack[s->depth - 1].flags : SFPU_ALL_LANES;
    uint32_t use = s->depth ? s->stack[s->depth - 1].use : SFPU_ALL_LANES;
    (void)thread;
    (void)a;
    s->flags = use & s->use & flags & ~s->flags;
    return STX_DONE;
}
