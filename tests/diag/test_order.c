/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * The order checker: for each rule words that break it and words that just keep it. */
#include "diag/order_words.h"

TEST(a_post_says_nothing_of_units) {
    watch();
    WORDS(1, STORE_ROWS, POST);
    WORDS(2, POSTED(STALL_MATH), CLEAR_ALL);
    FOUND(DST_ORDER);
    CHECK_EQ(order.finding[0].handed, 1);
    CHECK_EQ(order.finding[0].first.word, STORE_ROWS);
    CHECK_EQ(order.finding[0].second.word, CLEAR_ALL);
}

TEST(a_wait_for_the_unit_before_the_post_is_enough) {
    watch();
    WORDS(1, STORE_ROWS, UNTIL(STALL_SYNC, UNTIL_SFPU), POST);
    WORDS(2, POSTED(STALL_MATH), CLEAR_ALL);
    SILENT();
}

TEST(a_wait_for_another_unit_is_not) {
    watch();
    WORDS(1, STORE_ROWS, UNTIL(STALL_SYNC, UNTIL_MATH), POST);
    WORDS(2, POSTED(STALL_MATH), CLEAR_ALL);
    FOUND(DST_ORDER);
}

TEST(a_wait_that_does_not_hold_the_post_is_not) {
    watch();
    WORDS(1, STORE_ROWS, UNTIL(STALL_CFG, UNTIL_SFPU), POST);
    WORDS(2, POSTED(STALL_MATH), CLEAR_ALL);
    FOUND(DST_ORDER);
}

TEST(a_wait_covers_what_came_before_it) {
    watch();
    WORDS(1, UNTIL(STALL_SYNC, UNTIL_SFPU), STORE_ROWS, POST);
    WORDS(2, POSTED(STALL_MATH), CLEAR_ALL);
    FOUND(DST_ORDER);
}

TEST(a_wait_is_forgotten_when_it_has_held_a_word) {
    watch();
    WORDS(1, STORE_ROWS, UNTIL(STALL_SYNC, UNTIL_SFPU), GET, STORE_ROWS, POST);
    WORDS(2, POSTED(STALL_MATH), CLEAR_ALL);
    FOUND(DST_ORDER);
}

TEST(no_wait_replaces_another) {
    watch();
    WORDS(1, STORE_ROWS, UNTIL(STALL_SYNC, UNTIL_SFPU), UNTIL(STALL_CFG, UNTIL_MATH), POST);
    WORDS(2, POSTED(STALL_MATH), CLEAR_ALL);
    SILENT();
}

TEST(a_post_that_nobody_waits_for_orders_nothing) {
    watch();
    WORDS(1, STORE_ROWS, UNTIL(STALL_SYNC, UNTIL_SFPU), POST);
    WORDS(2, CLEAR_ALL);
    FOUND(DST_ORDER);
    CHECK_EQ(order.finding[0].handed, 0);
}

TEST(a_wait_for_a_semaphore_holds_only_its_classes) {
    watch();
    WORDS(1, STORE_ROWS, UNTIL(STALL_SYNC, UNTIL_SFPU), POST);
    WORDS(2, POSTED(STALL_CFG), CLEAR_ALL);
    FOUND(DST_ORDER);
}

/* The second post may come after the wait on silicon: one was enough to let it pass. */
TEST(the_post_that_was_needed_counts) {
    watch();
    WORDS(1, POST, STORE_ROWS, UNTIL(STALL_SYNC, UNTIL_SFPU), POST);
    WORDS(2, POSTED(STALL_MATH), CLEAR_ALL);
    FOUND(DST_ORDER);
    watch();
    WORDS(1, POST, STORE_ROWS, UNTIL(STALL_SYNC, UNTIL_SFPU), POST);
    WORDS(2, POSTED(STALL_SYNC), GET, POSTED(STALL_MATH), CLEAR_ALL);
    SILENT();
}

TEST(room_in_a_semaphore_orders_behind_the_get) {
    watch();
    WORDS(1, POST, POST);
    WORDS(2, STORE_ROWS, UNTIL(STALL_SYNC, UNTIL_SFPU), GET);
    WORDS(1, ROOM(STALL_MATH), CLEAR_ALL);
    SILENT();
    watch();
    WORDS(1, POST, POST);
    WORDS(2, STORE_ROWS, UNTIL(STALL_SYNC, UNTIL_SFPU), GET);
    WORDS(1, CLEAR_ALL);
    FOUND(DST_ORDER);
}

