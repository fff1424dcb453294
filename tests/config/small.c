/* SPDX-License-Identifier: Apache-2.0
 *
 * The smaller configurations: what is there works, what is not there faults (docs/perf.md). */
#include <string.h>

#include "insn/fpu.h"
#include "softensix/inspect.h"

#define ROWS STX_DST_ROWS

#if STX_ARCH == STX_ARCH_WORMHOLE
#define CLEAR_ALL TT_OP_ZEROACC(3, 0, 0)
#define CLEAR_HALF TT_OP_ZEROACC(2, 0, 1)
#define ZEROS_TO_SRCA TT_OP_UNPACR_NOP(0, 1)
#define GIVE_SRCA TT_OP_UNPACR_NOP(0, 7)
#else
#define CLEAR_ALL TT_OP_ZEROACC(3, 0, 0, 0, 0)
#define CLEAR_HALF TT_OP_ZEROACC(2, 0, 0, 0, 1)
#define ZEROS_TO_SRCA TT_OP_UNPACR_NOP(0, 0, 0, 1, 1, 0, 0, 2, 1)
#define GIVE_SRCA ZEROS_TO_SRCA
#endif

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
    EXECUTE(CLEAR_ALL);
    CHECK_EQ(stx_dst_bf16(&core, 0, 0), 0);
    EXECUTE(CLEAR_HALF);
}

TEST(with_one_bank_the_unpacker_waits_for_the_fpu) {
    stx_init(&core, NULL, 0, NULL);
    EXECUTE(GIVE_SRCA);
    CHECK_EQ(stx_try(&core, 0, ZEROS_TO_SRCA), STX_WAIT);
    EXECUTE(TT_OP_CLEARDVALID(1, 0));
    EXECUTE(ZEROS_TO_SRCA);
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

TEST(zerosrc_of_both_banks_stays_inside_its_source) {
    stx_init(&core, NULL, 0, NULL);
    memset(core.srca.high, 0x55, sizeof core.srca.high);
    memset(core.dst.cell, 0x55, sizeof core.dst.cell);
    memset(core.srcb.high, 0x55, sizeof core.srcb.high);
    before = core;
    EXECUTE(TT_OP_ZEROSRC(0, 0, 1, 2)); /* SrcB */
    CHECK(!memcmp(core.dst.cell, before.dst.cell, sizeof core.dst.cell));
    CHECK(!memcmp(core.srca.high, before.srca.high, sizeof core.srca.high));
    EXECUTE(TT_OP_ZEROSRC(0, 0, 1, 1)); /* SrcA */
    CHECK(!memcmp(core.dst.cell, before.dst.cell, sizeof core.dst.cell));
    CHECK_EQ(stx_src_peek(&core, 0, 0, 63, 15) | stx_src_peek(&core, 1, 0, 63, 15), 0);
}

/* Bits 17:16 of SETADC's value name thread 0, 1 or 2. */
TEST(counters_of_a_thread_that_is_not_there_fault_also_under_the_silicon_policy) {
    for (uint32_t other = 1; other <= 3; other++) {
        stx_init(&core, NULL, 0, NULL);
        stx_policy_set_all(&core, STX_POLICY_SILICON);
        bool there = other <= STX_THREADS;
        uint32_t word = TT_OP_SETADC(1, 0, 0, (other << 16 | 5u));
        CHECK_EQ(stx_try(&core, 0, word), there ? STX_DONE : STX_FAULT);
        CHECK_EQ(stx_last_fault(&core)->rule, there ? STX_RULE_NONE : STX_RULE_NOT_PRESENT);
    }
}

static bool restores_with(const char *name, uint32_t value) {
    static uint8_t bytes[1 << 16];
    const struct stx_item *item;
    stx_init(&core, NULL, 0, NULL);
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        if (!strcmp(item->name, name)) {
            memcpy((uint8_t *)&core + item->offset, &value, item->size); /* stx_item_set refuses */
            return stx_restore(&core, bytes, stx_save(&core, bytes, sizeof bytes));
        }
    }
    return false;
}

