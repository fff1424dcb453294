/* SPDX-License-Identifier: Apache-2.0
 *
 * execute.h - finds and calls the body that executes a plain word. */
#ifndef STX_FRONTEND_EXECUTE_H
#define STX_FRONTEND_EXECUTE_H

#include "isa/args.h"
#include "num/compiler.h"
#include "private.h"

/* Hosts know which words are sure. Other machines do not, because that takes one more load. */
#if defined __x86_64__ || defined __aarch64__
#define EXECUTE_KNOWS_SURE 1
#else
#define EXECUTE_KNOWS_SURE 0
#endif

/* What execution needs to know about an opcode. */
struct execute_row {
    /* Decodes the fields of the word and calls the body. */
    enum stx_result (*run)(struct stx_core *core, unsigned thread, uint32_t word);
    uint32_t simple;     /* a word with no bits other than these is simple */
    uint32_t fields;     /* all other bits are reserved; 0 if there is no body */
    uint8_t waits;       /* enum stx_wait */
    uint8_t template_at; /* lowest bit of VD if the word can become a template; otherwise 0 */
    uint8_t unit;
    uint8_t fault; /* the rule that executing it breaks, if there is no body */
#if EXECUTE_KNOWS_SURE
    uint32_t sure; /* a word with no bits other than these is sure, which implies simple */
#endif
};
/* The rows by opcode. A library compiled for size has only those of instructions, and row 0 for all
 * other opcodes; stx_execute_places tells where that of an opcode is. */
extern const struct execute_row execute_rows[];
extern const uint8_t stx_execute_places[];

static inline const struct execute_row *execute_row_of(uint32_t word) {
#if IS_SMALL
    return &execute_rows[stx_execute_places[stx_opcode_of(word)]];
#else
    return &execute_rows[stx_opcode_of(word)];
#endif
}

/* The result is 0 for a simple word, whose body is called without further checks: it has a body, no
 * reserved bit is set, and it does not wait for a source, release a bank or become a template. */
static inline uint32_t execute_special_bits(const struct execute_row *row, uint32_t word) {
    return word & ~row->simple;
}

/* Of a sure word. It is 0 if no word of the opcode is sure, or if this is not known. */
static inline uint32_t execute_sure_bits(const struct execute_row *row) {
#if EXECUTE_KNOWS_SURE
    return row->sure;
#else
    return (void)row, 0;
#endif
}

/* True if the word is sure: executing it ends with STX_DONE in any case and calls no callback. The
 * word 0 is never sure. */
static inline bool execute_is_sure(const struct execute_row *row, uint32_t word) {
    return EXECUTE_KNOWS_SURE && LIKELY(word != 0) && LIKELY(!(word & ~execute_sure_bits(row)));
}

/* On Wormhole, true if this word may read a result of the word before it too early. Then
 * execute_behind_late() executes it (early_wormhole.c). */
static inline bool execute_looks_back(const struct stx_core *core) {
    return STX_LATE_UNGUARDED && core->sfpu.late;
}
enum stx_result execute_behind_late(struct stx_core *core, unsigned thread, uint32_t word);

/* Decodes and executes one plain word. stx_try() and stx_issue() handle callbacks, counting and the
 * cycles of the vector unit. */
enum stx_result execute_word(struct stx_core *core, unsigned thread, uint32_t word);

/* The same if no sequence of the vector unit is under way. */
static inline enum stx_result execute_plain(struct stx_core *core, unsigned thread, uint32_t word) {
    return STX_LATE_UNGUARDED && execute_looks_back(core) ? execute_behind_late(core, thread, word)
                                                          : execute_word(core, thread, word);
}

#endif
