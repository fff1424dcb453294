/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Counters of register rows: address modifiers, SETRWC and INCRWC with random fields beside a model
 * of the tables of SPEC 3.2 and 3.3. */
#include "data.h"
#include "draw.h"
#include "counters/rwc.h"

static struct stx_rwc model;

static void any_counters(void) {
    model = (struct stx_rwc){.dst = (uint16_t)draw(1024),
                             .dst_cr = (uint16_t)draw(1024),
                             .sp = (uint16_t)draw(1024),
                             .srca = (uint8_t)draw(64),
                             .srca_cr = (uint8_t)draw(64),
                             .srcb = (uint8_t)draw(64),
                             .srcb_cr = (uint8_t)draw(64),
                             .fidelity = (uint8_t)draw(4),
                             .bias = (uint8_t)draw(2)};
    core.rwc[0] = model;
}

static void step_src(uint8_t *counter, uint8_t *copy, uint32_t increment, bool carry, bool clear) {
    uint32_t value = clear ? 0 : (carry ? *copy : *counter) + increment;
    *counter = (uint8_t)(value % 64);
    *copy = clear || carry ? *counter : *copy;
}

static void step_dst(uint32_t increment, bool carry, bool clear, bool to_carry) {
    uint32_t value = clear ? 0 : (carry && !to_carry ? model.dst_cr : model.dst) + increment;
    model.dst = (uint16_t)(value % 1024);
    model.dst_cr = clear || carry || to_carry ? model.dst : model.dst_cr;
}

static bool bit(uint32_t word, unsigned i) {
    return word >> i & 1;
}

static void step_by(uint32_t ab, uint32_t dst, uint32_t bias, bool fidelity) {
    step_src(&model.srca, &model.srca_cr, ab % 64, bit(ab, 6), bit(ab, 7));
    step_src(&model.srcb, &model.srcb_cr, ab >> 8 & 63, bit(ab, 14), bit(ab, 15));
    step_dst(dst % 1024, bit(dst, 10), bit(dst, 11), bit(dst, 12));
    if (fidelity) {
        model.fidelity = bit(dst, 15) ? 0 : (model.fidelity + (dst >> 13)) % 4;
    }
    model.bias = bit(bias, 4) ? 0 : model.bias ^ (bias % 4 != 0);
}

TEST(address_modifiers_follow_the_table) {
    start();
    for (unsigned i = 0; i < 20000; i++) {
        unsigned mode = draw(8);
        any_counters();
        for (unsigned word = 0; word < STX_TCFG_WORDS; word++) {
            core.tcfg[0][word] = (uint16_t)(draw(3) ? draw(65536) : 0);
        }
        const uint16_t *tcfg = core.tcfg[0];
        step_by(tcfg[12 + mode], tcfg[28 + mode], tcfg[47 + mode], i % 2);
        (i % 2 ? rwc_advance : rwc_advance_sfpu)(&core, 0, mode);
        CHECK(memcmp(&model, &core.rwc[0], sizeof model) == 0);
    }
}

static void set(uint32_t flags, uint32_t d, uint32_t b, uint32_t a, uint32_t mask) {
    if (bit(mask, 0)) {
        model.srca = model.srca_cr = (uint8_t)((a + (bit(flags, 0) ? model.srca_cr : 0)) % 64);
    }
    if (bit(mask, 1)) {
        model.srcb = model.srcb_cr = (uint8_t)((b + (bit(flags, 1) ? model.srcb_cr : 0)) % 64);
    }
    if (bit(mask, 2) || bit(flags, 3)) {
        uint32_t from = bit(flags, 3) ? model.dst : bit(flags, 2) ? model.dst_cr : 0;
        model.dst = model.dst_cr = (uint16_t)((d + from) % 1024);
    }
    if (bit(mask, 3)) {
        model.fidelity = 0;
    }
    if (bit(mask, 4)) {
        model.sp = (uint16_t)((d << 8 | b << 4 | a) % 1024);
    }
}

TEST(setrwc_and_incrwc_follow_the_table) {
    start();
    for (unsigned i = 0; i < 20000; i++) {
        uint32_t flags = draw(16), d = draw(16), b = draw(16), a = draw(16), mask = draw(32);
        mask = bit(flags, 3) ? mask & 15 : mask; /* Sp and C_TO_CR together have no rule */
        any_counters();
        if (i % 2) {
            set(flags, d, b, a, mask);
        } else {
            step_src(&model.srca, &model.srca_cr, a, bit(flags, 0), false);
            step_src(&model.srcb, &model.srcb_cr, b, bit(flags, 1), false);
            step_dst(d, bit(flags, 2), false, bit(flags, 3));
        }
        CHECK(done(i % 2 ? TT_OP_SETRWC(0, flags, d, b, a, mask) : TT_OP_INCRWC(flags, d, b, a)));
        CHECK(memcmp(&model, &core.rwc[0], sizeof model) == 0);
    }
}

/* Bit 5 of the mask, and bit 4 together with C_TO_CR. */
TEST(setrwc_without_a_rule_asks_the_policy) {
    for (unsigned flags = 0; flags < 16; flags++) {
        for (unsigned mask = 0; mask < 64; mask++) {
            bool odd = mask >= 32 || (mask >= 16 && flags >= 8);
            start();
            any_counters();
            CHECK_EQ(run(TT_OP_SETRWC(0, flags, 1, 2, 3, mask)), odd ? STX_FAULT : STX_DONE);
            if (odd) {
                CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_RWC_MODE);
                CHECK(memcmp(&model, &core.rwc[0], sizeof model) == 0);
            }
            stx_policy_set(&core, STX_RULE_RWC_MODE, STX_POLICY_SILICON);
            CHECK_EQ(run(TT_OP_SETRWC(0, flags, 1, 2, 3, mask)), STX_DONE);
        }
    }
}

TEST(setibrwc_changes_nothing) {
    start();
    any_counters();
    CHECK_EQ(run(TT_OP_SETIBRWC(0, 1, 1)), STX_FAULT);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_BIAS);
    stx_policy_set(&core, STX_RULE_BIAS, STX_POLICY_SILICON);
    CHECK(done(TT_OP_SETIBRWC(0, 1, 1)));
    CHECK(memcmp(&model, &core.rwc[0], sizeof model) == 0);
}

int main(void) {
    RUN(address_modifiers_follow_the_table);
    RUN(setrwc_and_incrwc_follow_the_table);
    RUN(setrwc_without_a_rule_asks_the_policy);
    RUN(setibrwc_changes_nothing);
    return test_summary();
}
