/* SPDX-License-Identifier: Apache-2.0
 *
 * What the library for one chip says of words that it cannot execute, and to programs that were
 * compiled for the other chip. */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "softensix/isa.h"
#include "softensix/softensix.h"
#include "test.h"

static struct stx_core core, before;
static uint8_t l1[4096];

/* Unimplemented ones and those that no document explains; of opcodes without a row none exists. */
static enum stx_rule fault_of(const struct stx_insn *insn) {
    return !insn                          ? STX_RULE_UNKNOWN_OPCODE
           : insn->unit == STX_UNIT_FRONT ? STX_RULE_FRONT_END_ONLY
           : insn->executes               ? STX_RULE_NONE
                                          : stx_last_fault(&core)->rule;
}

TEST(a_word_without_a_body_faults_with_the_reason_and_changes_nothing) {
    for (uint32_t opcode = 0; opcode < 256; opcode++) {
        const struct stx_insn *insn = stx_insn_of(opcode << 24);
        if (insn && insn->executes && insn->unit != STX_UNIT_FRONT) {
            continue;
        }
        stx_init(&core, l1, sizeof l1, NULL);
        before = core;
        CHECK_EQ(stx_try(&core, 0, opcode << 24), STX_FAULT);
        enum stx_rule rule = stx_last_fault(&core)->rule;
        CHECK_EQ(rule, fault_of(insn));
        if (insn && !insn->executes) {
            CHECK(rule == STX_RULE_UNIMPLEMENTED || rule == STX_RULE_MISSING_SPEC);
        }
        CHECK(!memcmp(&core.rwc, &before.rwc, sizeof core.rwc));
        CHECK(!memcmp(&core.dst, &before.dst, sizeof core.dst));
        CHECK(!memcmp(core.cfg, before.cfg, sizeof core.cfg));
    }
}

/* The process ends in stx_misused(): by a signal, or with the status that the port's own gives. */
static bool is_refused(uint32_t layout) {
    pid_t child = fork();
    if (child == 0) {
        (void)!freopen("/dev/null", "w", stderr);
        stx_init_checked(&core, sizeof core, layout, l1, sizeof l1, NULL);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

TEST(a_program_for_the_other_chip_is_refused) {
    CHECK(!is_refused(STX_LAYOUT));
    CHECK(is_refused(STX_LAYOUT ^ 1u << 29));
}

int main(void) {
    RUN(a_word_without_a_body_faults_with_the_reason_and_changes_nothing);
    RUN(a_program_for_the_other_chip_is_refused);
    return test_summary();
}
