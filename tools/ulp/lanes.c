/* SPDX-License-Identifier: Apache-2.0
 *
 * lanes.c - executes a recorded function over many vectors, sixteen at a time for each word. The
 * most frequent words have loops (lanes_words.c); the library's function executes any other word,
 * vector by vector. */
#include "lanes.h"

#include <stdlib.h>

void ulp_note_enabled(struct machine *m) {
    uint32_t all = UINT32_MAX;
    for (unsigned g = 0; g < GROUPS; g++) {
        all &= enabled(m, g);
    }
    m->all = all == UINT32_MAX;
}

/* Copies the enabled lanes of from, which is in the scratch area, to to. */
void ulp_merge(const struct machine *m, uint32_t *to, const uint32_t *from) {
    for (unsigned g = 0; g < GROUPS; g++) {
        uint32_t lanes = enabled(m, g);
        uint32_t *t = to + g * STX_LANES;
        const uint32_t *f = from + g * STX_LANES;
        SFPU_EACH_LANE(lane) {
            uint32_t mask = 0u - (lanes >> lane & 1u);
            t[lane] = (t[lane] & ~mask) | (f[lane] & mask);
        }
    }
}

typedef enum stx_result body(struct stx_core *core, unsigned thread, uint32_t word);
static body *const bodies[STX_OPCODES] = {
#define F(name, low, width)
#define INSN(...)
#define SFPU_INSN(NAME, opcode, facts, fields) [opcode] = stx_exec_##NAME,
#define FRNT(...)
#define DARK(...)
#define GONE(...)
#include "isa/tensix.def"
};

/* Any word, with the library's function. */
static void to_core(struct machine *m, const struct ulp_op *op, unsigned g, uint32_t registers) {
    struct stx_sfpu *s = &m->core->sfpu;
    for (unsigned n = 0; n < 8; n++) {
        if (registers >> n & 1u) {
            memcpy(s->lreg[n], reg_of(m, op, n) + g * STX_LANES, sizeof s->lreg[n]);
        }
    }
    if (op->masked) {
        s->flags = m->flags[g].flags;
        s->use = m->flags[g].use;
        s->depth = (uint8_t)m->flags[g].depth;
        memcpy(s->stack, m->flags[g].stack, sizeof s->stack);
    } else {
        s->flags = s->use = UINT32_MAX;
    }
}

static void from_core(struct machine *m, const struct ulp_op *op, unsigned g) {
    const struct stx_sfpu *s = &m->core->sfpu;
    for (unsigned n = 0; op->kind == ULP_WORD && n < 8; n++) {
        if (op->writes >> n & 1u) {
            memcpy(m->reg[n] + g * STX_LANES, s->lreg[n], sizeof s->lreg[n]);
        }
    }
    if (op->kind == ULP_VALUE && op->out != ULP_NOWHERE) {
        memcpy(m->reg[op->out] + g * STX_LANES, s->lreg[op->result], sizeof s->lreg[0]);
    }
    if (op->kind == ULP_VALUE && op->out2 != ULP_NOWHERE) {
        memcpy(m->reg[op->out2] + g * STX_LANES, s->lreg[op->result + 1], sizeof s->lreg[0]);
    }
    if (op->masked) {
        m->flags[g].flags = s->flags;
        m->flags[g].use = s->use;
        m->flags[g].depth = s->depth;
        memcpy(m->flags[g].stack, s->stack, sizeof s->stack);
    }
}

static bool by_body(struct machine *m, const struct ulp_op *op) {
    uint32_t registers = op->reads | op->writes | 1u << op->result;
    if (op->kind == ULP_VALUE) {
        registers = 0;
        for (unsigned n = 0; n < 8; n++) {
            registers |= (uint32_t)(op->in[n] != ULP_NOWHERE) << n;
        }
    }
    for (unsigned g = 0; g < GROUPS; g++) {
        to_core(m, op, g, registers);
        if (bodies[stx_opcode_of(op->word)](m->core, 1, op->word) != STX_DONE) {
            return false;
        }
        from_core(m, op, g);
    }
    ulp_note_enabled(m);
    return true;
}

static bool run_word(struct machine *m, const struct ulp_op *op) {
    if (is_SFPSTORE(op->word)) {
        return ulp_store(m, op);
    }
    if (is_SFPSETCC(op->word) && ulp_set_flags(m, op)) {
        return true;
    }
    bool one_value = op->out < ULP_HARDWARE ? op->out < 8 : op->out2 == ULP_NOWHERE;
    one_value = one_value && op->out != ULP_NOWHERE && !is_SFPSETCC(op->word);
    return (one_value && ulp_by_loop(m, op)) || by_body(m, op);
}

/* Tests an enum ulp_condition on the sign or on all bits. */
static uint32_t condition(uint32_t v, uint32_t which) {
    uint32_t negative = v >> 31, zero = v == 0;
    uint32_t holds = which == COND_LT    ? negative
                     : which == COND_EQ  ? zero
                     : which == COND_GTE ? !negative
                     : which == COND_NE  ? !zero
                     : which == COND_LTE ? negative | zero
                                         : !(negative | zero);
    return 0u - holds;
}

