/* SPDX-License-Identifier: Apache-2.0
 *
 * fuse.c - turns products and sums of a recording into multiply-adds like the compiler for silicon:
 * a product that only one sum uses, with no condition between them, is rounded together with the
 * sum; of two such products, the first. An addition multiplies one operand by 1: of a - b, that
 * is -b. */
#include "program.h"

#include <stdlib.h>
#include <string.h>

#include "isa/vector_words.h"

#define VALUES 65536u
#define NEVER UINT32_MAX

struct fuser {
    struct ulp_program *p;
    uint32_t *uses, *made; /* for each value: the number of uses, and where it is made */
    uint32_t *flags,
        *scope; /* for each operation: changes of flags before it; the number of its set of lanes */
    bool *gone;
};

/* True if it is a value in this mode for all lanes. */
static bool is_value(const struct ulp_op *op, unsigned mode) {
    return op->kind == ULP_VALUE && !op->masked &&
           vector_mode(stx_vector_row(op->word), op->word) == mode;
}

/* True if it negates a value. */
static bool is_negated(const struct ulp_op *op) {
    return is_SFPMOV(op->word) && is_value(op, 1);
}

static bool changes_flags(const struct ulp_op *op) {
    const uint32_t word = op->word;
    return op->kind == ULP_NARROW ||
           (op->kind == ULP_WORD && (is_SFPSETCC(word) || is_SFPENCC(word) || is_SFPCOMPC(word) ||
                                     is_SFPPUSHC(word) || is_SFPPOPC(word)));
}

static void note_uses(struct fuser *f) {
    memset(f->made, 0xFF, VALUES * sizeof *f->made);
    for (uint32_t i = 0; i < f->p->ops; i++) {
        const struct ulp_op *op = &f->p->op[i];
        for (unsigned n = 0; n < 8; n++) {
            if (op->in[n] != ULP_NOWHERE) {
                f->uses[op->in[n]]++;
            }
        }
        if (op->out != ULP_NOWHERE) {
            f->made[op->out] = i;
        }
    }
}

/* Numbers the sets of enabled lanes; SFPPOPC restores an old number. */
static void note_scopes(struct fuser *f) {
    uint32_t stack[9] = {0}, depth = 0, scope = 0, numbers = 0, flags = 0;
    for (uint32_t i = 0; i < f->p->ops; i++) {
        const struct ulp_op *op = &f->p->op[i];
        if (changes_flags(op)) {
            flags++;
            bool pops = op->kind == ULP_WORD && is_SFPPOPC(op->word);
            if (op->kind == ULP_WORD && is_SFPPUSHC(op->word)) {
                stack[depth < 8 ? depth++ : 8] = scope;
            } else {
                scope = pops && depth ? stack[--depth] : ++numbers;
            }
        }
        f->flags[i] = flags;
        f->scope[i] = scope;
    }
}

/* True if it assigns to a variable in the same lanes and is therefore a copy. */
static bool is_copy(const struct fuser *f, uint32_t at) {
    const struct ulp_op *op = &f->p->op[at];
    return op->kind == ULP_SELECT && op->out >= ULP_HARDWARE && op->in[0] >= ULP_HARDWARE &&
           f->made[op->in[0]] != NEVER && f->scope[f->made[op->in[0]]] == f->scope[at];
}

/* Where a value is made that only the operation `at` uses, through any copies. NEVER if it is used
 * more than once, or if flags change in between. */
static uint32_t maker(const struct fuser *f, unsigned value, uint32_t at) {
    while (value >= ULP_HARDWARE && value != ULP_NOWHERE && f->uses[value] == 1) {
        uint32_t made = f->made[value];
        if (made == NEVER || f->flags[made] != f->flags[at]) {
            return NEVER;
        }
        if (!is_copy(f, made)) {
            return made;
        }
        value = f->p->op[made].in[1];
    }
    return NEVER;
}

