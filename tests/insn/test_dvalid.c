/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * SETDVALID, CLEARDVALID, GATESRCRST, CLREXPHIST and the neutered instructions (SPEC 3, 6.9). */
#include "insn/fpu.h"

TEST(setdvalid_hands_the_unpackers_bank_over_with_the_format_of_the_last_unpack) {
    for (unsigned which = 0; which < 4; which++) {
        start(BF16, BF16);
        core.srca.fpu_owns[0] = core.srcb.fpu_owns[0] = 0;
        core.unpacker[0].valid_format = TF32;
        core.unpacker[1].valid_format = FP16;
        core.tcfg[0][5] = 2; /* SRCA_SET_Base */
        core.tcfg[0][6] = 3;
        EXECUTE(TT_OP_SETDVALID(which));
        CHECK_EQ(core.srca.fpu_owns[0], which & 1u);
        CHECK_EQ(core.srcb.fpu_owns[0], which >> 1);
        CHECK_EQ(core.srca.unpack_bank, which & 1u);
        CHECK_EQ(core.srca.format[0], which & 1u ? TF32 : 0);
        CHECK_EQ(core.srcb.format[0], which & 2u ? FP16 : 0);
        CHECK_EQ(core.unpacker[0].row_base[0], which & 1u ? 32 : 0);
        CHECK_EQ(core.unpacker[1].row_base[0], which & 2u ? 48 : 0);
    }
}

TEST(setdvalid_waits_for_all_that_it_names) {
    start(BF16, BF16);
    core.srca.fpu_owns[0] = 0;
    before = core;
    CHECK_EQ(stx_try(&core, 0, TT_OP_SETDVALID(3)), STX_WAIT);
    CHECK(same_state(&core, &before));
    CHECK_EQ(core.retired, before.retired);
    EXECUTE(TT_OP_SETDVALID(1));
}

TEST(cleardvalid_releases_heedless_of_the_disable_bits) {
    for (unsigned n = 0; n < 8; n++) {
        unsigned which = n & 3u, keep_pointer = n >> 2;
        start(BF16, BF16);
        core.tcfg[0][7] = 3; /* CLR_DVALID_SrcX_Disable */
        EXECUTE(TT_OP_CLEARDVALID(which, keep_pointer * 2));
        CHECK_EQ(core.srca.fpu_owns[0], !(which & 1u));
        CHECK_EQ(core.srcb.fpu_owns[0], !(which & 2u));
        CHECK_EQ(core.srca.fpu_bank, !keep_pointer && (which & 1u));
        CHECK_EQ(core.srcb.fpu_bank, !keep_pointer && (which & 2u));
    }
}

TEST(cleardvalid_with_reset_returns_everything) {
    start(BF16, BF16);
    core.srca.fpu_bank = core.srcb.unpack_bank = 1;
    core.srca.format[1] = BF16;
    EXECUTE(TT_OP_CLEARDVALID(0, 1));
    for (unsigned bank = 0; bank < 2; bank++) {
        CHECK(!core.srca.fpu_owns[bank] && !core.srcb.fpu_owns[bank]);
        CHECK_EQ(core.srca.format[bank], 0);
    }
    CHECK(!core.srca.fpu_bank && !core.srcb.unpack_bank);
}

/* clear_dvalid of an instruction does heed them: the pointer flips, the bank stays valid. */
TEST(an_instruction_with_the_disable_bit_keeps_the_bank_valid) {
    start(BF16, BF16);
    core.tcfg[0][7] = 1;
    EXECUTE(TT_OP_ELWADD(3, 0, 0, 0, 0));
    CHECK_EQ(core.srca.fpu_owns[0], 1);
    CHECK_EQ(core.srcb.fpu_owns[0], 0);
    CHECK_EQ(core.srca.fpu_bank, 1);
}

TEST(neutered_instructions_move_counters_and_release_banks) {
    static const uint32_t word[] = {TT_OP_CONV3S1(2, 31, 3, 1023), TT_OP_CONV3S2(2, 31, 3, 1023),
                                    TT_OP_MFCONV3S1(2, 31, 3, 1023), TT_OP_APOOL3S1(2, 3, 1, 1023),
                                    TT_OP_APOOL3S2(2, 3, 1, 1023)};
    for (unsigned i = 0; i < sizeof word / sizeof word[0]; i++) {
        start(BF16, BF16);
        fill_random(true);
        core.tcfg[0][ADDR_MOD_AB + 3] = 4u << 8 | 16;
        core.tcfg[0][ADDR_MOD_DST + 3] = 8;
        before = core;
        EXECUTE(word[i]);
        CHECK(memcmp(&core.dst, &before.dst, sizeof core.dst) == 0);
        CHECK_EQ(core.rwc[0].srca, 16);
        CHECK_EQ(core.rwc[0].srcb, 4);
        CHECK_EQ(core.rwc[0].dst, 8);
        CHECK(core.srca.fpu_owns[0] && !core.srcb.fpu_owns[0]);
        CHECK_EQ(core.srcb.fpu_bank, 1);
        CHECK_EQ(stx_try(&core, 0, word[i]), STX_DONE);
        CHECK_EQ(stx_try(&core, 0, word[i]), STX_WAIT); /* no bank of SrcB is left */
    }
}

TEST(clock_gates_do_nothing) {
    start(BF16, BF16);
    before = core;
    EXECUTE(TT_OP_GATESRCRST(1, 1));
    CHECK(same_state(&core, &before));
}

int main(void) {
    RUN_IF(STX_SRC_BANKS == 2,
           setdvalid_hands_the_unpackers_bank_over_with_the_format_of_the_last_unpack);
    RUN(setdvalid_waits_for_all_that_it_names);
    RUN_IF(STX_SRC_BANKS == 2, cleardvalid_releases_heedless_of_the_disable_bits);
    RUN_IF(STX_SRC_BANKS == 2, cleardvalid_with_reset_returns_everything);
    RUN_IF(STX_SRC_BANKS == 2, an_instruction_with_the_disable_bit_keeps_the_bank_valid);
    RUN_IF(STX_SRC_BANKS == 2, neutered_instructions_move_counters_and_release_banks);
    RUN(clock_gates_do_nothing);
    return test_summary();
}
