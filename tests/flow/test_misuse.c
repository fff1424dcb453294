/* SPDX-License-Identifier: Apache-2.0
 *
 * Indices that callers give and that name nothing: recorded as misuse, never an access outside. */
#include <string.h>

#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core, before;
static unsigned words;

#define RECORDED(wanted) CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_##wanted)

static void start(void) {
    stx_init(&core, NULL, 0, NULL);
    before = core;
}

/* The policies, the last of which is followed by other fields. */
TEST(the_policy_of_no_rule_is_misuse) {
    for (unsigned far = 0; far < 3; far++) {
        start();
        stx_policy_set(&core, (enum stx_rule)(STX_RULES + 1000 * far), STX_POLICY_SILICON);
        RECORDED(BAD_INDEX);
        CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_MISUSE);
        CHECK(!memcmp(before.policy, core.policy, sizeof core.policy));
    }
    start();
    stx_policy_set(&core, STX_RULE_BIAS, (enum stx_policy)3);
    RECORDED(BAD_INDEX);
    CHECK_EQ(stx_policy_get(&core, STX_RULE_BIAS), STX_POLICY_FAULT);
    CHECK_EQ(stx_policy_get(&core, STX_RULES), STX_POLICY_FAULT);
    CHECK_EQ(stx_rule_count(&core, (enum stx_rule)100000), 0);
}

TEST(what_is_no_rule_has_no_name) {
    for (unsigned far = 0; far < 6; far++) {
        enum stx_rule none = (enum stx_rule)(STX_RULES + far);
        CHECK(!*stx_rule_name(none) && !*stx_rule_text(none) && !*stx_rule_reference(none));
        CHECK_EQ(stx_rule_count(&core, none), 0);
        enum stx_erratum other = (enum stx_erratum)(STX_ERRATA + far);
        CHECK(!*stx_erratum_name(other) && !*stx_erratum_text(other));
        CHECK(!*stx_erratum_reference(other));
        enum stx_departure third = (enum stx_departure)(STX_DEPARTURES + far);
        CHECK(!strcmp(stx_departure_name(third), "?") && !strcmp(stx_departure_text(third), "?"));
        CHECK(!strcmp(stx_departure_source(third), "?"));
        CHECK(!*stx_fault_kind_name((enum stx_fault_kind)(STX_FAULT_DEADLOCK + 1 + far)));
    }
}

/* Neither a switch nor a counter of anything that is there. */
TEST(a_departure_that_is_none_changes_nothing) {
    for (unsigned far = 0; far < 3; far++) {
        enum stx_departure none = (enum stx_departure)(STX_DEPARTURES + far);
        start();
        stx_departure_set(&core, none, STX_SIDE_SIMULATOR);
        CHECK_EQ(core.simulated, 0);
        CHECK_EQ(stx_departure_count(&core, none), 0);
    }
}

TEST(an_erratum_that_is_none_is_misuse) {
    static const unsigned none[] = {STX_ERRATA, STX_ERRATA + 1, 40};
    for (unsigned i = 0; i < 3; i++) {
        start();
        stx_erratum_set(&core, (enum stx_erratum)none[i], false);
        RECORDED(BAD_INDEX);
        CHECK_EQ(stx_last_fault(&core)->detail, none[i]);
        CHECK_EQ(core.errata_off, 0);
    }
}

TEST(a_thread_above_2_has_nothing_pending) {
    uint32_t word;
    for (unsigned thread = 3; thread < 300; thread += 31) {
        start();
        CHECK(!stx_take_pending(&core, thread, &word));
        RECORDED(BAD_THREAD);
        CHECK_EQ(stx_last_fault(&core)->thread, thread % 256); /* as far as a byte tells */
        CHECK_EQ(stx_last_fault(&core)->detail, thread);
        start();
        CHECK_EQ(stx_issue_from(&core, thread, TT_OP_NOP, "here"), STX_FAULT);
        RECORDED(BAD_THREAD);
        start();
        stx_mop_write(&core, thread, 0, 1);
        RECORDED(BAD_THREAD);
        CHECK(stx_wait_helpers(&core, thread, TT_OP_SEMWAIT(1, 1, 1)) <= 7);
    }
}

