/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * What the lint keeps: a finding once, with its places and how often it came up. */
#include "diag/found.h"

#define READ TT_OP_SFPIADD(0, 1, 3, 0)

/* A pair that lacks an instruction between its words, issued from two places. */
static void pair(const char *first, uint32_t before, const char *second, uint32_t word) {
    stx_issue_from(&core, 1, before, first);
    stx_issue_from(&core, 1, word, second);
    stx_issue(&core, 1, NOP);
}

TEST(a_pair_of_a_loop_is_one_finding_with_a_count) {
    start();
    for (unsigned i = 0; i < 300; i++) {
        pair("a.c:1", MAD(3), "a.c:2", READ);
    }
    CHECK_EQ(stx_lint_total(&lint), 300);
    CHECK_EQ(lint.kept_count, 1);
    CHECK_EQ(lint.kept[0].times, 300);
    CHECK(!strcmp(lint.kept[0].first_where, "a.c:1") && !strcmp(lint.kept[0].where, "a.c:2"));
    CHECK_EQ(last.times, 1);
    CHECK(!strcmp(last.where, "a.c:2"));
}

TEST(places_tell_findings_apart_and_words_where_there_is_none) {
    static const char copy[] = "a.c:2";
    start();
    pair("a.c:1", MAD(3), "a.c:2", READ);
    pair("a.c:1", MAD(4), copy, TT_OP_SFPIADD(1, 1, 4, 0)); /* other operands at the same lines */
    CHECK_EQ(lint.kept_count, 1);
    pair("a.c:1", MAD(3), "a.c:22", READ);
    pair("a.c:11", MAD(3), "a.c:2", READ);
    pair(NULL, MAD(3), "a.c:2", READ);
    CHECK_EQ(lint.kept_count, 4);
    pair(NULL, MAD(3), NULL, READ);
    pair(NULL, MAD(3), NULL, READ);
    CHECK_EQ(lint.kept_count, 5);
    CHECK_EQ(lint.kept[4].times, 2);
    pair(NULL, MAD(4), NULL, TT_OP_SFPIADD(1, 1, 4, 0));
    CHECK_EQ(lint.kept_count, 6);
    CHECK_EQ(stx_lint_total(&lint), 8);
}

TEST(there_is_room_for_so_many_and_the_rest_is_counted) {
    start();
    for (unsigned i = 0; i < STX_LINT_KEPT + 3; i++) {
        pair(NULL, MAD(3), NULL, TT_OP_SFPIADD(i, 1, 3, 0));
    }
    pair(NULL, MAD(3), NULL, TT_OP_SFPIADD(0, 1, 3, 0));
    CHECK_EQ(lint.kept_count, STX_LINT_KEPT);
    CHECK_EQ(lint.more, 3);
    CHECK_EQ(lint.kept[0].times, 2);
    capture_clear();
    stx_lint_tell(&lint, capture, NULL);
    CHECK(strstr(captured, "(SFPIADD_VD), 2 times\n") != NULL);
    CHECK(strstr(captured, "lint: 3 more findings of other words or places\n") != NULL);
}

/* Each kind of event that a later word may form a pair with carries its place. */
TEST(the_first_word_of_every_kind_of_pair_has_its_place) {
    static const struct {
        uint32_t first, second;
        enum stx_lint_rule rule;
    } pairs[] = {{TT_OP_MVMUL(0, 0, 7, 0), TT_OP_SFPLOAD(0, 0, 7, 0), STX_LINT_DST_SFPLOAD},
                 {TT_OP_MVMUL(0, 0, 7, 0), TT_OP_SEMPOST(2), STX_LINT_SEMAPHORE_MATH},
                 {TT_OP_SFPSTORE(0, 0, 7, 0), TT_OP_SEMPOST(2), STX_LINT_SEMAPHORE_MATH},
                 {TT_OP_SFPMAD(0, 0, 9, 3, 0), READ, STX_LINT_SFPIADD_VD},
                 {TT_OP_CLEARDVALID(1, 0), TT_OP_MOVD2A(0, 0, 7, 0, 0), STX_LINT_MOVD2A_BANK}};
    for (unsigned i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        start();
        stx_issue(&core, 1, TT_OP_SEMINIT(15, 0, 2));
        stx_issue_from(&core, 1, pairs[i].first, "first.c:1");
        stx_issue_from(&core, 1, pairs[i].second, "second.c:2");
        CHECK_EQ(last.rule, pairs[i].rule);
        CHECK_EQ(last.first, pairs[i].first);
        CHECK(last.first_where && !strcmp(last.first_where, "first.c:1"));
        CHECK(last.where && !strcmp(last.where, "second.c:2"));
    }
}

/* ZEROACC ends in its cycle: a post behind it says nothing wrong. */
TEST(a_post_behind_zeroacc_is_no_finding) {
    start();
    stx_issue(&core, 1, TT_OP_SEMINIT(15, 0, 2));
    stx_issue(&core, 1, TT_OP_ZEROACC(3, 0, 0, 0, 0));
    stx_issue(&core, 1, TT_OP_SEMPOST(2));
    CHECK_EQ(stx_lint_total(&lint), 0);
}

TEST(a_word_that_is_forgotten_forms_no_pair) {
    start();
    stx_issue(&core, 1, MAD(3));
    stx_lint_forget(&lint, 1);
    stx_issue(&core, 1, READ);
    CHECK_EQ(stx_lint_total(&lint), 0);
    stx_issue(&core, 1, MAD(3));
    stx_lint_forget(&lint, 0); /* of another thread */
    stx_issue(&core, 1, READ);
    CHECK_EQ(stx_lint_total(&lint), 1);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, a_pair_of_a_loop_is_one_finding_with_a_count);
    RUN_IF(STX_THREADS == 3, places_tell_findings_apart_and_words_where_there_is_none);
    RUN_IF(STX_THREADS == 3, there_is_room_for_so_many_and_the_rest_is_counted);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2 && STX_DST_ROWS == STX_DST_NAMES,
           the_first_word_of_every_kind_of_pair_has_its_place);
    RUN_IF(STX_THREADS == 3, a_post_behind_zeroacc_is_no_finding);
    RUN_IF(STX_THREADS == 3, a_word_that_is_forgotten_forms_no_pair);
    return test_summary();
}
