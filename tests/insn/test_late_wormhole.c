/* SPDX-License-Identifier: Apache-2.0
 *
 * Results that take two cycles on Wormhole: nothing waits for them, so a word that reads one in the
 * next cycle is a fault under the strict policy and a finding of the lint. The lists are those of
 * the scheduling sections of the vendor's ISA documentation (Wormhole B0: VectorUnit, SFPMAD,
 * SFPSHFT2). */
#include "heard.h"
#include "insn/sfpu.h"
#include "softensix/lint.h"

enum { LATE = 2, OTHER = 5, SPARE = 3 };

/* Words of the multiply-add unit; the result goes to LReg2. */
static const uint32_t producers[] = {
    TT_OP_SFPMAD(4, 4, 4, LATE, 0), TT_OP_SFPADD(10, 4, 4, LATE, 0), TT_OP_SFPMUL(4, 4, 9, LATE, 0),
    TT_OP_SFPADDI(0x3F80, LATE, 0), TT_OP_SFPMULI(0x3F80, LATE, 0),  TT_OP_SFPLUT(LATE, 4, 0),
    TT_OP_SFPLUTFP32(LATE, 2),
};

/* Words that read LReg2 in some place. */
static const uint32_t readers[] = {
    TT_OP_SFPMAD(LATE, 9, 9, SPARE, 0),
    TT_OP_SFPMAD(9, LATE, 9, SPARE, 0),
    TT_OP_SFPMAD(9, 9, LATE, SPARE, 0),
    TT_OP_SFPADD(10, LATE, 9, SPARE, 0),
    TT_OP_SFPMUL(LATE, 9, 9, SPARE, 0),
    TT_OP_SFPADDI(0, LATE, 0),
    TT_OP_SFPMULI(0, LATE, 0),
    TT_OP_SFPLUT(SPARE, 4, 0),
    TT_OP_SFPLUTFP32(SPARE, 2),
    TT_OP_SFPSTORE(LATE, 3, 3, 0),
    TT_OP_SFPLOADI(LATE, 8, 1),
    TT_OP_SFPLOADI(LATE, 10, 1),
    TT_OP_SFPMOV(0, LATE, SPARE, 0),
    TT_OP_SFPABS(0, LATE, SPARE, 0),
    TT_OP_SFPAND(0, LATE, SPARE, 0),
    TT_OP_SFPAND(0, OTHER, LATE, 0),
    TT_OP_SFPOR(0, OTHER, LATE, 0),
    TT_OP_SFPXOR(0, OTHER, LATE, 0),
    TT_OP_SFPNOT(0, LATE, SPARE, 0),
    TT_OP_SFPSHFT(0, OTHER, LATE, 0),
    TT_OP_SFPSHFT(1, OTHER, LATE, 1),
    TT_OP_SFPIADD(0, OTHER, LATE, 0),
    TT_OP_SFPIADD(1, LATE, SPARE, 1),
    TT_OP_SFPEXEXP(0, LATE, SPARE, 0),
    TT_OP_SFPEXMAN(0, LATE, SPARE, 0),
    TT_OP_SFPDIVP2(0, LATE, SPARE, 0),
    TT_OP_SFPLZ(0, LATE, SPARE, 0),
    TT_OP_SFPSETEXP(0, OTHER, LATE, 0),
    TT_OP_SFPSETMAN(0, OTHER, LATE, 0),
    TT_OP_SFPSETSGN(0, OTHER, LATE, 0),
    TT_OP_SFPSETCC(0, LATE, 0, 0),
    TT_OP_SFPCAST(LATE, SPARE, 0),
    TT_OP_SFP_STOCH_RND(0, 0, 0, LATE, SPARE, 1),
    TT_OP_SFPSWAP(0, LATE, SPARE, 0),
    TT_OP_SFPSWAP(0, SPARE, LATE, 1),
    TT_OP_SFPTRANSP(0, 0, 0, 0),
    TT_OP_SFPSHFT2(0, LATE, SPARE, 3),
    TT_OP_SFPSHFT2(0, 0, SPARE, 0),
    TT_OP_SFPSHFT2(LATE, OTHER, SPARE, 5),
};

/* Words that have nothing to do with what is there already, or only write it. */
static const uint32_t others[] = {
    TT_OP_SFPNOP,
    TT_OP_NOP,
    TT_OP_SFPMAD(4, 4, 4, LATE, 0),
    TT_OP_SFPLOADI(LATE, 0, 1),
    TT_OP_SFPMOV(0, OTHER, LATE, 0),
    TT_OP_SFPIADD(1, OTHER, LATE, 1),
    TT_OP_SFPSTORE(OTHER, 3, 3, 0),
    TT_OP_SFPSETCC(0, OTHER, 0, 0),
    TT_OP_SFPENCC(0, 0, 0, 0),
    TT_OP_SFPLOAD(LATE, 3, 3, 0),
};

