/* SPDX-License-Identifier: Apache-2.0
 *
 * The order checker beside a run of threads: what it sees, what it tells at the end, and that a
 * program in which it cannot check is told so. */
#include <string.h>

#include "collect.h"
#include "coop/ordering.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core;
static struct coop coop;
static uint8_t l1[1024];
static struct stx_order *order; /* the order checker, or NULL */

static void does_nothing(void *argument) {
    (void)argument;
    stx_issue(&core, 1, TT_OP_NOP);
}

static void run_checked(void (*thread)(void *)) {
    text[0] = 0;
    coop_start(&coop, &core, l1, sizeof l1);
    order = coop_order(&coop, STX_ORDER_DEFAULT, collect, NULL);
    coop_add(&coop, "math", 1, thread, NULL);
    CHECK_EQ(coop_run(&coop), COOP_DONE);
}

#if STX_TRACE
/* The vector unit and the FPU work on the same rows, with no wait between them. */
static void has_no_wait(void *argument) {
    (void)argument;
    stx_issue(&core, 1, TT_OP_SFPSTORE(0, 0, 7, 0));
    stx_issue(&core, 1, TT_OP_ZEROACC(3, 0, 0, 7, 0));
}

TEST(words_of_a_run_are_checked_and_findings_told_at_its_end) {
    run_checked(has_no_wait);
    CHECK(order != NULL);
    CHECK_EQ(coop_order_end("rows", 0, collect, NULL), 1);
    CHECK(strstr(text, "order: Dst rows from 0: nothing orders these (DST_ORDER, A)\n") == text);
    CHECK(strstr(text, "\norder rows findings 1\n"));
}

TEST(what_the_caller_has_found_counts_too) {
    run_checked(does_nothing);
    CHECK(order != NULL);
    CHECK_EQ(coop_order_end("rows", 2, collect, NULL), 2);
    CHECK_EQ(strcmp(text, "order rows findings 2\n"), 0);
}

/* Code stores to the configuration that the next word reads. */
static void stores_configuration(void *argument) {
    (void)argument;
    stx_mmio_write(&core, 1, STX_CFG_WINDOW + 4, 1u << 29);
    stx_issue(&core, 1, TT_OP_ZEROACC(0, 0, 0, 7, 0));
}

TEST(stores_of_code_are_checked) {
    run_checked(stores_configuration);
    CHECK(order != NULL);
    CHECK_EQ(coop_order_end("stores", 0, collect, NULL), 1);
    CHECK(strstr(text, "STORE_ORDER") != NULL);
}

/* As a port tells it of code of two threads. */
static void touches_l1(void *argument) {
    (void)argument;
    stx_l1_accessed(&core, 0, 0x100, 64, true);
    stx_l1_accessed(&core, 1, 0x120, 4, false);
}

TEST(bytes_of_l1_that_a_port_tells_of_are_checked) {
    run_checked(touches_l1);
    CHECK(order != NULL);
    CHECK_EQ(coop_order_end("bytes", 0, collect, NULL), 1);
    CHECK(strstr(text, "order: L1 from 0x00000120: ") == text);
}
#else
TEST(a_run_that_cannot_be_checked_is_told) {
    run_checked(does_nothing);
    CHECK(order == NULL);
    CHECK(strstr(text, "nothing is checked\n") != NULL);
    CHECK_EQ(coop_order_end("rows", 0, collect, NULL), 1);
    CHECK_EQ(coop_order_end("rows", 2, collect, NULL), 3);
}
#endif

int main(void) {
#if STX_TRACE
    RUN_IF(STX_THREADS == 3, words_of_a_run_are_checked_and_findings_told_at_its_end);
    RUN_IF(STX_THREADS == 3, what_the_caller_has_found_counts_too);
    RUN_IF(STX_THREADS == 3, stores_of_code_are_checked);
    RUN_IF(STX_THREADS == 3, bytes_of_l1_that_a_port_tells_of_are_checked);
#else
    RUN_IF(STX_THREADS == 3, a_run_that_cannot_be_checked_is_told);
#endif
    return test_summary();
}
