/* SPDX-License-Identifier: Apache-2.0
 *
 * What words tell of Dst and of semaphores: rows as words count them, steps of semaphores. */
#include "diag/order_words.h"
#include "heard.h"

enum { OFFSET_OF_MATH = 1, MOST = 8 }; /* thread configuration: DEST_TARGET_REG_CFG_MATH_Offset */
enum { BASE_OF_DST = 6 };              /* configuration: DEST_REGW_BASE_Base */

static struct stx_event rows[MOST];
static unsigned row_count;

static void hear(struct stx_listener *self, struct stx_core *of, const struct stx_event *e) {
    (void)self, (void)of;
    rows[row_count++ % MOST] = *e;
}

static void listen(void) {
    watch();
    heard_by(&core, STX_HEAR(ROWS), hear);
    row_count = 0;
}

#define STEP(word, what_, which_, value_)           \
    do {                                            \
        struct stx_order_step step = {.value = 99}; \
        CHECK(stx_order_step(word, &step));         \
        CHECK_EQ(step.what, what_);                 \
        CHECK_EQ(step.which, which_);               \
        CHECK_EQ(step.value, value_);               \
    } while (0)

TEST(words_about_semaphores_are_steps) {
    struct stx_order_step step;
    STEP(TT_OP_SEMINIT(3, 0, 6), STX_ORDER_SETS, 6, 3);
    STEP(TT_OP_SEMWAIT(STALL_MATH, 2, 2), STX_ORDER_WAITS, 2, 2);
    STEP(TT_OP_SEMPOST(2), STX_ORDER_POSTS, 2, 0);
    STEP(TT_OP_SEMWAIT(STALL_MATH, 2, 1), STX_ORDER_WAITS, 2, 1);
    STEP(TT_OP_SEMGET(2), STX_ORDER_GETS, 2, 0);
    CHECK(!stx_order_step(PRODUCT, &step));
}

TEST(rows_of_dst_are_told_as_words_count_them) {
    listen();
    WORDS(1, TT_OP_SETC16(OFFSET_OF_MATH, 64), PRODUCT);
    CHECK(row_count > 0);
    CHECK_EQ(rows[row_count - 1].first, 64);
    CHECK_EQ(rows[row_count - 1].count, 8);
    CHECK_EQ(rows[row_count - 1].value, STX_ROWS_READ | STX_ROWS_WRITTEN);
    CHECK_EQ(rows[row_count - 1].part, STX_PART_DST);
    CHECK_EQ(rows[row_count - 1].word, PRODUCT);
    CHECK_EQ(row_count, 1);
}

/* Tile 16 of 16: the word goes round to tile 0, and the offset tells. A field of a word that goes
 * round counts backwards. */
TEST(an_offset_behind_the_last_row_is_told) {
    listen();
    WORDS(1, TT_OP_SETC16(OFFSET_OF_MATH, STX_DST_ROWS), PRODUCT);
    CHECK_EQ(rows[row_count - 1].first, STX_DST_ROWS);
    listen(); /* two offsets that together pass it */
    core.cfg[0][BASE_OF_DST] = STX_DST_ROWS - 32u;
    WORDS(1, TT_OP_SETC16(OFFSET_OF_MATH, 96), PRODUCT);
    CHECK_EQ(rows[row_count - 1].first, STX_DST_ROWS + 64);
    listen();
    WORDS(1, TT_OP_SETC16(OFFSET_OF_MATH, 64), TT_OP_SFPLOAD(0, 0, 7, STX_DST_ROWS - 4u));
    CHECK_EQ(rows[row_count - 1].first, 60);
}

/* The counter moves after the word, and a word that waits has touched nothing. */
TEST(rows_are_those_of_the_counter_before_the_word) {
    listen();
    WORDS(1, TT_OP_SETRWC(0, 0, 0, 0, 0, 4), TT_OP_INCRWC(0, 8, 0, 0));
    CHECK_EQ(row_count, 0);
    core.srca.fpu_owns[0] = core.srca.fpu_owns[1] = 0;
    CHECK_EQ(stx_try(&core, 1, PRODUCT), STX_WAIT);
    CHECK_EQ(row_count, 0);
    WORDS(1, LOAD_ROWS);
    CHECK_EQ(row_count, 1);
    CHECK(rows[0].value == STX_ROWS_READ && rows[0].first == 8 && rows[0].count == 4);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, words_about_semaphores_are_steps);
    RUN_IF(STX_THREADS == 3 && STX_DST_ROWS == 1024, rows_of_dst_are_told_as_words_count_them);
    RUN_IF(STX_THREADS == 3 && STX_DST_ROWS == 1024, an_offset_behind_the_last_row_is_told);
    RUN_IF(STX_THREADS == 3 && STX_DST_ROWS == 1024, rows_are_those_of_the_counter_before_the_word);
    return test_summary();
}