/* The product that is operand n of a sum, possibly negated; NEVER if it is not a product. */
static uint32_t product_of(const struct fuser *f, uint32_t at, unsigned n, bool *negative) {
    uint32_t made = maker(f, f->p->op[at].in[n], at);
    *negative = false;
    if (STX_ARCH == STX_ARCH_BLACKHOLE && made != NEVER && is_negated(&f->p->op[made])) {
        /* SFPMOV's operand occurs twice. */
        unsigned value = f->p->op[made].in[0];
        uint32_t below = value < ULP_HARDWARE ? NEVER : f->made[value];
        bool once = below != NEVER && f->uses[value] == 2 && f->flags[below] == f->flags[at];
        *negative = true;
        made = once ? below : NEVER;
    }
    bool is_product =
        made != NEVER && is_SFPMUL(f->p->op[made].word) && is_value(&f->p->op[made], 0);
    return is_product ? made : NEVER;
}

/* a - b is the product of 1 and -b, and a is added to it. Only where a NaN is made does the order
 * show: the sign of -b + a is that of the product. */
static void put_negated_first(struct fuser *f, uint32_t at) {
    struct ulp_op *sum = &f->p->op[at];
    uint32_t made = maker(f, sum->in[1], at);
    if (made != NEVER && is_negated(&f->p->op[made])) {
        uint16_t first = sum->in[0];
        sum->in[0] = sum->in[1];
        sum->in[1] = first;
    }
}

static void fuse_at(struct fuser *f, uint32_t at) {
    struct ulp_op *sum = &f->p->op[at];
    if (!is_SFPADD(sum->word) || !is_value(sum, 0)) {
        return;
    }
    for (unsigned n = 0; n < 2; n++) {
        bool negative;
        uint32_t product = product_of(f, at, n, &negative);
        if (product != NEVER) {
            const struct stx_args_SFPMAD fused = {
                .lreg_src_b = 1, .lreg_src_c = 2, .instr_mod1 = negative};
            sum->word = word_of_SFPMAD(&fused);
            sum->in[2] = sum->in[1 - n];
            sum->in[0] = f->p->op[product].in[0];
            sum->in[1] = f->p->op[product].in[1];
            f->gone[product] = true;
            f->p->fused++;
            return;
        }
    }
    put_negated_first(f, at);
}

/* Removes copies and sign changes that only removed operations used. */
static void sweep(struct fuser *f) {
    memset(f->uses, 0, VALUES * sizeof *f->uses);
    for (uint32_t i = (uint32_t)f->p->ops; i--;) {
        const struct ulp_op *op = &f->p->op[i];
        bool moves = op->kind == ULP_SELECT || is_negated(op);
        f->gone[i] = f->gone[i] || (moves && op->out >= ULP_HARDWARE && !f->uses[op->out]);
        for (unsigned n = 0; n < 8 && !f->gone[i]; n++) {
            f->uses[op->in[n]] += op->in[n] != ULP_NOWHERE;
        }
    }
    size_t kept = 0;
    for (uint32_t i = 0; i < f->p->ops; i++) {
        f->p->words -= f->gone[i] && f->p->op[i].kind == ULP_VALUE;
        if (!f->gone[i]) {
            f->p->op[kept++] = f->p->op[i];
        }
    }
    f->p->ops = kept;
}

static void *room(size_t count, size_t size) {
    void *made = calloc(count ? count : 1, size);
    if (!made) {
        abort();
    }
    return made;
}

void ulp_program_fuse(struct ulp_program *p) {
    struct fuser f = {p,
                      room(VALUES, 4),
                      room(VALUES, 4),
                      room(p->ops, 4),
                      room(p->ops, 4),
                      room(p->ops, sizeof(bool))};
    note_uses(&f);
    note_scopes(&f);
    for (uint32_t i = 0; i < p->ops; i++) {
        fuse_at(&f, i);
    }
    sweep(&f);
    void *const rooms[] = {f.uses, f.made, f.flags, f.scope, f.gone};
    for (unsigned i = 0; i < sizeof rooms / sizeof rooms[0]; i++) {
        free(rooms[i]);
    }
}