/* Each rule and each departure, and nothing besides. */
TEST(all_rules_and_all_departures_are_set_at_once) {
    static const enum stx_policy policies[] = {STX_POLICY_SKIP, STX_POLICY_FAULT};
    for (unsigned i = 0; i < 2; i++) {
        start();
        stx_policy_set_all(&core, STX_POLICY_SKIP);
        stx_policy_set_all(&core, policies[i]);
        for (unsigned rule = 0; rule < STX_RULES; rule++) {
            CHECK_EQ(stx_policy_get(&core, (enum stx_rule)rule), policies[i]);
        }
    }
    stx_departure_set_all(&core, STX_SIDE_SIMULATOR);
    CHECK_EQ(core.simulated, (UINT64_C(1) << STX_DEPARTURES) - 1);
    stx_departure_set_all(&core, STX_SIDE_SILICON);
    CHECK_EQ(core.simulated, 0);
    for (unsigned n = 0; n < STX_ERRATA; n++) {
        stx_erratum_set(&core, (enum stx_erratum)n, false);
        CHECK_EQ(core.errata_off, (UINT64_C(2) << n) - 1);
    }
    stx_erratum_set(&core, (enum stx_erratum)0, true);
    CHECK_EQ(core.errata_off, (UINT64_C(1) << STX_ERRATA) - 2);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_NONE);
}

/* A fault that the port raises: with the word that the thread holds, and where that stands. */
TEST(what_a_port_raises_tells_the_held_word_of_a_thread_that_is_there) {
    for (unsigned thread = 0; thread <= STX_THREADS; thread++) {
        for (unsigned held = 0; held < 2; held++) {
            start();
            for (unsigned t = 0; t < STX_THREADS; t++) {
                core.front[t].word = TT_OP_NOP + t + 1;
                core.front[t].held = (uint8_t)held;
                core.place[t] = "here";
            }
            stx_raise(&core, STX_RULE_DEADLOCK, thread, 7);
            RECORDED(DEADLOCK);
            const struct stx_fault *fault = stx_last_fault(&core);
            bool there = thread < STX_THREADS;
            CHECK_EQ(fault->word, there && held ? TT_OP_NOP + thread + 1 : 0);
            CHECK_EQ(fault->where != NULL, there);
            CHECK_EQ(fault->thread, thread);
            CHECK_EQ(fault->detail, 7);
            CHECK_EQ(core.given_up, 1);
            stx_raise(&core, STX_RULE_STACK_OVERFLOW, 0, 8);
            RECORDED(DEADLOCK); /* the first is kept */
            CHECK_EQ(core.given_up, 0);
            CHECK_EQ(stx_rule_count(&core, STX_RULE_STACK_OVERFLOW), 1);
        }
    }
}

/* The last thread but not the next one, nor any after it. */
TEST(an_access_of_no_thread_changes_nothing) {
    enum { GPR = 0xFFE00000, LAST = STX_THREADS - 1 };
    static const unsigned none[] = {STX_THREADS, STX_THREADS + 1, 255, 256, 0xFFFFFFFF};
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++) {
        start();
        stx_mmio_write(&core, none[i], GPR + 4, 5);
        RECORDED(BAD_THREAD);
        CHECK(!memcmp(core.gpr, before.gpr, sizeof core.gpr));
        stx_clear_fault(&core);
        CHECK_EQ(stx_mmio_read(&core, none[i], GPR + 4), 0);
        RECORDED(BAD_THREAD);
        start();
        CHECK_EQ(stx_issue(&core, none[i], TT_OP_INCRWC(0, 1, 0, 0)), STX_FAULT);
        RECORDED(BAD_THREAD);
        start();
        CHECK_EQ(stx_issue(&core, none[i], TT_OP_MOP(1, 0, 0)), STX_FAULT);
        RECORDED(BAD_THREAD);
        CHECK(!memcmp(core.front, before.front, sizeof core.front));
        CHECK(!memcmp(core.rwc, before.rwc, sizeof core.rwc)); /* they lie behind */
        start();
        CHECK_EQ(stx_try(&core, none[i], TT_OP_INCRWC(0, 1, 0, 0)), STX_FAULT);
        RECORDED(BAD_THREAD);
        CHECK(!memcmp(core.rwc, before.rwc, sizeof core.rwc));
    }
    start();
    stx_mmio_write(&core, LAST, GPR + 4, 5);
    CHECK_EQ(stx_mmio_read(&core, LAST, GPR + 4), 5);
    CHECK_EQ(stx_issue(&core, LAST, TT_OP_NOP), STX_DONE);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_NONE);
}

TEST(a_word_of_the_mop_configuration_above_8_is_misuse) {
    start();
    stx_mop_write(&core, 0, 8, 1);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_NONE);
    stx_mop_write(&core, 0, 9, 1);
    RECORDED(BAD_INDEX);
}

