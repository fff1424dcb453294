/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * The order checker on configuration, stores of code, L1 and mailboxes, and its reports. */
#include <stdlib.h>

#include "diag/order_words.h"
#include "heard.h"

enum { FLOPS = 64 }; /* the first word that REG2FLOP reaches */

TEST(configuration_changes_behind_its_readers) {
    watch();
    WORDS(1, PRODUCT, TT_OP_RMWCIB3(0x20, 0x20, 1));
    FOUND(CONFIG_ORDER);
    watch();
    WORDS(1, PRODUCT, UNTIL(STALL_CFG, UNTIL_MATH), TT_OP_RMWCIB3(0x20, 0x20, 1));
    SILENT();
    watch(); /* other bits of the word */
    WORDS(1, PRODUCT, TT_OP_RMWCIB2(0x01, 0x01, 1));
    SILENT();
}

TEST(a_write_that_changes_nothing_is_none) {
    watch();
    WORDS(1, PRODUCT, TT_OP_RMWCIB3(0x20, 0x00, 1));
    SILENT();
    watch_at(STX_ORDER_STRICT);
    WORDS(1, PRODUCT, TT_OP_RMWCIB3(0x20, 0x00, 1));
    FOUND(CONFIG_ORDER);
}

TEST(configuration_that_rmwcib_writes_is_there_for_the_next_word) {
    watch();
    WORDS(1, TT_OP_RMWCIB3(0x20, 0x20, 1), PRODUCT);
    SILENT();
}

/* Its unit is another one than that of RDCFG. */
TEST(what_rdcfg_reads_may_change_behind_it) {
    watch();
    core.gpr[1][4] = 7;
    WORDS(1, TT_OP_RDCFG(5, FLOPS), TT_OP_REG2FLOP(1, 0, 0, 0, 0, 4));
    SILENT();
}

static void load_gpr(void) {
    core.gpr[1][4] = WIDE;
}

TEST(the_word_behind_wrcfg_must_not_need_it) {
    watch();
    load_gpr();
    WORDS(1, TT_OP_WRCFG(4, 0, 1), PRODUCT);
    FOUND(CONFIG_LATE);
    watch();
    load_gpr();
    WORDS(1, TT_OP_WRCFG(4, 0, 1), TT_OP_NOP, PRODUCT);
    SILENT();
    watch();
    load_gpr();
    stx_order_set(&order, STX_ORDER_CONFIG_LATE, false);
    WORDS(1, TT_OP_WRCFG(4, 0, 1), PRODUCT);
    SILENT();
}

TEST(what_loadind_loads_comes_late) {
    watch();
    WORDS(1, TT_OP_LOADIND(0, 0, 0, 4, 8), TT_OP_WRCFG(4, 0, 1));
    FOUND(GPR_LATE);
    watch();
    WORDS(1, TT_OP_LOADIND(0, 0, 0, 4, 8), UNTIL(STALL_CFG, UNTIL_THCON), TT_OP_WRCFG(4, 0, 1));
    SILENT();
    watch();
    WORDS(1, TT_OP_SETDMAREG(0, 1, 0, 8), TT_OP_ADDDMAREG(0, 4, 4, 4), TT_OP_WRCFG(4, 0, 1));
    SILENT();
}

TEST(arithmetic_behind_rdcfg_is_excused) {
    watch();
    WORDS(1, TT_OP_RDCFG(4, 1), TT_OP_ADDDMAREG(0, 5, 4, 4));
    SILENT();
    watch_at(STX_ORDER_STRICT);
    WORDS(1, TT_OP_RDCFG(4, 1), TT_OP_ADDDMAREG(0, 5, 4, 4));
    FOUND(GPR_LATE);
    watch();
    WORDS(1, TT_OP_RDCFG(4, 1), TT_OP_WRCFG(4, 0, 1));
    FOUND(GPR_LATE);
}

TEST(stores_of_code_are_on_their_way) {
    watch();
    stx_mmio_write(&core, 1, CFG(1), WIDE);
    WORDS(1, PRODUCT);
    FOUND(STORE_ORDER);
    watch();
    stx_mmio_write(&core, 1, CFG(1), WIDE);
    WORDS(1, UNTIL(STALL_MATH, UNTIL_TRISC), PRODUCT);
    SILENT();
    watch();
    stx_mmio_write(&core, 1, CFG(1), WIDE);
    WORDS(1, UNTIL(STALL_SYNC, UNTIL_TRISC), PRODUCT);
    FOUND(STORE_ORDER);
    watch();
    stx_mmio_write(&core, 1, CFG(1), WIDE);
    (void)stx_mmio_read(&core, 1, CFG(1));
    WORDS(1, PRODUCT);
    SILENT();
}

