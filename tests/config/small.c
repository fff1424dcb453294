/* SPDX-License-Identifier: Apache-2.0
 *
 * The smaller configurations: what is there works, what is not there faults (docs/perf.md). */
#include "insn/fpu.h"

#define ROWS STX_DST_ROWS

static void unit_matrix(void) {
    start(BF16, BF16);
    for (unsigned i = 0; i < 16; i++) {
        set_src(A, i, i, ONE);
    }
    for (unsigned i = 0; i < 128; i++) {
        set_src(B, i / 16, i % 16, ONE + (i % 16 << 17));
    }
}

TEST(products_fill_the_rows_that_are_there) {
    unit_matrix();
    for (unsigned row = 0; row < ROWS; row += 8) {
        EXECUTE(TT_OP_MVMUL(0, 0, 0, row));
    }
    for (unsigned i = 0; i < ROWS * 16; i++) {
        CHECK_EQ(stx_dst_bf16(&core, i / 16, i % 16), 0x3F80 + 2 * (i % 16));
    }
}

TEST(rows_beyond_the_end_fault) {
    unit_matrix();
    for (unsigned row = ROWS; row < 1024; row += ROWS) {
        CHECK_EQ(stx_try(&core, 0, TT_OP_MVMUL(0, 0, 0, row)), STX_FAULT);
        CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_NOT_PRESENT);
        CHECK_EQ(stx_try(&core, 0, TT_OP_SFPLOAD(0, 0, 0, row)), STX_FAULT);
    }
    EXECUTE(TT_OP_MVMUL(0, 0, 0, 0));
}

TEST(wide_elements_fit_into_half_as_many_rows) {
    unit_matrix();
    set_dst32();
    EXECUTE(TT_OP_MVMUL(0, 0, 0, ROWS / 2 - 8));
    CHECK_EQ(stx_try(&core, 0, TT_OP_MVMUL(0, 0, 0, ROWS / 2)), STX_FAULT);
}

TEST(all_of_dst_can_be_cleared) {
    unit_matrix();
    EXECUTE(TT_OP_MVMUL(0, 0, 0, 0));
    EXECUTE(TT_OP_ZEROACC(3, 0, 0, 0, 0));
    CHECK_EQ(stx_dst_bf16(&core, 0, 0), 0);
    EXECUTE(TT_OP_ZEROACC(2, 0, 0, 0, 1));
}

TEST(with_one_bank_the_unpacker_waits_for_the_fpu) {
    stx_init(&core, NULL, 0, NULL);
    uint32_t word = TT_OP_UNPACR_NOP(0, 0, 0, 1, 1, 0, 0, 2, 1);
    EXECUTE(word);
    CHECK_EQ(stx_try(&core, 0, word), STX_WAIT);
    EXECUTE(TT_OP_CLEARDVALID(1, 0));
    EXECUTE(word);
}

TEST(the_vector_unit_works) {
    unit_matrix();
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        core.sfpu.lreg[0][lane] = TWO;
        core.sfpu.lreg[1][lane] = THREE;
        core.sfpu.lreg[2][lane] = ONE;
    }
    EXECUTE(TT_OP_SFPMAD(0, 1, 2, 3, 0));
    CHECK_EQ(core.sfpu.lreg[3][31], 0x40E00000);
}

#if STX_SIZE == STX_SIZE_TINY
TEST(mantissa_bits_that_are_not_there_fault) {
    start(FP16, FP16);
    set_fp16(0, 0, 0x3C01);
    CHECK_EQ(stx_try(&core, 0, TT_OP_MOVD2A(0, 0, 0, 2, 0)), STX_FAULT);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_NOT_PRESENT);
}

TEST(there_are_no_macros_and_no_other_threads) {
    start(BF16, BF16);
    CHECK_EQ(stx_try(&core, 0, TT_OP_SFPLOADMACRO(0, 0, 0, 0)), STX_FAULT);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_NOT_PRESENT);
    stx_clear_fault(&core);
    CHECK_EQ(stx_try(&core, 1, TT_OP_NOP), STX_FAULT);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_BAD_THREAD);
}
#endif

int main(void) {
    RUN(products_fill_the_rows_that_are_there);
    RUN(rows_beyond_the_end_fault);
    RUN(wide_elements_fit_into_half_as_many_rows);
    RUN(all_of_dst_can_be_cleared);
    RUN(with_one_bank_the_unpacker_waits_for_the_fpu);
    RUN(the_vector_unit_works);
#if STX_SIZE == STX_SIZE_TINY
    RUN(mantissa_bits_that_are_not_there_fault);
    RUN(there_are_no_macros_and_no_other_threads);
#endif
    return test_summary();
}
