/* SPDX-License-Identifier: Apache-2.0
 *
 * The order checker on Wormhole: its conditions of STALLWAIT, four packers, and waits that a
 * SEMWAIT replaces. Bits by number, as the vendor's page of STALLWAIT (Wormhole B0) gives them. */
#include "insn/data.h"
#include "softensix/order.h"

static struct stx_order order;

enum { HOLD_SYNC = 1 << 1, HOLD_MATH = 1 << 6, HOLD_CFG = 1 << 7, HOLD_SFPU = 1 << 8 };
enum {
    C0_THCON = 1 << 0,
    C1_UNPACK0 = 1 << 1,
    C3_PACK0 = 1 << 3,
    C3_TO_C6_PACK = 15 << 3,
    C7_FPU = 1 << 7,
    C10_SRCA = 1 << 10,
    C11_SRCB = 1 << 11,
    C13_TRISC = 1 << 13,
    C14_SFPU = 1 << 14
};

#define STORE_ROWS TT_OP_SFPSTORE(0, 0, 3, 0)
#define LOAD_ROWS TT_OP_SFPLOAD(0, 0, 3, 0)
#define CLEAR_ALL TT_OP_ZEROACC(3, 3, 0)
#define PRODUCT TT_OP_MVMUL(0, 0, 3, 0)
#define POST TT_OP_SEMPOST(1)
#define POSTED(block) TT_OP_SEMWAIT(block, 1, 1)
#define UNTIL(block, condition) TT_OP_STALLWAIT(block, condition)

static void watch(void) {
    start();
    stx_init_as_firmware(&core);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    unpack_plain(0, BF16, BF16, 256);
    pack_plain(0, BF16, BF16);
    stx_issue(&core, 0, TT_OP_SETDVALID(3));
    stx_issue(&core, 0, TT_OP_SEMINIT(2, 0, 0xFF));
    CHECK(stx_order_init(&order, &core, STX_ORDER_DEFAULT));
}