TEST(stores_overtake_words) {
    watch();
    WORDS(1, PRODUCT);
    stx_mmio_write(&core, 1, CFG(1), WIDE);
    FOUND(STORE_ORDER);
    watch();
    WORDS(1, PRODUCT);
    (void)stx_mmio_read(&core, 1, PC_BUFFER + 4); /* tensix_sync */
    stx_mmio_write(&core, 1, CFG(1), WIDE);
    SILENT();
}

/* Which of the two comes last does not matter while both write the same value; it does at the level
 * "strict". */
TEST(a_store_to_a_gpr_that_changes_nothing_is_no_store) {
    watch();
    WORDS(1, TT_OP_SETDMAREG(0, 5, 0, 8));
    stx_mmio_write(&core, 1, GPR(4), 5);
    SILENT();
    watch();
    WORDS(1, TT_OP_SETDMAREG(0, 5, 0, 8));
    stx_mmio_write(&core, 1, GPR(4), 6);
    FOUND(STORE_ORDER);
    watch();
    WORDS(1, TT_OP_SETDMAREG(0, 5, 0, 8));
    stx_mmio_write(&core, 1, GPR(5), 5); /* another one, which holds 0 */
    stx_mmio_write(&core, 1, GPR(4), 5);
    SILENT();
    watch_at(STX_ORDER_STRICT);
    WORDS(1, TT_OP_SETDMAREG(0, 5, 0, 8));
    stx_mmio_write(&core, 1, GPR(4), 5);
    FOUND(STORE_ORDER);
}

TEST(auto_ttsync_orders_stores_and_words_of_a_thread) {
    watch_at(STX_ORDER_RELAXED);
    stx_mmio_write(&core, 1, CFG(1), WIDE);
    WORDS(1, PRODUCT);
    SILENT();
    watch();
    WORDS(1, TT_OP_SETC16(56, 1));
    stx_mmio_write(&core, 1, CFG(1), WIDE);
    WORDS(1, PRODUCT);
    SILENT();
    watch_at(STX_ORDER_RELAXED);
    stx_mmio_write(&core, 0, CFG(1), WIDE);
    WORDS(1, PRODUCT); /* of another thread */
    FOUND(STORE_ORDER);
}

TEST(code_reads_registers_behind_a_synchronization) {
    watch();
    WORDS(1, TT_OP_LOADIND(0, 0, 0, 4, 8));
    (void)stx_mmio_read(&core, 1, GPR(4));
    FOUND(RISCV_READ);
    watch();
    WORDS(1, TT_OP_LOADIND(0, 0, 0, 4, 8));
    (void)stx_mmio_read(&core, 1, PC_BUFFER + 4);
    (void)stx_mmio_read(&core, 1, GPR(4));
    SILENT();
}

static void offer_mop(void) {
    stx_mmio_write(&core, 1, MOP(0), 1);
    stx_mmio_write(&core, 1, MOP(1), 2);
    for (unsigned i = 2; i < 9; i++) {
        stx_mmio_write(&core, 1, MOP(i), TT_OP_NOP);
    }
    stx_mmio_write(&core, 1, MOP(5), TT_OP_SETRWC(0, 0, 0, 0, 0, 0));
    stx_mmio_write(&core, 1, MOP(7), TT_OP_SETRWC(0, 0, 0, 0, 0, 0));
    stx_mmio_write(&core, 1, MOP(8), TT_OP_SETRWC(0, 0, 0, 0, 0, 0));
    issue(1, TT_OP_MOP(1, 0, 0));
}

TEST(a_mop_is_changed_behind_mop_sync) {
    watch();
    offer_mop();
    stx_mmio_write(&core, 1, MOP(0), 2);
    FOUND(MOP_ORDER);
    CHECK_EQ(order.finding[0].first.how & STX_ORDER_OF_MOP, STX_ORDER_OF_MOP);
    watch();
    offer_mop();
    (void)stx_mmio_read(&core, 1, PC_BUFFER + 8);
    stx_mmio_write(&core, 1, MOP(0), 2);
    SILENT();
    watch(); /* of another thread */
    offer_mop();
    stx_mmio_write(&core, 2, MOP(0), 2);
    SILENT();
}

TEST(thread_configuration_is_taken_at_issue) {
    watch();
    WORDS(1, PRODUCT, TT_OP_SETC16(0, 1), TT_OP_SETC16(1, 64));
    SILENT();
}

