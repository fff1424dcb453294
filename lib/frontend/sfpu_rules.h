/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_rules.h - what vector words break, looked for before a cycle changes anything. */
#ifndef STX_FRONTEND_SFPU_RULES_H
#define STX_FRONTEND_SFPU_RULES_H

#include "softensix/core.h"
#include "private.h"

/* When a word executes; all that the rules ask of the vector unit's own state. */
struct sfpu_moment {
    unsigned depth; /* of the stack of flags */
    uint32_t lanes; /* that are enabled */
    bool live;      /* operations are pending or results on their way */
};

/* The rules that a word breaks, in the order in which they are asked about. */
struct sfpu_breaches {
    unsigned count;
    struct {
        enum stx_rule rule;
        uint32_t detail;
    } of[5];
};

/* Adds those of a word of the thread, and of a scheduled operation. */
void sfpu_find_breaches(const struct stx_core *core, unsigned thread, uint32_t word,
                        const struct sfpu_moment *when, struct sfpu_breaches *found);
void sfpu_find_scheduled(const struct stx_core *core, const struct stx_sfpu_op *op,
                         const struct sfpu_moment *when, struct sfpu_breaches *found);

/* Asks about all of them: true = go on. */
bool sfpu_let_pass(struct stx_core *core, const struct sfpu_breaches *found);

/* The depth of the stack of flags behind a word. */
unsigned sfpu_depth_after(uint32_t word, unsigned depth);

#endif