enum { PRODUCERS = sizeof producers / 4, READERS = sizeof readers / 4, OTHERS = sizeof others / 4 };

static unsigned found;
static void on_finding(void *ctx, const struct stx_lint_finding *finding) {
    (void)ctx;
    found += finding->rule == STX_LINT_SFPU_EARLY;
}

static unsigned findings(const uint32_t *word, unsigned count) {
    static struct stx_lint lint;
    found = 0;
    stx_lint_init(&lint, &core, on_finding, NULL);
    for (unsigned i = 0; i < count; i++) {
        heard_word(&lint.listener, 0, word[i], STX_DONE);
    }
    return found;
}

/* The second word behind the first: refused, and with the silicon policy done; or done at once. */
static bool is_early(uint32_t first, uint32_t second) {
    start();
    bool ran = run(first) == STX_DONE;
    return ran && undefined(second, STX_RULE_SFPU_EARLY);
}

static bool is_fine(uint32_t first, uint32_t second) {
    start();
    return run(first) == STX_DONE && run(second) == STX_DONE;
}

TEST(a_word_that_reads_a_product_in_the_next_cycle_is_refused) {
    for (unsigned p = 0; p < PRODUCERS; p++) {
        for (unsigned r = 0; r < READERS; r++) {
            const uint32_t pair[] = {producers[p], readers[r]};
            CHECK(is_early(pair[0], pair[1]));
            CHECK_EQ(findings(pair, 2), 1);
        }
        for (unsigned o = 0; o < OTHERS; o++) {
            const uint32_t pair[] = {producers[p], others[o]};
            CHECK(is_fine(pair[0], pair[1]));
            CHECK_EQ(findings(pair, 2), 0);
        }
    }
}

TEST(one_word_between_them_is_enough) {
    static const uint32_t between[] = {TT_OP_SFPNOP, TT_OP_NOP, TT_OP_SFPMOV(0, 6, 7, 0),
                                       TT_OP_SETRWC(0, 0, 0, 0, 0, 0)};
    for (unsigned b = 0; b < sizeof between / 4; b++) {
        const uint32_t words[] = {producers[0], between[b], readers[0]};
        start();
        RUN_WORDS(words[0], words[1], words[2]);
        CHECK_EQ(findings(words, 3), 0);
    }
}

/* With bit 3 of the mode LReg7 says where the result goes: it may be any of LReg0 to 7. */
TEST(behind_an_indirect_result_no_register_is_read) {
    const uint32_t first = TT_OP_SFPMAD(4, 4, 4, LATE, 8);
    CHECK(is_early(first, TT_OP_SFPMOV(0, 0, 1, 0)));
    CHECK(is_early(first, TT_OP_SFPSTORE(6, 3, 3, 0)));
    CHECK(is_fine(first, TT_OP_SFPMOV(0, 10, 1, 0)));
    CHECK(is_fine(first, TT_OP_SFPNOP));
}

/* SFPSHFT2 of mode 2 moves LReg1 to 3 down and rotates into LReg3; modes 3 and 4 write VD. All of
 * them meet words of Simple and Round that write a register in the same cycle. */
