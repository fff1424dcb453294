/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Rules of the lint about semaphores and MOP words: what has to be done before they change. */
#include "diag/found.h"
#include "heard.h"

#define POST TT_OP_SEMPOST(2)
#define GET TT_OP_SEMGET(2)

TEST(semaphores_change_after_the_work_is_done) {
    FIRES(SEMAPHORE_MATH, MVMUL(0), POST);
    FIRES(SEMAPHORE_MATH, MVMUL(0), TT_OP_STALLWAIT(STALL_MATH, 16), POST);
    SILENT(MVMUL(0), TT_OP_STALLWAIT(STALL_SYNC, 16), POST);
    FIRES(SEMAPHORE_MATH, TT_OP_SFPSTORE(0, 0, 7, 0), TT_OP_STALLWAIT(STALL_SYNC, 16), POST);
    SILENT(MVMUL(0), TT_OP_SFPSTORE(0, 0, 7, 0), TT_OP_STALLWAIT(STALL_SYNC, 16 | 2048), POST);
    SILENT(POST, POST, GET, MVMUL(0), GET);
    SILENT(TT_OP_SFPSTORE(0, 0, 7, 0), TT_OP_STALLWAIT(STALL_SYNC, 2048), POST);
    SILENT(TT_OP_ZEROSRC(0, 0, 1, 3), TT_OP_SFPABS(0, 1, 2, 0), POST); /* write no row of Dst */
    SILENT(MVMUL(0), TT_OP_STALLWAIT(0x1FF, 16), POST);                /* all are held back */
    FIRES(SEMAPHORE_MATH, MVMUL(0), TT_OP_STALLWAIT(0x1FD, 16), POST);
    FIRES(SEMAPHORE_MATH, MVMUL(0), TT_OP_STALLWAIT(0, 16), POST); /* math is */
    FIRES(SEMAPHORE_MATH, MVMUL(0), TT_OP_STALLWAIT(STALL_SYNC, 0), POST);
}

TEST(the_packer_is_done_before_its_semaphore_changes) {
    const uint32_t pacr = TT_OP_PACR(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1);
    stx_init(&core, NULL, 0, NULL);
    start();
    heard_done(&core, &lint.listener, 2, TT_OP_PACR_SETREG(0, 0, 0, 0, 0, 0, 0, 0));
    heard_done(&core, &lint.listener, 2, TT_OP_STOREIND(1, 0, 0, 0, 0, 8, 0)); /* writes L1, too */
    heard_done(&core, &lint.listener, 2, GET);
    CHECK_EQ(stx_lint_total(&lint), 0);
    heard_done(&core, &lint.listener, 2, pacr);
    heard_done(&core, &lint.listener, 2, TT_OP_STALLWAIT(STALL_SYNC, 8));
    heard_done(&core, &lint.listener, 2, GET);
    CHECK_EQ(stx_lint_total(&lint), 0);
    heard_done(&core, &lint.listener, 2, pacr);
    heard_done(&core, &lint.listener, 2, TT_OP_STALLWAIT(1, 0)); /* 0: for the packer, too */
    heard_done(&core, &lint.listener, 2, GET);
    CHECK_EQ(stx_lint_total(&lint), 0);
    heard_done(&core, &lint.listener, 2, pacr);
    heard_done(&core, &lint.listener, 2,
               TT_OP_STALLWAIT(STALL_SYNC, 0x7FF7)); /* all but the packer */
    heard_done(&core, &lint.listener, 2, GET);
    CHECK_EQ(lint.found[STX_LINT_SEMAPHORE_PACK], 1);
    CHECK_EQ(last.first, pacr);
}

static void offer_mop(void) {
    stx_mmio_write(&core, 1, 0xFFB80000, 1);
    stx_mmio_write(&core, 1, 0xFFB80004, 1);
    for (unsigned i = 2; i < 9; i++) {
        stx_mmio_write(&core, 1, 0xFFB80000 + 4 * i, NOP);
    }
    stx_issue(&core, 1, TT_OP_MOP(1, 0, 0));
}

/* A kernel that writes by the vendor's name TENSIX_MOP_CFG_BASE stores through a pointer: no access
 * is told, and the next word finds it. */
TEST(mop_words_that_change_by_a_pointer_are_found_too) {
    volatile uint32_t *words = core.front[1].mop_cfg;
    start();
    offer_mop();
    for (unsigned i = 0; i < 400; i++) {
        stx_issue(&core, 1, NOP);
    }
    words[3] = TT_OP_INCRWC(0, 0, 0, 0);
    CHECK_EQ(lint.found[STX_LINT_MOP_REWRITE], 0);
    stx_issue(&core, 1, NOP);
    CHECK_EQ(lint.found[STX_LINT_MOP_REWRITE], 1);
    CHECK_EQ(last.second, 0xFFB8000C);
    CHECK_EQ(last.between, 400);
    offer_mop();
    stx_mmio_read(&core, 1, 0xFFE80004); /* a sync in between */
    words[3] = NOP + 1;
    stx_issue(&core, 1, TT_OP_MOP(1, 0, 0));
    CHECK_EQ(lint.found[STX_LINT_MOP_REWRITE], 1);
    words[3] = NOP; /* and one that comes too late */
    stx_mmio_read(&core, 1, 0xFFE80004);
    CHECK_EQ(lint.found[STX_LINT_MOP_REWRITE], 2);
}

TEST(mop_words_change_after_mop_sync) {
    start();
    offer_mop();
    CHECK_EQ(stx_lint_total(&lint), 0);
    offer_mop();
    CHECK_EQ(lint.found[STX_LINT_MOP_REWRITE], 1);
    CHECK_EQ(last.first, TT_OP_MOP(1, 0, 0));
    CHECK_EQ(last.second, 0xFFB80000);
    CHECK_EQ(last.between, 0);
    stx_mmio_read(&core, 1, 0xFFE80004);
    offer_mop();
    stx_issue(&core, 1, NOP);
    stx_issue(&core, 1, NOP);
    offer_mop();
    CHECK_EQ(lint.found[STX_LINT_MOP_REWRITE], 2);
    CHECK_EQ(last.between, 2);
    for (unsigned sync = 1; sync <= 2; sync++) {
        stx_mmio_read(&core, 1, 0xFFE80000 + 4 * sync);
        offer_mop();
        CHECK_EQ(stx_lint_total(&lint), 2);
    }
    stx_lint_sync(&lint, 1);
    offer_mop();
    CHECK_EQ(stx_lint_total(&lint), 2);
    heard_access(&lint.listener, 1, STX_MOP_WINDOW - 4, 0, true);
    heard_access(&lint.listener, 1, STX_MOP_WINDOW + 4 * STX_MOP_WORDS, 0, true);
    heard_access(&lint.listener, 1, STX_MOP_WINDOW, 0, false);
    heard_access(&lint.listener, 0, STX_MOP_WINDOW, 0, true);
    heard_access(&lint.listener, 1, 0xFFE80004, 0, true); /* a write is no wait */
    CHECK_EQ(stx_lint_total(&lint), 2);
    heard_access(&lint.listener, 1, STX_MOP_WINDOW + 4 * STX_MOP_WORDS - 4, 0, true);
    CHECK_EQ(stx_lint_total(&lint), 3);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, semaphores_change_after_the_work_is_done);
    RUN_IF(STX_THREADS == 3, the_packer_is_done_before_its_semaphore_changes);
    RUN_IF(STX_THREADS == 3, mop_words_change_after_mop_sync);
    RUN_IF(STX_THREADS == 3, mop_words_that_change_by_a_pointer_are_found_too);
    return test_summary();
}
