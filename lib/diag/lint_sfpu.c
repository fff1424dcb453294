/* SPDX-License-Identifier: Apache-2.0
 *
 * lint_sfpu.c - finds words that read the result of a multiply-add in the next cycle, in the cases
 * where the hardware does not hold them back. (SFPSWAP and modes 2 to 4 of SFPSHFT2, which take two
 * cycles as well, always hold the next word back.) */
#include "diag/lint.h"
#include "isa/vector_words.h"

/* For each register (VB, VC, VD, LReg0, or the set that the word's row in isa/blackhole.def names),
 * one bit for each mode in which the word may read it too early. */
struct late_row {
    uint16_t VB, VC, VD, LREG0, set;
    uint8_t opcode;
    uint8_t rule;       /* enum stx_lint_rule */
    uint8_t seen_as_vd; /* the hardware waits for VB only if VD is the same register */
};

#define LATE(named, modes, of) .named = (modes), .rule = STX_LINT_##of,
#define LATE_TOO(named, modes) .named = (modes),
#define LATE_SET(modes) .set = (modes),
#define SEEN_AS_VD() .seen_as_vd = 1,
#define INSN(...)
#define SFPU_INSN(NAME, code, facts, ...) [code] = {.opcode = code, facts},
static const struct late_row late_rows[STX_OPCODES] = {
#include "isa/tensix.def"
};

/* The registers that the word writes in its second cycle, one bit each. */
static uint32_t late_result(uint32_t word) {
    return stx_vector_sub_unit(word) == STX_SUB_MAD ? stx_vector_writes(word) : 0;
}

static uint32_t if_in(uint32_t modes, unsigned mode, uint32_t registers) {
    return modes >> mode & 1u ? registers : 0;
}

/* The rule that the word breaks if the registers in `late` have not been written yet; STX_LINTS if
 * none. */
static enum stx_lint_rule broken(uint32_t word, uint32_t late) {
    const struct late_row *row = &late_rows[stx_opcode_of(word)];
    const struct vector_row *names = stx_vector_row(word);
    unsigned mode = vector_mode(names, word);
    uint32_t vb = 1u << vector_vb(word), vc = 1u << vector_vc(word);
    uint32_t vd = 1u << vector_vd(names, word);
    uint32_t unseen = if_in(row->VB, mode, row->seen_as_vd ? vb & ~vd : vb) |
                      if_in(row->VC, mode, vc) | if_in(row->VD, mode, vd) |
                      if_in(row->LREG0, mode, 1u) | if_in(row->set, mode, names->set);
    return late & unseen ? (enum stx_lint_rule)row->rule : STX_LINTS;
}

/* The rule that the word breaks when it follows `before`. */
static enum stx_lint_rule broken_behind(uint32_t before, uint32_t word) {
    if (STX_LATE_UNGUARDED) {
        return stx_vector_is_early(stx_vector_late(before), word) ? STX_LINT_SFPU_EARLY : STX_LINTS;
    }
    return broken(word, late_result(before));
}

void stx_lint_sfpu(struct stx_lint *lint, unsigned thread, uint32_t word) {
    struct stx_lint_thread *t = &lint->thread[thread];
    struct stx_lint_event before = {t->last, t->now - 1u, t->last_where};
    enum stx_lint_rule rule = broken_behind(t->last, word);
    if (rule != STX_LINTS) {
        stx_lint_find(lint, thread, rule, &before, word);
    }
    if (t->flipped && stx_vector_sub_unit(word) && stx_vector_sub_unit(word) != STX_SUB_ANY) {
        stx_lint_find(lint, thread, STX_LINT_SFPCONFIG_BACKDOOR, &before, word);
    }
}