TEST(behind_a_rotation_nothing_else_writes_a_register) {
    static const uint32_t writers[] = {
        TT_OP_SFPABS(0, 5, 6, 0),    TT_OP_SFPAND(0, 5, 6, 0),
        TT_OP_SFPCAST(5, 6, 0),      TT_OP_SFPDIVP2(0, 5, 6, 0),
        TT_OP_SFPEXEXP(0, 5, 6, 0),  TT_OP_SFPEXMAN(0, 5, 6, 0),
        TT_OP_SFPIADD(1, 5, 6, 1),   TT_OP_SFPLZ(0, 5, 6, 0),
        TT_OP_SFPMOV(0, 5, 6, 0),    TT_OP_SFPNOT(0, 5, 6, 0),
        TT_OP_SFPOR(0, 5, 6, 0),     TT_OP_SFPSETEXP(0, 5, 6, 0),
        TT_OP_SFPSETMAN(0, 5, 6, 0), TT_OP_SFPSETSGN(0, 5, 6, 0),
        TT_OP_SFPSHFT(1, 5, 6, 1),   TT_OP_SFPSHFT2(5, 5, 6, 5),
        TT_OP_SFPXOR(0, 5, 6, 0),    TT_OP_SFP_STOCH_RND(0, 0, 0, 5, 6, 1),
    };
    for (unsigned mode = 2; mode <= 4; mode++) {
        const uint32_t first = TT_OP_SFPSHFT2(0, 4, 4, mode);
        for (unsigned w = 0; w < sizeof writers / 4; w++) {
            CHECK(is_early(first, writers[w]));
        }
        CHECK(is_fine(first, TT_OP_SFPSETCC(0, 5, 0, 0)));
        CHECK(is_fine(first, TT_OP_SFPNOP));
        CHECK(is_fine(first, TT_OP_SFPMAD(5, 5, 5, 6, 0)));
        CHECK(is_fine(first, TT_OP_SFPSWAP(0, 5, 6, 0)));
    }
    CHECK(is_early(TT_OP_SFPSHFT2(0, 4, 4, 3), TT_OP_SFPSTORE(4, 3, 3, 0)));
    CHECK(is_fine(TT_OP_SFPSHFT2(0, 4, 4, 3), TT_OP_SFPSTORE(3, 3, 3, 0)));
    CHECK(is_early(TT_OP_SFPSHFT2(0, 4, 4, 2), TT_OP_SFPSTORE(0, 3, 3, 0)));
    CHECK(is_early(TT_OP_SFPSHFT2(0, 4, 4, 2), TT_OP_SFPLOADI(3, 0, 1)));
    CHECK(is_fine(TT_OP_SFPSHFT2(0, 4, 4, 2), TT_OP_SFPLOADI(0, 0, 1)));
    CHECK(is_fine(TT_OP_SFPSHFT2(0, 4, 4, 2), TT_OP_SFPSTORE(4, 3, 3, 0)));
    CHECK(is_fine(TT_OP_SFPSHFT2(4, 4, 4, 5), TT_OP_SFPSTORE(4, 3, 3, 0)));
}

/* SFPSWAP takes two cycles as well, and the hardware waits. */
TEST(behind_a_swap_every_word_may_follow) {
    CHECK(is_fine(TT_OP_SFPSWAP(0, LATE, SPARE, 1), TT_OP_SFPMOV(0, LATE, OTHER, 0)));
    CHECK(is_fine(TT_OP_SFPSWAP(0, LATE, SPARE, 1), TT_OP_SFPMAD(LATE, SPARE, 9, OTHER, 0)));
}

TEST(a_word_that_becomes_a_template_reads_nothing) {
    CHECK(is_fine(producers[0], TT_OP_SFPMAD(LATE, LATE, LATE, 13, 0)));
}

TEST(with_the_silicon_policy_the_result_is_there) {
    start();
    stx_policy_set(&core, STX_RULE_SFPU_EARLY, STX_POLICY_SILICON);
    set_all(4, 0x40000000);
    RUN_WORDS(TT_OP_SFPMAD(4, 4, 4, LATE, 0), TT_OP_SFPMOV(0, LATE, SPARE, 0));
    CHECK(all_are(SPARE, 0x40C00000)); /* 2 * 2 + 2 */
    CHECK_EQ(core.broken[STX_RULE_SFPU_EARLY], 1);
}

/* While operations of SFPLOADMACRO are under way, a word reads the registers as they were before
 * the cycle: here the product comes a cycle after the word that wants it. */
TEST(in_a_sequence_the_old_value_is_read) {
    start();
    core.sfpu.sequence[0] = 6u << 3 | 4; /* template 0, in the seventh cycle from now */
    RUN_WORDS(TT_OP_SFPMOV(0, 0, 12, 0));
    set_all(LATE, 0x3F800000);
    set_all(4, 0x40000000);
    RUN_WORDS(TT_OP_SFPLOADMACRO(0, 3, 3, 0), TT_OP_SFPMAD(4, 4, 4, LATE, 0),
              TT_OP_SFPMOV(0, LATE, SPARE, 0), TT_OP_SFPMOV(0, LATE, OTHER, 0));
    CHECK(all_are(SPARE, 0x3F800000));
    CHECK(all_are(OTHER, 0x40C00000));
}

int main(void) {
    RUN(a_word_that_reads_a_product_in_the_next_cycle_is_refused);
    RUN(one_word_between_them_is_enough);
    RUN(behind_an_indirect_result_no_register_is_read);
    RUN(behind_a_rotation_nothing_else_writes_a_register);
    RUN(behind_a_swap_every_word_may_follow);
    RUN(a_word_that_becomes_a_template_reads_nothing);
    RUN(with_the_silicon_policy_the_result_is_there);
    RUN_IF(STX_MACROS, in_a_sequence_the_old_value_is_read);
    return test_summary();
}