/* A register of each window; neighbours that are not aligned are no registers. */
TEST(an_unaligned_register_address_is_no_register) {
    static const uint32_t window[] = {0xFFE00000, 0xFFE40000, 0xFFE80020, 0xFFEF0000,
                                      0xFFB80000, 0xFFB12068, 0xFFBD8000};
    for (unsigned i = 0; i < sizeof window / sizeof window[0]; i++) {
        for (uint32_t off = 1; off < 4; off++) {
            start();
            CHECK(!stx_mmio_has(&core, window[i] + off));
            stx_mmio_write(&core, 0, window[i] + off, 0xFFFFFFFF);
            RECORDED(MMIO_ADDRESS);
            CHECK_EQ(core.gpr[0][0] | core.cfg[0][0] | core.sem[0].value, 0);
            stx_clear_fault(&core);
            CHECK_EQ(stx_mmio_read(&core, 0, window[i] + off), 0);
            RECORDED(MMIO_ADDRESS);
        }
    }
}

static enum stx_verdict skip(void *ctx, const struct stx_fault *fault) {
    (void)ctx, (void)fault;
    words++;
    return STX_SKIP;
}

enum { MATH = STX_THREADS > 1 }; /* or the only thread */

/* Template 1: once a start word, here a REPLAY, and once the body, an INCRWC. */
static enum stx_result run_mop(uint32_t replay) {
    const uint32_t body = TT_OP_INCRWC(0, 1, 0, 0);
    uint32_t words_of_mop[] = {1, 1, replay, TT_OP_NOP, TT_OP_NOP, body, TT_OP_NOP, body, body};
    for (unsigned i = 0; i < 9; i++) {
        stx_mop_write(&core, MATH, i, words_of_mop[i]);
    }
    return stx_issue(&core, MATH, TT_OP_MOP(1, 0, 0));
}

/* Length 1, reading; bits 2, 3 and 23:19 are reserved. */
TEST(a_replay_with_reserved_bits_that_a_mop_makes_breaks_the_rule) {
    static const uint32_t reserved[] = {1u << 2, 1u << 3, 1u << 19, 1u << 23};
    for (unsigned i = 0; i < 4; i++) {
        uint32_t replay = TT_OP_REPLAY(0, 1, 0, 0) | reserved[i];
        start();
        CHECK_EQ(run_mop(replay), STX_FAULT);
        RECORDED(RESERVED_BITS);
        CHECK_EQ(stx_last_fault(&core)->word, replay);
        CHECK_EQ(core.rwc[MATH].dst, 0);
        CHECK_EQ(stx_issue(&core, MATH, TT_OP_NOP), STX_DONE); /* nothing is left of the MOP */
        start();
        core.port.fault = skip;
        words = 0;
        CHECK_EQ(run_mop(replay), STX_DONE);
        CHECK_EQ(words, 1);
        stx_init(&core, NULL, 0, NULL);
        stx_policy_set_all(&core, STX_POLICY_SILICON);
        core.front[MATH].replay[0] = TT_OP_INCRWC(0, 4, 0, 0);
        CHECK_EQ(run_mop(replay), STX_DONE);
        CHECK_EQ(core.rwc[MATH].dst, 4 + 1);
    }
}

TEST(a_replay_that_a_mop_makes_has_at_most_32_words) {
    start();
    CHECK_EQ(run_mop(TT_OP_REPLAY(0, 33, 0, 0)), STX_FAULT);
    RECORDED(REPLAY_LENGTH);
}

int main(void) {
    RUN(the_policy_of_no_rule_is_misuse);
    RUN(what_is_no_rule_has_no_name);
    RUN(a_departure_that_is_none_changes_nothing);
    RUN(an_erratum_that_is_none_is_misuse);
    RUN(a_thread_above_2_has_nothing_pending);
    RUN(all_rules_and_all_departures_are_set_at_once);
    RUN(what_a_port_raises_tells_the_held_word_of_a_thread_that_is_there);
    RUN(an_access_of_no_thread_changes_nothing);
    RUN(a_word_of_the_mop_configuration_above_8_is_misuse);
    RUN(an_unaligned_register_address_is_no_register);
    RUN(a_replay_with_reserved_bits_that_a_mop_makes_breaks_the_rule);
    RUN(a_replay_that_a_mop_makes_has_at_most_32_words);
    return test_summary();
}
