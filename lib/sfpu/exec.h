/* SPDX-License-Identifier: Apache-2.0
 *
 * exec.h - defines bodies of words that work on lanes. */
#ifndef STX_SFPU_EXEC_H
#define STX_SFPU_EXEC_H

#include "sfpu/lanes.h"

/* Defines the body of a word that has VD in bits 7:4 and works on the lanes of op:
 *
 *     SFPU_EXEC(SFPNOT) { ... op->vc ... return STX_DONE; }
 *
 * SFPU_EXEC_MODES first checks that the mode is defined; SFPU_EXEC_HIGH is for SFPLOADI, which has
 * VD in bits 23:20 and may not name a template. */
#define SFPU_EXEC(NAME) SFPU_EXEC_IF(NAME, sfpu_begin, vector_vd_low, true, true)
#define SFPU_EXEC_MODES(NAME)                                                         \
    SFPU_EXEC_IF(NAME, sfpu_begin, vector_vd_low, MODES_##NAME >> a->instr_mod1 & 1u, \
                 sfpu_allow_mode(core, MODES_##NAME, a->instr_mod1))
#define SFPU_EXEC_HIGH(NAME)                                                                \
    SFPU_EXEC_IF(NAME, sfpu_begin_high, vector_vd_high, MODES_##NAME >> a->instr_mod0 & 1u, \
                 (a->lreg_ind < 12 || sfpu_allow(core, STX_RULE_SFPU_VD)) &&                \
                     sfpu_allow_mode(core, MODES_##NAME, a->instr_mod0))
#define SFPU_BODY(NAME)                                                            \
    static inline __attribute__((always_inline)) enum stx_result sfpu_exec_##NAME( \
        __attribute__((unused)) struct stx_core *core,                             \
        __attribute__((unused)) const struct stx_args_##NAME *a, struct sfpu_op *op)

/* Finds the operands of a usual word: no sequence is under way, all lanes are enabled and VD can be
 * written. False for any other word; then op is not valid. */
static inline bool sfpu_begin_usual(struct stx_core *core, uint32_t word, unsigned dest,
                                    struct sfpu_op *op) {
    if (dest >= 8 || !sfpu_all_lanes_usual(core)) {
        return false;
    }
    op->reg = (const uint32_t(*)[STX_LANES])core->sfpu.lreg;
    op->lanes = SFPU_ALL_LANES;
    op->out = core->sfpu.lreg[dest];
    sfpu_find_named(op, word, dest);
    return true;
}

/* Hosts have a second copy of the body for usual words, from which the compiler removes all that
 * such words do not need. usual: a condition on the word for using that copy; allowed: false if a
 * rule stops the word. */
#define SFPU_EXEC_IF(NAME, begin, dest, usual, allowed)                                       \
    SFPU_BODY(NAME);                                                                          \
    static SFPU_APART enum stx_result sfpu_any_##NAME(struct stx_core *core, uint32_t word) { \
        const struct stx_args_##NAME fields = fields_of_##NAME(word), *a = &fields;           \
        struct sfpu_op op;                                                                    \
        if (!(allowed)) {                                                                     \
            return STX_FAULT;                                                                 \
        }                                                                                     \
        begin(core, word, &op);                                                               \
        return sfpu_exec_##NAME(core, a, &op);                                                \
    }                                                                                         \
    enum stx_result stx_exec_##NAME(struct stx_core *core, unsigned thread, uint32_t word) {  \
        const struct stx_args_##NAME fields = fields_of_##NAME(word), *a = &fields;           \
        struct sfpu_op op;                                                                    \
        (void)thread;                                                                         \
        return SFPU_USUAL_COPY && (usual) && sfpu_begin_usual(core, word, dest(word), &op)    \
                   ? sfpu_exec_##NAME(core, a, &op)                                           \
                   : sfpu_any_##NAME(core, word);                                             \
    }                                                                                         \
    SFPU_BODY(NAME)

#endif
