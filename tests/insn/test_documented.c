/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Modes that documents describe and no golden vector visits: what they change, and whether a strict
 * core refuses them. */
#include <stdbool.h>
#include <string.h>

#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core, before;
static uint8_t l1[256];
static unsigned changes;
static char changed[64]; /* the last element that differs */

static void start(enum stx_policy policy) {
    stx_init(&core, l1, sizeof l1, NULL);
    stx_policy_set_all(&core, policy);
    for (unsigned i = 0; i < STX_THREADS; i++) {
        core.rwc[i] = (struct stx_rwc){.dst = 11, .srca = 12, .srcb = 13, .fidelity = 2};
    }
}

static void note(void *ctx, const struct stx_item *item, uint32_t element, uint32_t a, uint32_t b) {
    (void)ctx;
    if (strcmp(item->name, "retired") && strncmp(item->name, "front", 5)) {
        snprintf(changed, sizeof changed, "%s %u: %u %u", item->name, (unsigned)element,
                 (unsigned)a, (unsigned)b);
        changes++;
    }
}

/* Runs a word on thread 1; how many elements it changes, 1000 if it is not done. */
static unsigned run(enum stx_policy policy, uint32_t word) {
    start(policy);
    before = core;
    changes = 0;
    enum stx_result result = stx_issue(&core, 1, word);
    stx_diff(&before, &core, note, NULL);
    return result == STX_DONE ? changes : 1000;
}

/* A strict core refuses the word for this rule and stays as it was. */
static bool refused(uint32_t word, enum stx_rule rule) {
    return run(STX_POLICY_FAULT, word) == 1000 && changes == 0 &&
           stx_last_fault(&core)->rule == rule;
}

TEST(setrwc_sets_sp_from_three_fields) {
    CHECK_EQ(run(STX_POLICY_FAULT, TT_OP_SETRWC(0, 0, 2, 3, 4, 16)), 1);
    CHECK(!strcmp(changed, "rwc[1].sp 0: 0 564")); /* 0x234 */
    CHECK_EQ(run(STX_POLICY_FAULT, TT_OP_SETRWC(0, 0, 15, 3, 4, 16)), 1);
    CHECK_EQ(core.rwc[1].sp, 0x334); /* ten bits */
    CHECK(refused(TT_OP_SETRWC(0, 8, 2, 3, 4, 16), STX_RULE_RWC_MODE));
    CHECK(refused(TT_OP_SETRWC(0, 0, 2, 3, 4, 32), STX_RULE_RWC_MODE));
}

TEST(setibrwc_changes_nothing_and_is_refused_by_a_strict_core) {
    CHECK_EQ(run(STX_POLICY_SILICON, TT_OP_SETIBRWC(63, 0xFFF, 63)), 0);
    CHECK(refused(TT_OP_SETIBRWC(0, 1, 1), STX_RULE_BIAS));
}

TEST(setadc_can_name_another_thread) {
    uint32_t word = TT_OP_SETADC(1, 1, 2, 3u << 16 | 77); /* unpacker 0, channel 1, Z, thread 2 */
    CHECK_EQ(run(STX_POLICY_SILICON, word), 2);
    CHECK_EQ(core.adc[2][0].at[1][2], 77);
    CHECK_EQ(core.adc[2][0].cr[1][2], 77);
    CHECK(refused(word, STX_RULE_ADC_THREAD));
    CHECK_EQ(run(STX_POLICY_FAULT, TT_OP_SETADC(1, 1, 2, 77)), 2);
    CHECK_EQ(core.adc[1][0].at[1][2], 77);
}

TEST(streamwait_never_waits_and_is_refused_by_a_strict_core) {
    CHECK_EQ(run(STX_POLICY_SILICON, TT_OP_STREAMWAIT(1, 2, 1, 3)), 0);
    CHECK(refused(TT_OP_STREAMWAIT(1, 2, 1, 3), STX_RULE_STREAM));
}

TEST(nothing_is_outstanding_for_the_dma) {
    CHECK_EQ(run(STX_POLICY_FAULT, TT_OP_FLUSHDMA(0xF)), 0);
    CHECK_EQ(run(STX_POLICY_FAULT, TT_OP_FLUSHDMA(0)), 0);
    CHECK_EQ(run(STX_POLICY_FAULT, TT_OP_RSTDMA), 0);
    CHECK_EQ(run(STX_POLICY_FAULT, TT_OP_DMANOP), 0);
}

TEST(there_are_no_streams_to_pop_or_to_tell) {
    for (unsigned pop = 0; pop < 4; pop++) {
        if (pop != 1) { /* 1 clears the bank */
            CHECK_EQ(run(STX_POLICY_FAULT, TT_OP_UNPACR_NOP(0, 5, 1, 1, 0, 0, 0, 0, pop)), 0);
        }
    }
    CHECK_EQ(run(STX_POLICY_FAULT, TT_OP_PACR_SETREG(1, 1, 77, 2, 1, 3, 1, 1)), 0);
}

TEST(gates_have_no_state) {
    CHECK_EQ(run(STX_POLICY_FAULT, TT_OP_GATESRCRST(1, 1)), 0);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, setrwc_sets_sp_from_three_fields);
    RUN_IF(STX_THREADS == 3, setibrwc_changes_nothing_and_is_refused_by_a_strict_core);
    RUN_IF(STX_THREADS == 3, setadc_can_name_another_thread);
    RUN_IF(STX_THREADS == 3, streamwait_never_waits_and_is_refused_by_a_strict_core);
    RUN_IF(STX_THREADS == 3, nothing_is_outstanding_for_the_dma);
    RUN_IF(STX_THREADS == 3, there_are_no_streams_to_pop_or_to_tell);
    RUN_IF(STX_THREADS == 3, gates_have_no_state);
    return test_summary();
}
