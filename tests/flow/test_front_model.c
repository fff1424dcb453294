/* SPDX-License-Identifier: Apache-2.0
 *
 * Random programs of MOP_CFG, MOP and REPLAY beside a model of SPEC 2: the words that reach the
 * units, in their order. Words that no unit takes are skipped; the model does not need them. */
#include <string.h>

#include "heard.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

enum { PROGRAMS = 300, OFFERED = 24, ROOM = 200000 };

static struct stx_core core;
static uint32_t got[ROOM], expected[ROOM];
static unsigned got_count, expected_count;
static uint32_t seed = 11;

static uint32_t below(uint32_t n) {
    return (test_random(&seed) >> 4) % n;
}

static void hear(struct stx_listener *self, struct stx_core *of, const struct stx_event *e) {
    (void)self, (void)of;
    if (e->thread == 0 && got_count < ROOM) {
        got[got_count++] = e->word;
    }
}

static enum stx_verdict skip(void *ctx, const struct stx_fault *fault) {
    (void)ctx, (void)fault;
    return STX_SKIP;
}

static struct {
    uint32_t mask_high, config[9], buffer[32];
    unsigned at, left;
    bool executes;
} m;

static void unit(uint32_t word) {
    if (expected_count < ROOM) {
        expected[expected_count++] = word;
    }
}

static void replay(uint32_t word) {
    unsigned start = word >> 14 & 31, length = word >> 4 & 63;
    length = length ? length : 32;
    if (m.left) {
        m.left--;
        m.buffer[m.at++ % 32] = word;
        if (m.executes) {
            unit(word);
        }
    } else if (word >> 24 != 0x04) {
        unit(word);
    } else if (word & 1) {
        m.at = start;
        m.left = length;
        m.executes = word >> 1 & 1;
    } else {
        for (unsigned k = 0; k < length; k++) {
            unit(m.buffer[(start + k) % 32]);
        }
    }
}

/* A MOP starts with the configuration of its moment. */
static void masked(uint32_t word) {
    const uint32_t *c = m.config;
    uint32_t mask = m.mask_high << 16 | (word & 0xFFFF);
    for (unsigned n = 0; n <= (word >> 16 & 127); n++) {
        bool skips = n < 32 && (mask >> n & 1);
        replay(skips ? c[7] : c[3]);
        for (unsigned i = 4; !skips && (c[1] & 2) && i <= 6; i++) {
            replay(c[i]);
        }
        if (c[1] & 1) {
            replay(skips ? c[8] : c[2]);
        }
    }
}

static bool present(uint32_t word) {
    return word >> 24 != 0x02;
}

static void loops(void) {
    const uint32_t *c = m.config;
    unsigned outer = c[0] % 128, inner = c[1] % 128 * (present(c[6]) ? 2 : 1);
    if (outer == 1 && !present(c[2]) && inner == 0 && present(c[3])) {
        outer = 129;
    }
    for (unsigned o = 1; o <= outer; o++) {
        if (present(c[2])) {
            replay(c[2]);
        }
        for (unsigned i = 1; i <= inner; i++) {
            replay(i == inner ? c[o == outer ? 7 : 8] : present(c[6]) && i % 2 == 0 ? c[6] : c[5]);
        }
        if (present(c[3])) {
            replay(c[3]);
        }
        if (present(c[3]) && present(c[4])) {
            replay(c[4]);
        }
    }
}

static void offer(uint32_t word) {
    if (word >> 24 == 0x03) {
        m.mask_high = word & 0xFFFF;
    } else if (word >> 24 != 0x01) {
        replay(word);
    } else if (word >> 23 & 1) {
        loops();
    } else {
        masked(word);
    }
    (void)stx_issue(&core, 0, word);
}

static uint32_t plain(void) {
    return TT_OP_SETDMAREG(0, below(16384), 0, 0);
}

static uint32_t any_replay(void) {
    uint32_t ignored = below(4) ? 0 : below(16) << 10;
    return ignored |
           TT_OP_REPLAY(below(32), below(2) ? below(4) : below(33), below(2), below(3) == 0);
}

