/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * The order checker on banks of SrcA and SrcB. */
#include "diag/order_words.h"

#define CLEAR_SOURCE(valid) TT_OP_UNPACR_NOP(0, 0, 0, valid, 1, 0, 0, 2, 1)

TEST(a_bank_is_handed_over_by_its_valid_bit) {
    watch();
    WORDS(1, TT_OP_CLEARDVALID(3, 0), TT_OP_CLEARDVALID(3, 0));
    WORDS(0, CLEAR_SOURCE(1));
    WORDS(1, TT_OP_MOVA2D(0, 0, 7, 0, 0));
    SILENT();
    watch();
    WORDS(1, TT_OP_CLEARDVALID(3, 0), TT_OP_CLEARDVALID(3, 0));
    WORDS(0, CLEAR_SOURCE(0));
    WORDS(1, TT_OP_MOVD2A(0, 0, 7, 0, 0));
    FOUND(SOURCE_ORDER);
}

#define CLEAR_SRCB(valid) TT_OP_UNPACR_NOP(1, 0, 0, valid, 1, 0, 0, 2, 1)

/* MOVD2A and MOVD2B write a bank without waiting for it. */
TEST(a_wait_for_a_valid_bit_hears_of_that_source_alone) {
    for (unsigned i = 0; i < 8; i++) {
        const bool second_bank = i & 1u, wait_for_a = i & 2u, write_a = i & 4u;
        watch();
        WORDS(1, TT_OP_CLEARDVALID(3, 0), TT_OP_CLEARDVALID(3, 0));
        if (second_bank) {
            WORDS(0, CLEAR_SOURCE(1), CLEAR_SRCB(1));
            WORDS(1, TT_OP_CLEARDVALID(3, 0));
        }
        WORDS(0, CLEAR_SOURCE(1), CLEAR_SRCB(1));
        WORDS(1, UNTIL(STALL_MATH, UNTIL_MATH | (wait_for_a ? UNTIL_SRCA_VLD : UNTIL_SRCB_VLD)));
        issue(1, write_a ? TT_OP_MOVD2A(0, 0, 7, 0, 0) : TT_OP_MOVD2B(0, 0, 7, 0, 0));
        if (wait_for_a == write_a) {
            SILENT();
        } else {
            FOUND(SOURCE_ORDER);
        }
    }
}

/* Words that hand both banks back. The FPU turns to its next ones when the word ends. */
static const uint32_t turns[] = {TT_OP_ELWADD(3, 0, 0, 7, 0), TT_OP_MVMUL(3, 0, 7, 0),
                                 TT_OP_SETRWC(3, 0, 0, 0, 0, 0), TT_OP_CLEARDVALID(3, 0)};

/* Both banks of both sources are valid and were filled by thread 0. */
static void fill_banks(void) {
    watch();
    WORDS(1, TT_OP_CLEARDVALID(3, 0), TT_OP_CLEARDVALID(3, 0), UNTIL(STALL_CFG, UNTIL_MATH));
    for (unsigned i = 0; i < 2; i++) {
        WORDS(0, TT_OP_UNPACR_NOP(0, 0, 0, 1, 1, 1, 0, 2, 1),
              TT_OP_UNPACR_NOP(1, 0, 0, 1, 1, 1, 0, 2, 1));
    }
}

/* The move behind a word that turns, a wait, and perhaps another wait. */
static void move_behind(uint32_t turn, uint32_t first, uint32_t second, bool to_b) {
    fill_banks();
    WORDS(1, turn, first, second);
    issue(1, to_b ? TT_OP_MOVD2B(0, 0, 7, 0, 0) : TT_OP_MOVD2A(0, 0, 7, 0, 0));
}

TEST(a_wait_for_a_valid_bit_behind_the_word_that_turns_is_void) {
    for (unsigned i = 0; i < 8; i++) {
        const uint32_t turn = turns[i / 2], valid = i % 2 ? UNTIL_SRCB_VLD : UNTIL_SRCA_VLD;
        const uint32_t wait = UNTIL(STALL_MATH, valid);
        move_behind(turn, TT_OP_NOP, TT_OP_NOP, i % 2);
        FOUND(SOURCE_ORDER);
        move_behind(turn, wait, TT_OP_NOP, i % 2);
        FOUND(SOURCE_ORDER);
        move_behind(turn, UNTIL(STALL_MATH, UNTIL_SFPU | valid), TT_OP_NOP, i % 2);
        FOUND(SOURCE_ORDER);
        move_behind(turn, wait, UNTIL(STALL_MATH, UNTIL_MATH), i % 2);
        FOUND(SOURCE_ORDER);
        move_behind(turn, UNTIL(STALL_MATH, UNTIL_MATH | valid), TT_OP_NOP, i % 2);
        SILENT();
        move_behind(turn, UNTIL(STALL_CFG, UNTIL_MATH), wait, i % 2); /* which it holds */
        SILENT();
    }
}

/* Nothing turns before the first wait, and the word that waits for both banks has them. */
TEST(a_wait_for_a_valid_bit_alone_is_enough_if_nothing_turns) {
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t wait = UNTIL(STALL_MATH, i ? UNTIL_SRCB_VLD : UNTIL_SRCA_VLD);
        move_behind(TT_OP_SETRWC(0, 0, 0, 0, 0, 0), wait, TT_OP_NOP, i);
        SILENT();
        move_behind(TT_OP_SETRWC(i ? 1 : 2, 0, 0, 0, 0, 0), wait, TT_OP_NOP, i);
        SILENT(); /* the other source turned */
        move_behind(TT_OP_SETRWC(3, 0, 0, 0, 0, 0), TT_OP_ELWADD(0, 0, 0, 7, 0), TT_OP_NOP, i);
        SILENT();
    }
}

/* An unpacker turns when its word has handed over the bank: SRCA_CLR is void until then. Thread 1
 * writes rows of Dst and returns banks of SrcA; thread 0 waits for the second and writes these
 * rows. */
TEST(a_wait_for_a_returned_bank_behind_an_unpacker_is_void) {
    enum { SRCA_CLR = 0x20, UNPACK0 = 2 };
    const uint32_t sum = TT_OP_ELWADD(1, 0, 0, 7, 0);
    for (unsigned i = 0; i < 4; i++) {
        watch();
        issue(1, sum);
        if (i > 0) {
            issue(0, TT_OP_UNPACR_NOP(0, 0, 0, 1, 1, 1, 0, 2, 1));
            issue(1, sum);
        }
        WORDS(0, i == 2 ? UNTIL(STALL_CFG, UNPACK0) : TT_OP_NOP,
              UNTIL(STALL_SFPU, i == 3 ? UNPACK0 | SRCA_CLR : SRCA_CLR), STORE_ROWS);
        if (i == 1) {
            FOUND(DST_ORDER);
        } else {
            SILENT();
        }
    }
}

int main(void) {
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, a_bank_is_handed_over_by_its_valid_bit);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           a_wait_for_a_valid_bit_hears_of_that_source_alone);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           a_wait_for_a_valid_bit_behind_the_word_that_turns_is_void);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           a_wait_for_a_valid_bit_alone_is_enough_if_nothing_turns);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           a_wait_for_a_returned_bank_behind_an_unpacker_is_void);
    return test_summary();
}