TEST(a_restored_state_names_only_banks_and_threads_that_are_there) {
    static const char *const bank[] = {"srca.fpu_bank", "srca.unpack_bank", "srcb.fpu_bank",
                                       "srcb.unpack_bank"};
    for (unsigned i = 0; i < 4; i++) {
        CHECK(restores_with(bank[i], STX_SRC_BANKS - 1));
        CHECK(!restores_with(bank[i], STX_SRC_BANKS));
    }
    CHECK(restores_with("sfpu.macro_thread", STX_THREADS - 1));
    CHECK(!restores_with("sfpu.macro_thread", STX_THREADS));
    CHECK(restores_with("mutex", STX_THREADS)); /* owner + 1 */
    CHECK(!restores_with("mutex", STX_THREADS + 1));
    CHECK(restores_with("mutex_waits", (1u << STX_THREADS) - 1));
    CHECK(!restores_with("mutex_waits", 1u << STX_THREADS));
    CHECK(!restores_with("srca.format", 16));
}

/* 16-bit elements at reset: row r lies at byte 32 r. */
TEST(the_dst_window_faults_on_rows_that_are_not_there) {
    const uint32_t window = 0xFFBD8000, format = 0xFFEF0000 + 4 * 3;
    stx_init(&core, NULL, 0, NULL);
    stx_mmio_write(&core, 0, format, 3u << 16); /* BF16 */
    stx_mmio_write(&core, 0, window + 32 * (ROWS - 1), 0x3F803F80);
    CHECK_EQ(stx_mmio_read(&core, 0, window + 32 * (ROWS - 1)), 0x3F803F80);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_NONE);
    before = core;
    stx_mmio_write(&core, 0, window + 32 * ROWS, 0x40004000);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_NOT_PRESENT);
    CHECK(!memcmp(&before.dst, &core.dst, sizeof core.dst));
    stx_clear_fault(&core);
    CHECK_EQ(stx_mmio_read(&core, 0, window + 32 * ROWS), 0);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_NOT_PRESENT);
    uint32_t address = ((window & 0xFFFFFu) + 32 * ROWS) / 4;
    CHECK_EQ(stx_try(&core, 0, TT_OP_LOADREG(5, address)), STX_FAULT);
    CHECK_EQ(stx_try(&core, 0, TT_OP_STOREREG(5, address)), STX_FAULT);
}

TEST(a_move_from_a_row_that_is_not_there_changes_nothing) {
    start(BF16, BF16);
    set_src(A, 0, 0, ONE);
    before = core;
    CHECK_EQ(stx_try(&core, 0, TT_OP_MOVD2A(0, 0, 0, 0, ROWS)), STX_FAULT);
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_NOT_PRESENT);
    CHECK(!memcmp(&before.srca, &core.srca, sizeof core.srca));
}

int main(void) {
    RUN(products_fill_the_rows_that_are_there);
    RUN(rows_beyond_the_end_fault);
    RUN(wide_elements_fit_into_half_as_many_rows);
    RUN(all_of_dst_can_be_cleared);
    RUN(with_one_bank_the_unpacker_waits_for_the_fpu);
    RUN(the_vector_unit_works);
    RUN(zerosrc_of_both_banks_stays_inside_its_source);
    RUN(counters_of_a_thread_that_is_not_there_fault_also_under_the_silicon_policy);
    RUN(a_restored_state_names_only_banks_and_threads_that_are_there);
    RUN_IF(STX_ARCH == STX_ARCH_BLACKHOLE, the_dst_window_faults_on_rows_that_are_not_there);
    RUN(a_move_from_a_row_that_is_not_there_changes_nothing);
#if STX_SIZE == STX_SIZE_TINY
    RUN(mantissa_bits_that_are_not_there_fault);
    RUN(there_are_no_macros_and_no_other_threads);
#endif
    return test_summary();
}
