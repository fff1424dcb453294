/* SPDX-License-Identifier: Apache-2.0
 *
 * The ledger of the order checker: configuration that words use and that nothing has written since
 * the run began. */
#include "diag/order_words.h"

static char told[4096];

static void collect(void *ctx, const char *text) {
    (void)ctx;
    strncat(told, text, sizeof told - strlen(told) - 1);
}

/* Who came before has left 32-bit elements switched on. */
static void watch_behind_another(void) {
    watch();
    core.cfg[0][1] = WIDE;
    stx_order_init(&order, &core, STX_ORDER_DEFAULT);
}

static uint32_t ledger(bool all) {
    told[0] = 0;
    return stx_order_ledger(&order, all, collect, NULL);
}

static bool tells(const char *text) {
    return strstr(told, text) != NULL;
}

TEST(what_another_kernel_has_left_is_told_with_the_word_that_uses_it) {
    watch_behind_another();
    WORDS(1, PRODUCT);
    CHECK_EQ(ledger(false), 1);
    CHECK(tells("ledger: configuration word 1 "));
    CHECK(tells("ALU_ACC_CTRL_Fp32_enabled"));
    CHECK(tells(": used, not written in this run, left by an earlier one: 0x20000000\n"));
    CHECK(tells("  first: thread 1: MVMUL"));
}

TEST(what_the_kernel_writes_itself_is_not_even_with_the_same_value) {
    watch_behind_another();
    WORDS(1, TT_OP_RMWCIB3(0x20, 0x20, 1), PRODUCT);
    CHECK_EQ(ledger(false), 0);
    watch_behind_another();
    stx_mmio_write(&core, 1, CFG(1), WIDE);
    WORDS(1, PRODUCT);
    CHECK_EQ(ledger(false), 0);
    watch_behind_another();
    WORDS(1, TT_OP_RMWCIB2(0xFF, 0xFF, 1), PRODUCT); /* other bits of the word */
    CHECK_EQ(ledger(false), 1);
}

TEST(configuration_of_a_thread_is_inherited_too) {
    for (unsigned writes = 0; writes < 3; writes++) {
        watch();
        core.tcfg[1][1] = 64; /* of math, the offset in Dst */
        stx_order_init(&order, &core, STX_ORDER_DEFAULT);
        if (writes) {
            issue(writes == 1 ? 1 : 2, TT_OP_SETC16(1, 64)); /* its own; that of another thread */
        }
        WORDS(1, PRODUCT);
        CHECK_EQ(ledger(false), writes == 1 ? 0 : 1);
        CHECK(writes == 1 ||
              tells("ledger: thread configuration word 1 "
                    "DEST_TARGET_REG_CFG_MATH_Offset: used, not written in this "
                    "run, left by an earlier one: 0x00000040\n  first: thread 1: MVMUL"));
    }
}

TEST(what_is_as_reset_leaves_it_is_told_if_all_is_asked) {
    watch();
    WORDS(1, PRODUCT);
    CHECK_EQ(ledger(false), 0);
    CHECK(ledger(true) > 0);
    CHECK(tells(": used, not written in this run, as after reset: 0x00000000\n"));
}

TEST(a_run_without_words_uses_nothing) {
    watch_behind_another();
    CHECK_EQ(ledger(true), 0);
}

/* The place is that of the word that used it first; bits that later words use are added. */
TEST(a_word_of_the_configuration_is_told_once) {
    watch_behind_another();
    for (unsigned i = 0; i < 3; i++) {
        stx_issue_from(&core, 1, TT_OP_ELWADD(0, 0, 0, 7, 0), i ? "later.c:2" : "first.c:1");
    }
    WORDS(1, PRODUCT);
    CHECK_EQ(ledger(false), 1);
    CHECK(tells("ELWADD") && tells("\n    at first.c:1\n"));
    CHECK(!tells("later.c"));
}

int main(void) {
    RUN_IF(STX_THREADS == 3, what_another_kernel_has_left_is_told_with_the_word_that_uses_it);
    RUN_IF(STX_THREADS == 3, what_the_kernel_writes_itself_is_not_even_with_the_same_value);
    RUN_IF(STX_THREADS == 3, configuration_of_a_thread_is_inherited_too);
    RUN_IF(STX_THREADS == 3, what_is_as_reset_leaves_it_is_told_if_all_is_asked);
    RUN_IF(STX_THREADS == 3, a_run_without_words_uses_nothing);
    RUN_IF(STX_THREADS == 3, a_word_of_the_configuration_is_told_once);
    return test_summary();
}
