/* SPDX-License-Identifier: Apache-2.0
 *
 * execute.h - from a plain word to the body that executes it. */
#ifndef STX_FRONTEND_EXECUTE_H
#define STX_FRONTEND_EXECUTE_H

#include "isa/args.h"
#include "private.h"

/* What executing has to know of an opcode. */
struct execute_row {
    /* The body, which takes the word's fields apart. */
    enum stx_result (*run)(struct stx_core *core, unsigned thread, uint32_t word);
    uint32_t simple;     /* a word with no other bits than these can be run at once */
    uint32_t fields;     /* the others are reserved; 0: there is no body */
    uint8_t waits;       /* enum stx_wait */
    uint8_t template_at; /* lowest bit of VD, if it can become a template; else 0 */
    uint8_t unit;
    uint8_t fault; /* the rule that executing it breaks, if there is no body */
};
extern const struct execute_row execute_rows[STX_OPCODES];

static inline const struct execute_row *execute_row_of(uint32_t word) {
    return &execute_rows[word_opcode(word)];
}

/* There is a body, no reserved bit is set, the word waits for no source, gives no bank back and
 * becomes no template: all that is left to do is to run it. */
static inline bool execute_is_simple(const struct execute_row *row, uint32_t word) {
    return !(word & ~row->simple);
}

/* Decodes and executes one plain word. Callbacks, counting and the cycles of the vector unit are
 * the front end's. */
enum stx_result execute_word(struct stx_core *core, unsigned thread, uint32_t word);

#endif