/* Words of a thread, which have to be executed at once. */
static void words(unsigned thread, const uint32_t *word, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        CHECK_EQ(stx_issue(&core, thread, word[i]), STX_DONE);
    }
}
#define WORDS(thread, ...) \
    words(thread, (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4)

#define FOUND(rule_)                                        \
    do {                                                    \
        CHECK(stx_order_total(&order) > 0);                 \
        CHECK_EQ(order.finding[0].rule, STX_ORDER_##rule_); \
    } while (0)
#define SILENT() CHECK_EQ(stx_order_total(&order), 0)

/* Blackhole waits for the vector unit by bit 11, which here is a valid bit. */
TEST(a_post_needs_a_wait_for_the_unit_before_it) {
    watch();
    WORDS(1, STORE_ROWS, POST);
    WORDS(2, POSTED(HOLD_MATH), CLEAR_ALL);
    FOUND(DST_ORDER);
    watch();
    WORDS(1, STORE_ROWS, UNTIL(HOLD_SYNC, C14_SFPU), POST);
    WORDS(2, POSTED(HOLD_MATH), CLEAR_ALL);
    SILENT();
    watch();
    WORDS(1, STORE_ROWS, UNTIL(HOLD_SYNC, C11_SRCB), POST);
    WORDS(2, POSTED(HOLD_MATH), CLEAR_ALL);
    FOUND(DST_ORDER);
}

TEST(a_semwait_ends_a_wait_that_does_not_hold_it) {
    watch();
    WORDS(1, POST, PRODUCT, UNTIL(HOLD_CFG, C7_FPU), POSTED(HOLD_SYNC),
          TT_OP_RMWCIB3(0x20, 0x20, 1));
    FOUND(CONFIG_ORDER);
    watch();
    WORDS(1, POST, PRODUCT, UNTIL(HOLD_CFG | HOLD_SYNC, C7_FPU), POSTED(HOLD_SYNC),
          TT_OP_RMWCIB3(0x20, 0x20, 1));
    SILENT();
    watch(); /* any wait holds a STALLWAIT */
    WORDS(1, PRODUCT, UNTIL(HOLD_CFG, C7_FPU), UNTIL(HOLD_SYNC, C0_THCON),
          TT_OP_RMWCIB3(0x20, 0x20, 1));
    SILENT();
}

/* They are one here, so that all four must be awaited. */
TEST(packers_are_awaited_together) {
    watch();
    WORDS(0, PACK(0, 15, 1), TT_OP_RMWCIB0(0xF0, 0, 58));
    FOUND(CONFIG_ORDER);
    watch();
    WORDS(0, PACK(0, 15, 1), UNTIL(HOLD_CFG, C3_TO_C6_PACK), TT_OP_RMWCIB0(0xF0, 0, 58));
    SILENT();
    watch();
    WORDS(0, PACK(0, 15, 1), UNTIL(HOLD_CFG, C3_PACK0), TT_OP_RMWCIB0(0xF0, 0, 58));
    FOUND(CONFIG_ORDER);
}

TEST(addresses_are_taken_at_issue_and_formats_are_not) {
    watch();
    WORDS(0, PACK(0, 15, 1), TT_OP_RMWCIB0(0xFF, 0x30, 57), TT_OP_RMWCIB0(0xFF, 0x30, 85));
    SILENT();
    for (unsigned i = 0; i < 8; i++) { /* of each packer, with the rule and without */
        watch();
        stx_order_set(&order, STX_ORDER_PACK_ADDRESS_AT_ISSUE, i % 2);
        WORDS(0, PACK(0, 15, 1), TT_OP_RMWCIB0(0xFF, 0x30, packer_words[i / 2] + 1u));
        if (i % 2) {
            SILENT();
        } else {
            FOUND(CONFIG_ORDER);
        }
    }
    watch();
    WORDS(0, TT_OP_CLEARDVALID(3, 0), UNPACK(0, 0), TT_OP_RMWCIB0(0xFF, 0x30, BASE_WORD));
    SILENT();
    watch();
    WORDS(0, TT_OP_CLEARDVALID(3, 0), UNPACK(0, 0), TT_OP_RMWCIB0(0x0F, 0, TILE_WORD));
    FOUND(CONFIG_ORDER);
    watch();
    WORDS(0, TT_OP_CLEARDVALID(3, 0), UNPACK(0, 0), UNTIL(HOLD_CFG, C1_UNPACK0),
          TT_OP_RMWCIB0(0x0F, 0, TILE_WORD));
    SILENT();
}

TEST(three_words_between_fpu_and_vector_unit_are_enough) {
    watch();
    WORDS(1, PRODUCT, TT_OP_NOP, TT_OP_NOP, LOAD_ROWS);
    FOUND(DST_ORDER);
    watch();
    WORDS(1, PRODUCT, TT_OP_NOP, TT_OP_NOP, TT_OP_NOP, LOAD_ROWS);
    SILENT();
    watch();
    WORDS(1, PRODUCT, UNTIL(HOLD_SFPU, C7_FPU), LOAD_ROWS);
    SILENT();
}

TEST(the_word_behind_wrcfg_must_not_need_it) {
    watch();
    core.gpr[1][4] = 0x20000000;
    WORDS(1, TT_OP_WRCFG(4, 0, 1), PRODUCT);
    FOUND(CONFIG_LATE);
    watch();
    core.gpr[1][4] = 0x20000000;
    WORDS(1, TT_OP_WRCFG(4, 0, 1), TT_OP_NOP, PRODUCT);
    SILENT();
}

TEST(a_loaded_gpr_is_awaited) {
    watch();
    core.gpr[1][8] = 16;
    WORDS(1, TT_OP_LOADIND(1, 32, 0, 4, 8), TT_OP_WRCFG(4, 0, 1));
    FOUND(GPR_LATE);
    watch();
    core.gpr[1][8] = 16;
    WORDS(1, TT_OP_LOADIND(1, 32, 0, 4, 8), UNTIL(HOLD_CFG, C0_THCON), TT_OP_WRCFG(4, 0, 1));
    SILENT();
}

TEST(stores_of_code_are_awaited) {
    const uint32_t word = STX_CFG_WINDOW + 4;
    watch();
    stx_mmio_write(&core, 1, word, 0x20000000);
    WORDS(1, PRODUCT);
    FOUND(STORE_ORDER);
    watch();
    stx_mmio_write(&core, 1, word, 0x20000000);
    WORDS(1, UNTIL(HOLD_MATH, C13_TRISC), PRODUCT);
    SILENT();
}

/* Wormhole has no Auto TTSync. */
TEST(the_relaxed_level_orders_no_stores) {
    watch();
    (void)stx_order_init(&order, &core, STX_ORDER_RELAXED);
    stx_mmio_write(&core, 1, STX_CFG_WINDOW + 4, 0x20000000);
    WORDS(1, PRODUCT);
    FOUND(STORE_ORDER);
}

TEST(movd2a_does_not_wait_for_its_bank) {
    watch();
    WORDS(0, TT_OP_CLEARDVALID(3, 0), UNPACK(0, 1));
    WORDS(1, TT_OP_MOVD2A(0, 0, 3, 0, 0));
    FOUND(SOURCE_ORDER);
    watch();
    WORDS(0, TT_OP_CLEARDVALID(3, 0), UNPACK(0, 1));
    WORDS(1, UNTIL(HOLD_MATH, C10_SRCA), TT_OP_MOVD2A(0, 0, 3, 0, 0));
    SILENT();
}

/* A condition for a valid bank is asked about the bank before, while the word that turns to the
 * next one is in the FPU. */
TEST(a_wait_for_a_valid_bit_behind_the_word_that_turns_is_void) {
    const uint32_t turns[] = {TT_OP_MVMUL(3, 0, 3, 0), TT_OP_SETRWC(3, 0, 0, 0, 0, 0)};
    for (unsigned i = 0; i < 6; i++) {
        watch();
        WORDS(0, UNPACK(0, 1));
        WORDS(1, turns[i / 3], i % 3 == 2 ? UNTIL(HOLD_CFG, C7_FPU) : TT_OP_NOP,
              UNTIL(HOLD_MATH, i % 3 == 1 ? C7_FPU | C10_SRCA : C10_SRCA),
              TT_OP_MOVD2A(0, 0, 3, 0, 0));
        if (i % 3) {
            SILENT();
        } else {
            FOUND(SOURCE_ORDER);
        }
    }
}

#define FULL (STX_THREADS == 3 && STX_SRC_BANKS == 2 && STX_DST_ROWS == 1024)

int main(void) {
    RUN_IF(FULL, a_post_needs_a_wait_for_the_unit_before_it);
    RUN_IF(FULL, a_semwait_ends_a_wait_that_does_not_hold_it);
    RUN_IF(FULL, packers_are_awaited_together);
    RUN_IF(FULL, addresses_are_taken_at_issue_and_formats_are_not);
    RUN_IF(FULL, three_words_between_fpu_and_vector_unit_are_enough);
    RUN_IF(FULL, the_word_behind_wrcfg_must_not_need_it);
    RUN_IF(FULL, a_loaded_gpr_is_awaited);
    RUN_IF(FULL, stores_of_code_are_awaited);
    RUN_IF(FULL, the_relaxed_level_orders_no_stores);
    RUN_IF(FULL, movd2a_does_not_wait_for_its_bank);
    RUN_IF(FULL, a_wait_for_a_valid_bit_behind_the_word_that_turns_is_void);
    return test_summary();
}