/* Loops of few rounds, or of any number without a REPLAY inside; the bits above the seven that
 * count are anything. */
static void configure(void) {
    unsigned most = below(8) ? 4 : 128;
    for (unsigned i = 0; i < 9; i++) {
        unsigned kind = below(8);
        uint32_t word = kind < 3 ? TT_OP_NOP : kind == 3 && most == 4 ? any_replay() : plain();
        if (i < 2) {
            word = below(most) | below(2) << 7 | below(2) << 20;
        }
        m.config[i] = word;
        stx_mop_write(&core, 0, i, word);
    }
}

static uint32_t any_word(void) {
    switch (below(7)) {
    case 0:
        return TT_OP_MOP_CFG(below(65536));
    case 1:
        configure();
        return TT_OP_MOP(1, 0, 0);
    case 2:
        configure();
        return TT_OP_MOP(0, below(4) ? below(5) : below(128), below(65536));
    case 3:
    case 4:
        return any_replay();
    default:
        return plain();
    }
}

TEST(what_reaches_the_units_is_what_the_model_says) {
    for (unsigned n = 0; n < PROGRAMS; n++) {
        stx_init(&core, NULL, 0, &(struct stx_port){.fault = skip});
        heard_by(&core, STX_HEAR(END), hear);
        memset(&m, 0, sizeof m);
        got_count = expected_count = 0;
        for (unsigned i = 0; i < OFFERED; i++) {
            offer(any_word());
        }
        CHECK_EQ(got_count, expected_count);
        CHECK(!memcmp(got, expected, got_count * sizeof got[0]));
    }
}

/* A bit that these words do not have breaks a rule, each bit for itself; the others do not. */
TEST(each_bit_that_means_nothing_breaks_its_rule) {
    for (unsigned bit = 0; bit < 24; bit++) {
        const struct {
            uint32_t word;
            bool is_free;
            enum stx_rule rule;
        } words[] = {
            {TT_OP_MOP(1, 0, 0), bit == 23, STX_RULE_MOP_COUNT},
            {TT_OP_MOP(0, 0, 0), true, STX_RULE_MOP_COUNT},
            {TT_OP_MOP_CFG(0), bit < 16, STX_RULE_RESERVED_BITS},
            {TT_OP_REPLAY(0, 1, 0, 1), bit != 2 && bit != 3 && bit < 19, STX_RULE_RESERVED_BITS}};
        for (unsigned i = 0; i < 4; i++) {
            stx_init(&core, NULL, 0, NULL);
            stx_policy_set(&core, STX_RULE_REPLAY_LENGTH, STX_POLICY_SILICON);
            stx_policy_set(&core, STX_RULE_UNKNOWN_OPCODE, STX_POLICY_SKIP);
            (void)stx_issue(&core, 0, words[i].word | 1u << bit);
            CHECK_EQ(stx_rule_count(&core, words[i].rule), !words[i].is_free);
            CHECK_EQ(stx_last_fault(&core)->kind != STX_FAULT_NONE, !words[i].is_free);
            CHECK_EQ(stx_last_fault(&core)->detail, 0);
        }
    }
}

/* 32 is the most, 0 means 32; nothing but the six bits of the length counts. */
TEST(a_replay_longer_than_the_buffer_breaks_its_rule) {
    for (unsigned length = 0; length < 1024; length++) {
        stx_init(&core, NULL, 0, NULL);
        CHECK_EQ(stx_issue(&core, 0, TT_OP_REPLAY(0, length, 0, 1)),
                 length % 64 > 32 ? STX_FAULT : STX_DONE);
        CHECK_EQ(stx_rule_count(&core, STX_RULE_REPLAY_LENGTH), length % 64 > 32);
    }
}

static enum stx_verdict stop(void *ctx, const struct stx_fault *fault) {
    (void)ctx, (void)fault;
    return STX_STOP;
}

