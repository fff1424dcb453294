/* SPDX-License-Identifier: Apache-2.0
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
        WORDS(1, UNTIL(STALL_MATH, wait_for_a ? UNTIL_SRCA_VLD : UNTIL_SRCB_VLD));
        issue(1, write_a ? TT_OP_MOVD2A(0, 0, 7, 0, 0) : TT_OP_MOVD2B(0, 0, 7, 0, 0));
        if (wait_for_a == write_a) {
            SILENT();
        } else {
            FOUND(SOURCE_ORDER);
        }
    }
}

int main(void) {
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, a_bank_is_handed_over_by_its_valid_bit);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           a_wait_for_a_valid_bit_hears_of_that_source_alone);
    return test_summary();
}
