/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * The order checker on how wide elements of Dst are, which are read as they were written, and on
 * where rows lie, which configuration moves. */
#include "regs/cfg.h"

#include "diag/order_words.h"

enum { FP32 = 3, UINT16 = 6 };
#define STORE_AS(format, row) TT_OP_SFPSTORE(0, format, 7, row)
#define LOAD_AS(format, row) TT_OP_SFPLOAD(0, format, 7, row)
#define APART TT_OP_NOP, TT_OP_NOP, TT_OP_NOP

TEST(what_the_vector_unit_stores_is_loaded_with_the_same_width) {
    watch();
    WORDS(1, STORE_AS(FP32, 0), LOAD_AS(FP32, 0), STORE_AS(UINT16, 0), LOAD_AS(UINT16, 0));
    SILENT();
    watch();
    WORDS(1, STORE_AS(FP32, 0), LOAD_AS(UINT16, 0));
    FOUND(DST_WIDTH);
    CHECK_EQ(order.finding[0].first.word, STORE_AS(FP32, 0));
    CHECK_EQ(order.finding[0].second.word, LOAD_AS(UINT16, 0));
    watch();
    WORDS(1, STORE_AS(UINT16, 0), LOAD_AS(FP32, 0));
    FOUND(DST_WIDTH);
    watch();
    stx_order_set(&order, STX_ORDER_DST_WIDTH, false);
    WORDS(1, STORE_AS(UINT16, 0), LOAD_AS(FP32, 0));
    SILENT();
}

TEST(the_fpu_writes_as_wide_as_its_configuration_says) {
    watch();
    WORDS(1, PRODUCT, APART, LOAD_AS(UINT16, 0));
    SILENT();
    watch();
    core.cfg[0][1] = WIDE;
    WORDS(1, PRODUCT, APART, LOAD_AS(FP32, 0));
    SILENT();
    watch();
    core.cfg[0][1] = WIDE;
    WORDS(1, PRODUCT, APART, LOAD_AS(UINT16, 0));
    FOUND(DST_WIDTH);
}

/* Rows 8 to 11 of elements of 16 bits are the low halves of rows 0 to 3 of elements of 32. */
TEST(other_rows_are_no_matter) {
    watch();
    WORDS(1, STORE_AS(FP32, 0), LOAD_AS(UINT16, 16));
    SILENT();
    watch();
    WORDS(1, STORE_AS(FP32, 0), LOAD_AS(UINT16, 8));
    FOUND(DST_WIDTH);
}

TEST(what_is_cleared_has_no_width) {
    watch();
    WORDS(1, CLEAR_ALL, APART, LOAD_AS(FP32, 0), LOAD_AS(UINT16, 0));
    SILENT();
}

/* Rows that are moved may be halves of elements. */
TEST(moves_are_not_asked) {
    watch();
    WORDS(1, STORE_AS(FP32, 0), APART, TT_OP_MOVD2B(0, 16, 7, 0, 0));
    SILENT();
}

/* Kernels load to constants in order to move the counter. */
TEST(loads_to_a_constant_are_not_asked) {
    watch();
    WORDS(1, STORE_AS(FP32, 0), TT_OP_SFPLOAD(8, UINT16, 7, 0));
    SILENT();
    watch();
    WORDS(1, STORE_AS(FP32, 0), TT_OP_SFPLOAD(7, UINT16, 7, 0));
    FOUND(DST_WIDTH);
}

/* Bit 11 of the debug register. */
TEST(elements_of_16_bits_may_have_rows_of_32) {
    watch();
    core.dbg_feature_disable = 1u << 11;
    WORDS(1, STORE_AS(FP32, 0), LOAD_AS(UINT16, 0));
    SILENT();
}

/* Word 220, remap_addrs: row 8 is row 32 of the memory. Findings tell blocks of four rows. */
TEST(rows_lie_where_the_configuration_puts_them) {
    for (unsigned remaps = 0; remaps < 2; remaps++) {
        watch();
        core.cfg[0][CFG_WORD_DEST_ACCESS_CFG_remap_addrs] = remaps << 1;
        WORDS(1, STORE_AS(UINT16, 8), POST);
        WORDS(2, POSTED(STALL_MATH), TT_OP_ZEROACC(0, 0, 0, 7, 8));
        FOUND(DST_ORDER);
        CHECK_EQ(order.finding[0].index, remaps ? 8 : 2);
    }
}

int main(void) {
    RUN_IF(STX_THREADS == 3, what_the_vector_unit_stores_is_loaded_with_the_same_width);
    RUN_IF(STX_THREADS == 3, the_fpu_writes_as_wide_as_its_configuration_says);
    RUN_IF(STX_THREADS == 3, other_rows_are_no_matter);
    RUN_IF(STX_THREADS == 3, what_is_cleared_has_no_width);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, moves_are_not_asked);
    RUN_IF(STX_THREADS == 3, loads_to_a_constant_are_not_asked);
    RUN_IF(STX_THREADS == 3, elements_of_16_bits_may_have_rows_of_32);
    RUN_IF(STX_THREADS == 3 && STX_DST_ROWS == 1024, rows_lie_where_the_configuration_puts_them);
    return test_summary();
}
