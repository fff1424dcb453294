/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_rules.h - finds the rules that vector words break, before a cycle changes anything. */
#ifndef STX_FRONTEND_SFPU_RULES_H
#define STX_FRONTEND_SFPU_RULES_H

#include "softensix/core.h"
#include "private.h"

/* The moment at which a word executes: all parts of the vector unit's state that the rules depend
 * on. */
struct sfpu_moment {
    unsigned depth; /* depth of the stack of flags */
    uint32_t lanes; /* the lanes that are enabled */
    bool live;      /* operations are pending, or results have not arrived yet */
};

/* The rules that a word breaks, in the order in which policies are consulted. */
struct sfpu_breaches {
    unsigned count;
    struct {
        enum stx_rule rule;
        uint32_t detail;
    } of[6];
};

/* Adds the rules that a word of the thread breaks, and those that a scheduled operation breaks. */
void sfpu_find_breaches(const struct stx_core *core, unsigned thread, uint32_t word,
                        const struct sfpu_moment *when, struct sfpu_breaches *found);
void sfpu_find_scheduled(const struct stx_core *core, const struct stx_sfpu_op *op,
                         const struct sfpu_moment *when, struct sfpu_breaches *found);

/* Records each of them. True to continue; false if the word is a fault. */
bool sfpu_let_pass(struct stx_core *core, const struct sfpu_breaches *found);

/* The depth of the stack of flags after a word. */
unsigned sfpu_depth_after(uint32_t word, unsigned depth);

#endif
