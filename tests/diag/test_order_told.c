/* SPDX-License-Identifier: Apache-2.0
 *
 * What the order checker tells others: bytes of L1 with their format, rows of Dst, steps of
 * semaphores. */
#include "diag/order_words.h"

enum { OFFSET_OF_MATH = 1, MOST = 8 }; /* thread configuration: DEST_TARGET_REG_CFG_MATH_Offset */
enum { BASE_OF_DST = 6 };              /* configuration: DEST_REGW_BASE_Base */

static struct stx_order_step steps[MOST];
static struct stx_order_rows rows[MOST];
static unsigned step_count, row_count;

static void on_step(void *ctx, const struct stx_order_step *step) {
    (void)ctx;
    steps[step_count++ % MOST] = *step;
}

static void on_rows(void *ctx, const struct stx_order_access *by,
                    const struct stx_order_rows *touched) {
    (void)ctx, (void)by;
    rows[row_count++ % MOST] = *touched;
}

static void listen(void) {
    watch();
    order.semaphores = on_step;
    order.dst_rows = on_rows;
    step_count = row_count = 0;
}

#define STEP(i, thread_, what_, which_, value_) \
    do {                                        \
        CHECK_EQ(steps[i].thread, thread_);     \
        CHECK_EQ(steps[i].what, what_);         \
        CHECK_EQ(steps[i].which, which_);       \
        CHECK_EQ(steps[i].value, value_);       \
    } while (0)

TEST(steps_of_semaphores_are_told) {
    listen();
    WORDS(1, TT_OP_SEMINIT(3, 0, 6), TT_OP_SEMWAIT(STALL_MATH, 2, 2), TT_OP_SEMPOST(2));
    WORDS(2, TT_OP_SEMWAIT(STALL_MATH, 2, 1), TT_OP_SEMGET(2));
    CHECK_EQ(step_count, 5);
    STEP(0, 1, STX_ORDER_SETS, 6, 3);
    STEP(1, 1, STX_ORDER_WAITS, 2, 2);
    STEP(2, 1, STX_ORDER_POSTS, 2, 0);
    STEP(3, 2, STX_ORDER_WAITS, 2, 1);
    STEP(4, 2, STX_ORDER_GETS, 2, 0);
}

TEST(rows_of_dst_are_told_as_words_count_them) {
    listen();
    WORDS(1, TT_OP_SETC16(OFFSET_OF_MATH, 64), PRODUCT);
    CHECK(row_count > 0);
    CHECK_EQ(rows[row_count - 1].row, 64);
    CHECK_EQ(rows[row_count - 1].count, 8);
    CHECK(rows[row_count - 1].write && !rows[row_count - 1].physical && !rows[row_count - 1].wide);
}

/* Tile 16 of 16: the word goes round to tile 0, and the offset tells. A field of a word that goes
 * round counts backwards. */
TEST(an_offset_behind_the_last_row_is_told) {
    listen();
    WORDS(1, TT_OP_SETC16(OFFSET_OF_MATH, STX_DST_ROWS), PRODUCT);
    CHECK_EQ(rows[row_count - 1].row, STX_DST_ROWS);
    listen(); /* two offsets that together pass it */
    core.cfg[0][BASE_OF_DST] = STX_DST_ROWS - 32u;
    WORDS(1, TT_OP_SETC16(OFFSET_OF_MATH, 96), PRODUCT);
    CHECK_EQ(rows[row_count - 1].row, STX_DST_ROWS + 64);
    listen();
    WORDS(1, TT_OP_SETC16(OFFSET_OF_MATH, 64), TT_OP_SFPLOAD(0, 0, 7, STX_DST_ROWS - 4u));
    CHECK_EQ(rows[row_count - 1].row, 60);
}

TEST(rows_of_32_bits_are_told) {
    listen();
    WORDS(1, TT_OP_RMWCIB3(0x20, 0x20, 1), PRODUCT);
    CHECK(rows[row_count - 1].wide);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, steps_of_semaphores_are_told);
    RUN_IF(STX_THREADS == 3 && STX_DST_ROWS == 1024, rows_of_dst_are_told_as_words_count_them);
    RUN_IF(STX_THREADS == 3 && STX_DST_ROWS == 1024, an_offset_behind_the_last_row_is_told);
    RUN_IF(STX_THREADS == 3 && STX_DST_ROWS == 1024, rows_of_32_bits_are_told);
    return test_summary();
}