TEST(bytes_of_l1_need_an_edge) {
    watch();
    heard_l1(&order.listener, 0, 0x100, 64, true);
    heard_l1(&order.listener, 1, 0x120, 4, false);
    FOUND(L1_ORDER);
    watch();
    heard_l1(&order.listener, 0, 0x100, 64, true);
    heard_l1(&order.listener, 1, 0x140, 4, false);
    SILENT();
    watch();
    heard_l1(&order.listener, 0, 0x100, 64, true);
    stx_order_release(&order, 0, 7);
    stx_order_acquire(&order, 1, 7);
    heard_l1(&order.listener, 1, 0x120, 4, false);
    SILENT();
    watch();
    heard_l1(&order.listener, 0, 0x100, 64, true);
    stx_order_release(&order, 0, 7);
    stx_order_acquire(&order, 1, 8);
    heard_l1(&order.listener, 1, 0x120, 4, false);
    FOUND(L1_ORDER);
}

#define LOADS_L1 TT_OP_LOADIND(1, 32, 0, 4, 8)
#define STORES_L1 TT_OP_STOREIND(1, 0, 1, 32, 0, 0, 8)

TEST(loads_of_the_scalar_unit_read_l1) {
    watch();
    core.gpr[1][8] = 0x10;
    heard_l1(&order.listener, 0, 0x100, 4, true);
    WORDS(1, LOADS_L1);
    FOUND(L1_ORDER);
}

TEST(stores_of_the_scalar_unit_reach_l1_later) {
    watch();
    core.gpr[0][8] = core.gpr[1][8] = 0x10;
    WORDS(0, STORES_L1, POST);
    WORDS(1, POSTED(STALL_THCON), LOADS_L1);
    CHECK_EQ(order.found, 0); /* one unit keeps its order */
    heard_l1(&order.listener, 2, 0x100, 4, false);
    CHECK_EQ(order.found, 1);
    CHECK_EQ(order.finding[0].rule, STX_ORDER_L1_ORDER);
    watch();
    core.gpr[0][8] = 0x10;
    WORDS(0, STORES_L1, UNTIL(STALL_SYNC, UNTIL_THCON), POST);
    (void)stx_mmio_read(&core, 1, PC_BUFFER + 4 * 8);
    heard_l1(&order.listener, 1, 0x100, 4, false);
    SILENT();
}

/* 32 bytes from 0x100 to 0x200. */
static void watch_the_mover(void) {
    watch();
    core.cfg[0][88] = 0x10;
    core.cfg[0][89] = 0x20;
    core.cfg[0][90] = 3u << 30 | 2;
    stx_order_init(&order, &core, STX_ORDER_DEFAULT);
    issue(0, TT_OP_XMOV(0, 1));
}

TEST(the_mover_copies_beside_its_thread) {
    watch_the_mover();
    heard_l1(&order.listener, 0, 0x210, 4, false);
    FOUND(L1_ORDER);
    watch_the_mover();
    heard_l1(&order.listener, 0, 0x110, 4, true);
    FOUND(L1_ORDER);
    watch_the_mover();
    heard_l1(&order.listener, 0, 0x220, 4, false); /* behind its last byte */
    heard_l1(&order.listener, 0, 0x110, 4, false);
    SILENT();
    watch_the_mover();
    WORDS(0, UNTIL(STALL_SYNC, UNTIL_XMOV), POST);
    (void)stx_mmio_read(&core, 0, PC_BUFFER + 4 * 8);
    heard_l1(&order.listener, 0, 0x210, 4, false);
    SILENT();
}

TEST(readers_are_remembered_too) {
    watch();
    heard_l1(&order.listener, 0, 0x100, 64, false);
    heard_l1(&order.listener, 1, 0x100, 64, false);
    heard_l1(&order.listener, STX_ORDER_READER, 0x130, 16, true);
    CHECK_EQ(order.found, 2);
}

TEST(a_mailbox_hands_over) {
    watch();
    heard_l1(&order.listener, 0, 0x100, 64, true);
    stx_mmio_write(&core, 0, 0xFFEC0000u + 0x1000u * 2, 1); /* to the hart of thread 1 */
    (void)stx_mmio_read(&core, 1, 0xFFEC0000u + 0x1000u * 1);
    heard_l1(&order.listener, 1, 0x100, 4, false);
    SILENT();
}

TEST(a_semaphore_that_code_reads_hands_over) {
    watch();
    WORDS(0, TT_OP_LOADIND(0, 0, 0, 4, 8), UNTIL(STALL_SYNC, UNTIL_THCON), POST);
    (void)stx_mmio_read(&core, 0, PC_BUFFER + 4 * 8);
    (void)stx_mmio_read(&core, 0, GPR(4));
    SILENT();
}

TEST(two_runs_find_the_same) {
    static struct stx_order before;
    watch();
    WORDS(1, STORE_ROWS, POST);
    WORDS(2, POSTED(STALL_MATH), CLEAR_ALL);
    before = order;
    watch();
    WORDS(1, STORE_ROWS, POST);
    WORDS(2, POSTED(STALL_MATH), CLEAR_ALL);
    CHECK(!memcmp(&before.finding, &order.finding, sizeof order.finding));
    CHECK(!memcmp(&before.clock, &order.clock, sizeof order.clock));
}