TEST(three_words_between_fpu_and_vector_unit_are_enough) {
    watch();
    WORDS(1, PRODUCT, TT_OP_NOP, TT_OP_NOP, LOAD_ROWS);
    FOUND(DST_ORDER);
    watch();
    WORDS(1, PRODUCT, TT_OP_NOP, TT_OP_NOP, TT_OP_NOP, LOAD_ROWS);
    SILENT();
    watch();
    WORDS(1, PRODUCT, UNTIL(STALL_SFPU, UNTIL_MATH), LOAD_ROWS);
    SILENT();
    watch();
    stx_order_set(&order, STX_ORDER_FPU_SFPU_APART, false);
    WORDS(1, PRODUCT, TT_OP_NOP, TT_OP_NOP, TT_OP_NOP, LOAD_ROWS);
    FOUND(DST_ORDER);
}

TEST(other_rows_are_no_matter) {
    watch();
    WORDS(1, STORE_ROWS);
    WORDS(2, TT_OP_ZEROACC(1, 0, 0, 7, 40));
    SILENT();
}

/* With 32 bits a row, too, half of Dst is half of it. */
TEST(a_cleared_half_is_no_more_than_that) {
    watch();
    core.cfg[0][1] = WIDE;
    WORDS(2, TT_OP_ZEROACC(2, 1, 0, 7, 0), POST);
    WORDS(1, TT_OP_SETC16(1, 512), TT_OP_MVMUL(0, 0, 7, 0));
    SILENT();
    watch();
    core.cfg[0][1] = WIDE;
    WORDS(2, TT_OP_ZEROACC(2, 1, 0, 7, 1), POST);
    WORDS(1, TT_OP_SETC16(1, 512), TT_OP_MVMUL(0, 0, 7, 0));
    FOUND(DST_ORDER);
}

TEST(words_of_one_unit_stay_in_order) {
    watch();
    WORDS(1, LOAD_ROWS, STORE_ROWS, POST);
    WORDS(2, POSTED(STALL_SFPU), STORE_ROWS);
    SILENT();
    watch();
    stx_order_set(&order, STX_ORDER_UNIT_IN_ORDER, false);
    WORDS(1, STORE_ROWS, POST);
    WORDS(2, POSTED(STALL_SFPU), STORE_ROWS);
    FOUND(DST_ORDER);
}

TEST(a_common_mutex_excludes) {
    watch();
    WORDS(1, TT_OP_ATGETM(2), STORE_ROWS, TT_OP_ATRELM(2));
    WORDS(2, TT_OP_ATGETM(2), CLEAR_ALL, TT_OP_ATRELM(2));
    SILENT();
    watch();
    WORDS(1, TT_OP_ATGETM(2), STORE_ROWS, TT_OP_ATRELM(2));
    WORDS(2, TT_OP_ATGETM(3), CLEAR_ALL, TT_OP_ATRELM(3));
    FOUND(DST_ORDER);
    watch();
    stx_order_set(&order, STX_ORDER_MUTEX_EXCLUDES, false);
    WORDS(1, TT_OP_ATGETM(2), STORE_ROWS, TT_OP_ATRELM(2));
    WORDS(2, TT_OP_ATGETM(2), CLEAR_ALL, TT_OP_ATRELM(2));
    FOUND(DST_ORDER);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, a_post_says_nothing_of_units);
    RUN_IF(STX_THREADS == 3, a_wait_for_the_unit_before_the_post_is_enough);
    RUN_IF(STX_THREADS == 3, a_wait_for_another_unit_is_not);
    RUN_IF(STX_THREADS == 3, a_wait_that_does_not_hold_the_post_is_not);
    RUN_IF(STX_THREADS == 3, a_wait_covers_what_came_before_it);
    RUN_IF(STX_THREADS == 3, a_wait_is_forgotten_when_it_has_held_a_word);
    RUN_IF(STX_THREADS == 3, no_wait_replaces_another);
    RUN_IF(STX_THREADS == 3, a_post_that_nobody_waits_for_orders_nothing);
    RUN_IF(STX_THREADS == 3, a_wait_for_a_semaphore_holds_only_its_classes);
    RUN_IF(STX_THREADS == 3, the_post_that_was_needed_counts);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, room_in_a_semaphore_orders_behind_the_get);
    RUN_IF(STX_THREADS == 3, three_words_between_fpu_and_vector_unit_are_enough);
    RUN_IF(STX_THREADS == 3, other_rows_are_no_matter);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, a_cleared_half_is_no_more_than_that);
    RUN_IF(STX_THREADS == 3, words_of_one_unit_stay_in_order);
    RUN_IF(STX_THREADS == 3, a_common_mutex_excludes);
    return test_summary();
}
