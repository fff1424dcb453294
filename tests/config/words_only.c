/* SPDX-License-Identifier: Apache-2.0
 *
 * The library with STX_PROFILE=words: every opcode finds its row, and faults are numbers without
 * texts (docs/firmware.md). That words compute the same is for programs that compute to say:
 * `make words-test` runs the demonstration, which compares every bit. */
#include "frontend/execute.h"
#include "softensix/isa.h"
#include "softensix/softensix.h"
#include "test.h"

static struct stx_core core;
static uint8_t l1[1024];

static enum stx_rule rule_of(uint32_t word) {
    stx_init(&core, l1, sizeof l1, NULL);
    return stx_try(&core, 0, word) == STX_FAULT ? stx_last_fault(&core)->rule : STX_RULE_NONE;
}

static bool is_front(const struct stx_insn *insn) {
    return insn->executes && insn->unit == STX_UNIT_FRONT;
}

TEST(an_opcode_without_a_body_is_the_fault_of_its_row) {
    for (uint32_t opcode = 0; opcode < 256; opcode++) {
        const struct stx_insn *insn = stx_insn_of(opcode << 24);
        if (!insn) {
            CHECK_EQ(rule_of(opcode << 24), STX_RULE_UNKNOWN_OPCODE);
        } else if (!insn->executes) {
            CHECK_EQ(rule_of(opcode << 24), STX_RULE_MISSING_SPEC);
        } else if (is_front(insn)) {
            CHECK_EQ(rule_of(opcode << 24), STX_RULE_FRONT_END_ONLY);
        }
    }
}

TEST(the_row_of_an_opcode_has_its_body) {
    static const struct {
        uint32_t opcode;
        enum stx_result (*body)(struct stx_core *core, unsigned thread, uint32_t word);
    } rows[] = {
#define INSN(NAME, code, ...) {code, stx_exec_##NAME},
#define FRNT(...)
#define DARK(...)
#include "isa/tensix.def"
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CHECK(execute_row_of(rows[i].opcode << 24)->run == rows[i].body);
    }
}

TEST(each_reserved_bit_of_each_opcode_is_a_fault) {
    unsigned checked = 0;
    for (size_t i = 0; stx_insn_at(i); i++) {
        const struct stx_insn *insn = stx_insn_at(i);
        for (unsigned bit = 0; insn->executes && !is_front(insn) && bit < 24; bit++) {
            bool reserved = insn->reserved >> bit & 1u;
            uint32_t word = (uint32_t)insn->opcode << 24 | 1u << bit;
            CHECK(!reserved || rule_of(word) == STX_RULE_RESERVED_BITS);
            CHECK(reserved || rule_of(word) != STX_RULE_RESERVED_BITS);
            checked += reserved;
        }
    }
    CHECK(checked > 100);
}

TEST(faults_have_numbers_and_no_texts) {
    CHECK_EQ(rule_of(0xFF000000), 1); /* as docs/firmware.md counts: UNKNOWN_OPCODE */
    CHECK_EQ(stx_last_fault(&core)->what[0], 0);
    CHECK_EQ(stx_last_fault(&core)->word, 0xFF000000);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_ILLEGAL);
    for (unsigned rule = 0; rule < STX_RULES; rule++) {
        CHECK_EQ(stx_rule_text((enum stx_rule)rule)[0], 0);
    }
}

int main(void) {
    RUN(an_opcode_without_a_body_is_the_fault_of_its_row);
    RUN(the_row_of_an_opcode_has_its_body);
    RUN(each_reserved_bit_of_each_opcode_is_a_fault);
    RUN(faults_have_numbers_and_no_texts);
    return test_summary();
}