/* Bits whose order as unsigned numbers is that of the type: 0 unsigned, 1 integers, 2 sign and
 * magnitude. */
static uint32_t key(uint32_t v, uint32_t type) {
    uint32_t magnitude = SFPU_SIGN - (v & ~SFPU_SIGN);
    return type == 0 ? v : type == 2 && v >> 31 ? magnitude : v ^ SFPU_SIGN;
}

static uint32_t compare(uint32_t a, uint32_t b, uint32_t how) {
    uint32_t x = key(a, how >> 4), y = key(b, how >> 4);
    return condition(x < y ? UINT32_MAX : x > y, how & 15u);
}

static void narrow(struct machine *m, const uint32_t *mask) {
    for (unsigned g = 0; g < GROUPS; g++) {
        m->flags[g].flags &= sfpu_signs(mask + g * STX_LANES);
    }
    ulp_note_enabled(m);
}

static bool run_op(struct machine *m, const struct ulp_op *op) {
    uint32_t *out = op->out == ULP_NOWHERE ? m->scratch : m->reg[op->out];
    const uint32_t *a = op->in[0] == ULP_NOWHERE ? NULL : m->reg[op->in[0]];
    const uint32_t *b = op->in[1] == ULP_NOWHERE ? NULL : m->reg[op->in[1]];
    const uint32_t imm = op->imm;
    switch (op->kind) {
    case ULP_CONSTANT:
        EACH(i) out[i] = imm;
        return true;
    case ULP_CONDITION:
        EACH(i) out[i] = condition(a[i], imm);
        return true;
    case ULP_COMPARE:
        EACH(i) out[i] = compare(a[i], b[i], imm);
        return true;
    case ULP_NARROW:
        narrow(m, a);
        return true;
    case ULP_SELECT:
        if (out != a) {
            memmove(out, a, sizeof m->scratch);
        }
        ulp_merge(m, out, b);
        return true;
    case ULP_COPY:
        memmove(out, a, sizeof m->scratch);
        return true;
    case ULP_ADD:
        EACH(i) out[i] = a[i] + b[i];
        return true;
    case ULP_SUBTRACT:
        EACH(i) out[i] = a[i] - b[i];
        return true;
    default:
        return run_word(m, op);
    }
}

/* Restores the state before the first word. */
static void reset(struct machine *m) {
    for (unsigned r = 0; r < ULP_HARDWARE; r++) {
        for (unsigned i = 0; i < WIDTH; i++) {
            m->reg[r][i] = m->p->lreg[r][i % STX_LANES];
        }
    }
    memset(m->flags, 0, sizeof m->flags);
    for (unsigned g = 0; g < GROUPS; g++) {
        m->flags[g].flags = m->flags[g].use = UINT32_MAX;
    }
    m->all = true;
}

static void put_inputs(struct machine *m, const uint32_t *in, size_t vectors) {
    unsigned slots = m->p->slots;
    memset(m->dst, 0, slots * sizeof m->dst[0]);
    for (size_t g = 0; g < vectors; g++) {
        for (unsigned s = 0; s < slots; s++) {
            memcpy(m->dst[s] + g * STX_LANES, in + (g * slots + s) * STX_LANES, 4 * STX_LANES);
        }
    }
}

static void take_results(const struct machine *m, uint32_t *out, size_t vectors) {
    unsigned slots = m->p->slots;
    for (size_t g = 0; g < vectors; g++) {
        for (unsigned s = 0; s < slots; s++) {
            memcpy(out + (g * slots + s) * STX_LANES, m->dst[s] + g * STX_LANES, 4 * STX_LANES);
        }
    }
}

static bool run_groups(struct machine *m, const uint32_t *in, uint32_t *out, size_t vectors) {
    reset(m);
    put_inputs(m, in, vectors);
    for (size_t i = 0; i < m->p->ops; i++) {
        if (!run_op(m, &m->p->op[i])) {
            return false;
        }
    }
    take_results(m, out, vectors);
    return true;
}

static uint32_t (*room_for(unsigned registers))[WIDTH] {
    void *room;
    if (posix_memalign(&room, 64, registers * sizeof(uint32_t[WIDTH])) != 0) {
        abort();
    }
    return room;
}

bool ulp_program_run(const struct ulp_program *p, const uint32_t *in, uint32_t *out,
                     size_t vectors) {
    static struct stx_core core; /* the core that the library's functions work on */
    struct machine m = {.p = p, .core = &core};
    bool good = true;
    stx_init(&core, NULL, 0, NULL);
    memcpy(core.sfpu.lreg, p->lreg, sizeof p->lreg);
    m.reg = room_for(p->registers);
    m.dst = room_for(p->slots ? p->slots : 1);
    for (size_t done = 0; good && done < vectors; done += GROUPS) {
        size_t some = vectors - done < GROUPS ? vectors - done : GROUPS;
        size_t at = done * p->slots * STX_LANES;
        good = run_groups(&m, in + at, out + at, some);
    }
    free(m.reg);
    free(m.dst);
    return good;
}
