/* SPDX-License-Identifier: Apache-2.0
 *
 * execute.c - executes one plain word. Each opcode has a row, which is made from the table of
 * instructions. */
#include "frontend/execute.h"

#include "core/fault.h"
#include "isa/masks.def"
#include "regs/src.h"
#include "sfpu/vector_issue.h"
#include "sfpu/template.h"

/* The word 0 has no bits set, so execute_special_bits() is 0 and it runs this function, which
 * faults. */
static enum stx_result run_zero(struct stx_core *core, unsigned thread, uint32_t word) {
    (void)thread, (void)word;
    return stx_fail(core, STX_RULE_UNKNOWN_OPCODE, 0);
}

/* Compiled for size: the places of rows, and the place of each opcode's row. */
#if IS_SMALL
enum {
    PLACE_OF_OTHERS,
#define INSN(NAME, ...) PLACE_##NAME,
#include "isa/tensix.def"
    ROWS
};
typedef char a_byte_holds_a_place[ROWS <= 256 ? 1 : -1];
#define INSN(NAME, opcode, ...) [opcode] = PLACE_##NAME,
const uint8_t stx_execute_places[STX_OPCODES] = {
#include "isa/tensix.def"
};
#define AT(NAME, opcode) [PLACE_##NAME]
#else
enum { ROWS = STX_OPCODES };
#define AT(NAME, opcode) [opcode]
#endif

#define WAITS(what) .waits = STX_WAIT_##what,
#define ROW(body, of, rule) .run = body, .unit = STX_UNIT_##of, .fault = STX_RULE_##rule
#if EXECUTE_KNOWS_SURE
#define SURE_BITS(bits) , .sure = (bits)
#else
#define SURE_BITS(bits)
#endif
#define INSN(NAME, opcode, of, facts, ...) \
    AT(NAME, opcode) = {ROW(stx_exec_##NAME, of, NONE), MASKS_##NAME, facts},
#define SFPU_INSN(NAME, opcode, facts, ...) \
    AT(NAME, opcode) = {ROW(stx_exec_##NAME, SFPU, NONE), MASKS_##NAME, facts},
#define FRNT(NAME, opcode, of, ...) AT(NAME, opcode) = {ROW(NULL, of, FRONT_END_ONLY)},
#define DARK(NAME, opcode, of, ...) AT(NAME, opcode) = {ROW(NULL, of, MISSING_SPEC)},
const struct execute_row execute_rows[ROWS] = {
    [0] = {.run = run_zero},
#include "isa/tensix.def"
};
#undef ROW

/* Only waits for SrcA and SrcB are checked here: they are the lowest values of enum stx_wait.
 * The instructions' bodies check all others. */
static inline bool sources_ready(const struct stx_core *core, unsigned waits) {
    return waits > STX_WAIT_BOTH || ((!(waits & STX_WAIT_SRCA) || src_ready(&core->srca)) &&
                                     (!(waits & STX_WAIT_SRCB) || src_ready(&core->srcb)));
}

static inline enum stx_result execute_row(struct stx_core *core, unsigned thread, uint32_t word,
                                          const struct execute_row *row) {
    return sources_ready(core, row->waits) ? row->run(core, thread, word) : STX_WAIT;
}

/* Rare words: those without a body, those that become a template, and those with reserved bits set.
 * This separate function keeps their tests out of the path of all other words. */
static __attribute__((noinline)) enum stx_result execute_with_care(struct stx_core *core,
                                                                   unsigned thread, uint32_t word) {
    const struct execute_row *row = execute_row_of(word);
    if (!row->fields) {
        return stx_fail(core, row->unit ? (enum stx_rule)row->fault : STX_RULE_UNKNOWN_OPCODE, 0);
    }
    if (row->template_at && !core->sfpu.issue && sfpu_is_template(core, word)) {
        return sfpu_store_template(core, thread, word);
    }
    if ((word & ~row->fields) && !sfpu_allow(core, STX_RULE_RESERVED_BITS)) {
        return STX_FAULT;
    }
    return execute_row(core, thread, word, row);
}

/* True if VD is 12..15. */
static inline bool may_be_template(const struct execute_row *row, uint32_t word) {
    uint32_t vd_12 = 12u << row->template_at;
    return row->template_at && (word & vd_12) == vd_12;
}

enum stx_result execute_word(struct stx_core *core, unsigned thread, uint32_t word) {
    const struct execute_row *row = execute_row_of(word);
    if ((word & ~row->fields) || may_be_template(row, word)) {
        return execute_with_care(core, thread, word);
    }
    return execute_row(core, thread, word, row);
}