TEST(a_fault_that_stops_drops_the_rest_of_a_replay) {
    const uint32_t illegal = 0xFF000000u, first = TT_OP_SETDMAREG(0, 1, 0, 0),
                   last = TT_OP_SETDMAREG(0, 2, 0, 0);
    stx_init(&core, NULL, 0, &(struct stx_port){.fault = stop});
    heard_by(&core, STX_HEAR(END), hear);
    (void)stx_issue(&core, 0, TT_OP_REPLAY(0, 3, 0, 1));
    (void)stx_issue(&core, 0, first);
    (void)stx_issue(&core, 0, illegal);
    (void)stx_issue(&core, 0, first);
    got_count = 0;
    CHECK_EQ(stx_issue(&core, 0, TT_OP_REPLAY(0, 3, 0, 0)), STX_FAULT);
    CHECK(!core.front[0].held && !core.front[0].stage && !core.front[0].replay_left);
    CHECK_EQ(stx_issue(&core, 0, last), STX_DONE);
    CHECK(got_count == 2 && got[0] == first && got[1] == last);
}

/* As silicon does it, bit 2 beside execute_while_loading is no second one. */
TEST(a_reserved_bit_does_not_execute_while_loading) {
    stx_init(&core, NULL, 0, NULL);
    heard_by(&core, STX_HEAR(END), hear);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    got_count = 0;
    (void)stx_issue(&core, 0, TT_OP_REPLAY(0, 1, 0, 1) | 1u << 2);
    CHECK_EQ(stx_issue(&core, 0, TT_OP_NOP), STX_DONE);
    CHECK_EQ(got_count, 0);
}

/* The first word of a MOP waits; the next one is a REPLAY that breaks a rule. Meanwhile another
 * thread executes. */
TEST(a_replay_that_is_refused_is_a_fault_of_its_thread) {
    const uint32_t wait = TT_OP_SEMWAIT(1, 2, 1), bad = TT_OP_REPLAY(0, 1, 0, 0) | 1u << 2;
    const uint32_t config[9] = {1, 1, wait, bad, TT_OP_NOP, wait, TT_OP_NOP, TT_OP_NOP, TT_OP_NOP};
    uint32_t word;
    stx_init(&core, NULL, 0, NULL);
    for (unsigned i = 0; i < 9; i++) {
        stx_mop_write(&core, 1, i, config[i]);
    }
    CHECK_EQ(stx_issue(&core, 1, TT_OP_MOP(1, 0, 0)), STX_WAIT);
    CHECK_EQ(stx_issue(&core, 0, TT_OP_NOP), STX_DONE);
    CHECK(stx_take_pending(&core, 1, &word) && word == wait);
    CHECK(stx_take_pending(&core, 1, &word) && word == TT_OP_NOP); /* the body: one round */
    CHECK_EQ(stx_try(&core, 0, TT_OP_NOP), STX_DONE);
    CHECK(!stx_take_pending(&core, 1, &word));
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_RESERVED_BITS);
    CHECK_EQ(stx_last_fault(&core)->thread, 1);
    CHECK_EQ(stx_last_fault(&core)->word, bad);
}

static void posts_semaphore_1(void *ctx, unsigned thread) {
    (void)ctx, (void)thread;
    stx_semaphore_post(&core, 1);
}

/* What the port has found before is forgotten when it is asked again. */
TEST(after_a_deadlock_words_can_wait_again) {
    stx_init(&core, NULL, 0, &(struct stx_port){.yield = posts_semaphore_1});
    stx_raise(&core, STX_RULE_DEADLOCK, 0, 0);
    CHECK_EQ(stx_issue(&core, 0, TT_OP_SEMWAIT(1, 2, 1)), STX_DONE);
}

int main(void) {
    RUN(a_fault_that_stops_drops_the_rest_of_a_replay);
    RUN(a_reserved_bit_does_not_execute_while_loading);
    RUN_IF(STX_THREADS == 3, a_replay_that_is_refused_is_a_fault_of_its_thread);
    RUN(after_a_deadlock_words_can_wait_again);
    RUN(each_bit_that_means_nothing_breaks_its_rule);
    RUN(a_replay_longer_than_the_buffer_breaks_its_rule);
    RUN(what_reaches_the_units_is_what_the_model_says);
    return test_summary();
}