TEST(a_pair_is_told_once_with_a_count) {
    watch();
    for (unsigned i = 0; i < 5; i++) {
        WORDS(1, PRODUCT, TT_OP_NOP, TT_OP_NOP, LOAD_ROWS, UNTIL(0x1FF, UNTIL_SFPU), TT_OP_NOP);
    }
    CHECK_EQ(stx_order_total(&order), 1);
    CHECK(order.finding[0].times >= 5);
}

TEST(rules_are_known_by_name) {
    for (unsigned i = 0; i < STX_ORDERS; i++) {
        const char *name = stx_order_name((enum stx_order_rule)i);
        char confidence = stx_order_confidence((enum stx_order_rule)i);
        CHECK_EQ(stx_order_named(name), i);
        CHECK(stx_order_text((enum stx_order_rule)i)[0] &&
              stx_order_source((enum stx_order_rule)i)[0]);
        CHECK(confidence >= 'A' && confidence <= 'D');
    }
    CHECK_EQ(stx_order_named("DST"), STX_ORDERS);
}

TEST(a_switched_off_rule_finds_nothing) {
    watch();
    stx_order_set(&order, STX_ORDER_DST_ORDER, false);
    WORDS(1, STORE_ROWS, POST);
    WORDS(2, POSTED(STALL_MATH), CLEAR_ALL);
    SILENT();
}

static unsigned long rounds = 100000; /* an argument gives another number */

/* Seven words again and again: nothing of the order checker grows. */
TEST(a_long_run_keeps_within_its_bounds) {
    watch();
    issue(1, TT_OP_SEMINIT(1, 0, 1));
    for (unsigned long i = 0; i < rounds; i++) {
        WORDS(1, ROOM(STALL_MATH), PRODUCT, UNTIL(STALL_SYNC, UNTIL_MATH), POST);
        WORDS(2, POSTED(STALL_MATH), CLEAR_ROWS, GET);
    }
    SILENT();
    CHECK_EQ(order.forgotten, 0);
    CHECK_EQ(order.words, 7 * rounds + 1);
    CHECK(sizeof(void *) > 4 || sizeof order <= 205u * 1024u);
}

int main(int argc, char **argv) {
    rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : rounds;
    RUN_IF(STX_THREADS == 3, configuration_changes_behind_its_readers);
    RUN_IF(STX_THREADS == 3, a_write_that_changes_nothing_is_none);
    RUN_IF(STX_THREADS == 3, configuration_that_rmwcib_writes_is_there_for_the_next_word);
    RUN_IF(STX_THREADS == 3, what_rdcfg_reads_may_change_behind_it);
    RUN_IF(STX_THREADS == 3, the_word_behind_wrcfg_must_not_need_it);
    RUN_IF(STX_THREADS == 3, what_loadind_loads_comes_late);
    RUN_IF(STX_THREADS == 3, arithmetic_behind_rdcfg_is_excused);
    RUN_IF(STX_THREADS == 3, stores_of_code_are_on_their_way);
    RUN_IF(STX_THREADS == 3, stores_overtake_words);
    RUN_IF(STX_THREADS == 3, a_store_to_a_gpr_that_changes_nothing_is_no_store);
    RUN_IF(STX_THREADS == 3, auto_ttsync_orders_stores_and_words_of_a_thread);
    RUN_IF(STX_THREADS == 3, code_reads_registers_behind_a_synchronization);
    RUN_IF(STX_THREADS == 3, a_mop_is_changed_behind_mop_sync);
    RUN_IF(STX_THREADS == 3, thread_configuration_is_taken_at_issue);
    RUN_IF(STX_THREADS == 3, bytes_of_l1_need_an_edge);
    RUN_IF(STX_THREADS == 3, loads_of_the_scalar_unit_read_l1);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, stores_of_the_scalar_unit_reach_l1_later);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, the_mover_copies_beside_its_thread);
    RUN_IF(STX_THREADS == 3, readers_are_remembered_too);
    RUN_IF(STX_THREADS == 3, a_mailbox_hands_over);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, a_semaphore_that_code_reads_hands_over);
    RUN_IF(STX_THREADS == 3, two_runs_find_the_same);
    RUN_IF(STX_THREADS == 3, a_pair_is_told_once_with_a_count);
    RUN_IF(STX_THREADS == 3, rules_are_known_by_name);
    RUN_IF(STX_THREADS == 3, a_switched_off_rule_finds_nothing);
    RUN_IF(STX_THREADS == 3, a_long_run_keeps_within_its_bounds);
    return test_summary();
}
