/* SPDX-License-Identifier: Apache-2.0
 *
 * execute.c - the table's consumer that executes: one decoder an instruction, one row an opcode.
 */
#include "execute/execute.h"

#include "core/fault.h"
#include "regs/src.h"
#include "sfpu/template.h"

/* Decoders: word -> arguments -> body. */
#define F(name, low, width) .name = (word >> (low)) & ((1u << (width)) - 1u),
#define INSN(NAME, opcode, unit, properties, ...)                                              \
    static enum stx_result run_##NAME(struct stx_core *core, unsigned thread, uint32_t word) { \
        const struct stx_args_##NAME a = {.word = word, __VA_ARGS__};                          \
        return stx_exec_##NAME(core, thread, &a);                                              \
    }
#define TODO(...)
#define FRNT(...)
#define DARK(...)
#include "isa/blackhole.def"
#undef F
#undef INSN
#undef TODO
#undef FRNT
#undef DARK

struct row {
    enum stx_result (*run)(struct stx_core *core, unsigned thread, uint32_t word);
    uint32_t reserved;
    uint16_t properties;
    uint8_t unit;
    uint8_t fault; /* the rule that executing it breaks, if there is no body */
};

#define F(name, low, width) | (((1u << (width)) - 1u) << (low))
#define ROW(opcode, run, unit, properties, fault, ...) \
    [opcode] = {run, 0xFFFFFFu & ~(0u __VA_ARGS__), properties, STX_UNIT_##unit, fault},
#define INSN(NAME, opcode, unit, properties, ...) \
    ROW(opcode, run_##NAME, unit, properties, STX_RULE_NONE, __VA_ARGS__)
#define TODO(NAME, opcode, unit, properties, ...) \
    ROW(opcode, NULL, unit, properties, STX_RULE_UNIMPLEMENTED, __VA_ARGS__)
#define FRNT(NAME, opcode, unit, properties, ...) \
    ROW(opcode, NULL, unit, properties, STX_RULE_FRONT_END_ONLY, __VA_ARGS__)
#define DARK(NAME, opcode, unit, properties, ...) \
    ROW(opcode, NULL, unit, properties, STX_RULE_MISSING_SPEC, __VA_ARGS__)
static const struct row rows[STX_OPCODES] = {
#include "isa/blackhole.def"
};
#undef F
#undef ROW
#undef INSN
#undef TODO
#undef FRNT
#undef DARK

static bool sources_ready(const struct stx_core *core, uint32_t properties) {
    return (!(properties & STX_P_WAITS_SRCA) || src_ready(&core->srca)) &&
           (!(properties & STX_P_WAITS_SRCB) || src_ready(&core->srcb));
}

#if STX_DST_ROWS < STX_DST_NAMES || !STX_SRC_LOW
/* A word that touched what is not there faults when it is done. */
static enum stx_result execute_small(struct stx_core *core, unsigned thread, uint32_t word,
                                     const struct row *row) {
    core->dst.absent = core->srca.absent = core->srcb.absent = 0;
    enum stx_result result = row->run(core, thread, word);
    if (core->dst.absent | core->srca.absent | core->srcb.absent) {
        return stx_fail(core, STX_RULE_NOT_PRESENT, 0);
    }
    return result;
}
#endif

static inline enum stx_result execute_row(struct stx_core *core, unsigned thread, uint32_t word,
                                          const struct row *row) {
    if (!sources_ready(core, row->properties)) {
        return STX_WAIT;
    }
#if STX_DST_ROWS < STX_DST_NAMES || !STX_SRC_LOW
    return execute_small(core, thread, word, row);
#else
    return row->run(core, thread, word);
#endif
}

/* No body, a template, reserved bits: apart, for the sake of all other words. */
static __attribute__((noinline)) enum stx_result execute_with_care(struct stx_core *core,
                                                                   unsigned thread, uint32_t word) {
    const struct row *row = &rows[word_opcode(word)];
    if (!row->run) {
        return stx_fail(core, row->unit ? (enum stx_rule)row->fault : STX_RULE_UNKNOWN_OPCODE, 0);
    }
    if (row->unit == STX_UNIT_SFPU && !core->sfpu.issue && sfpu_is_template(core, word)) {
        return sfpu_store_template(core, thread, word);
    }
    if ((word & row->reserved) && !stx_allow(core, STX_RULE_RESERVED_BITS)) {
        return STX_FAULT;
    }
    return execute_row(core, thread, word, row);
}

/* VD, wherever it lies, is 12..15. */
static inline bool may_be_template(const struct row *row, uint32_t word) {
    return row->unit == STX_UNIT_SFPU &&
           ((word & 0xC0u) == 0xC0u || (word & 0xC00000u) == 0xC00000u);
}

enum stx_result execute_word(struct stx_core *core, unsigned thread, uint32_t word) {
    const struct row *row = &rows[word_opcode(word)];
    if (!row->run || (word & row->reserved) || may_be_template(row, word)) {
        return execute_with_care(core, thread, word);
    }
    return execute_row(core, thread, word, row);
}
