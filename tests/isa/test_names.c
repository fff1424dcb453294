/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * softensix/names.h in C: configuration by name, address modifications, MOP. Words are worked out
 * by hand from SPEC Appendices A and C. */
#include "softensix/inspect.h"
#include "softensix/names.h"
#include "test.h"

static struct stx_core core;

static void start(void) {
    stx_init(&core, NULL, 0, NULL);
    stx_bind(&core);
}

TEST(names_give_the_words_of_the_specification) {
    CHECK_EQ(
        TT_OP_STALLWAIT(p_stall_STALL_MATH | p_stall_STALL_SYNC, p_stall_SRCA_VLD | p_stall_MATH),
        0xA2210090);
    CHECK_EQ(TT_OP_MVMUL(p_setrwc_CLR_AB, 0, ADDR_MOD_3, 16), 0x26C0C010);
    CHECK_EQ(TT_OP_SETRWC(CLR_NONE, 0, 0, 0, 0, SET_ABD_F), 0x3700000F);
    CHECK_EQ(TT_OP_ZEROACC(p_zeroacc_CLR_ALL, 0, 0, ADDR_MOD_1, 0), 0x10184000);
    CHECK_EQ(TT_OP_SEMPOST(1u << semaphore_MATH_PACK), 0xA4000008);
    CHECK_EQ(
        TT_OP_SFPMUL(p_sfpu_LREG1, p_sfpu_LREG2, CREG_IDX_0, p_sfpu_LREG3, SFPMAD_MOD1_NEGATE_VA),
        0x86012931);
}

TEST(a_field_of_the_thread_is_set_by_its_name) {
    start();
    STX_SET_THREAD(ADDR_MOD_AB_SEC2_SrcBIncr, 0x4F); /* cut to six bits: 15 */
    CHECK_EQ(core.tcfg[STX_THREAD][14], 0x0F00);
    TTI_SETC16(STX_THREAD_WORD(ADDR_MOD_AB_SEC2_SrcAIncr),
               STX_THREAD_BITS(ADDR_MOD_AB_SEC2_SrcAIncr, 8) |
                   STX_THREAD_BITS(ADDR_MOD_AB_SEC2_SrcBClear, 1));
    CHECK_EQ(core.tcfg[STX_THREAD][14], 0x8008);
}

TEST(a_field_of_the_configuration_is_set_and_its_neighbours_stay) {
    start();
    core.cfg[0][1] = 0xFFFFFFFF;
    STX_SET_CONFIG(ALU_FORMAT_SPEC_REG0_SrcA, DataFormat_Float16_b);
    CHECK_EQ(core.cfg[0][1], 0xFFEBFFFF); /* bits 20:17 are 5 */
    STX_SET_CONFIG(UNP0_NOP_REG_CLR_VAL_nop_reg_clr_val, 0x12345678);
    CHECK_EQ(core.cfg[0][53], 0x12345678);
}

TEST(a_field_in_two_bytes_takes_two_words) {
    uint32_t words[4] = {0};
    CHECK_EQ(stx_config_words(words, 72, 4, 8, 0xA5), 2);
    CHECK_EQ(words[0], 0xB3F05048);
    CHECK_EQ(words[1], 0xB40F0A48);
}

TEST(a_word_of_the_configuration_comes_from_a_register) {
    start();
    core.gpr[STX_THREAD][4] = 0x89ABCDEF;
    STX_WRCFG(UNP0_NOP_REG_CLR_VAL_nop_reg_clr_val, 4);
    CHECK_EQ(core.cfg[0][53], 0x89ABCDEF);
}

TEST(an_address_modification_moves_the_counters) {
    struct stx_addr_mod step = {.srca = {.incr = 2}, .dest = {.incr = 16}};
    start();
    stx_addr_mod_set(&step, ADDR_MOD_5);
    TTI_ZEROACC(p_zeroacc_CLR_SPECIFIC, 0, 0, ADDR_MOD_5, 0);
    TTI_ZEROACC(p_zeroacc_CLR_SPECIFIC, 0, 0, ADDR_MOD_5, 0);
    CHECK_EQ(core.rwc[STX_THREAD].dst, 32);
    CHECK_EQ(core.rwc[STX_THREAD].srca, 4);
}

TEST(a_loop_of_mop_runs_its_words) {
    start();
    struct stx_mop_loop loop = stx_mop_loop1(3, 4, TT_OP_INCRWC(0, 1, 0, 0));
    loop.end0 = TT_OP_INCRWC(0, 0, 1, 0);
    stx_mop_loop_set(&loop);
    stx_mop_loop_run();
    CHECK_EQ(core.rwc[STX_THREAD].dst, 12);
    CHECK_EQ(core.rwc[STX_THREAD].srcb, 3);
}

int main(void) {
    RUN(names_give_the_words_of_the_specification);
    RUN(a_field_of_the_thread_is_set_by_its_name);
    RUN(a_field_of_the_configuration_is_set_and_its_neighbours_stay);
    RUN(a_field_in_two_bytes_takes_two_words);
    RUN(a_word_of_the_configuration_comes_from_a_register);
    RUN(an_address_modification_moves_the_counters);
    RUN(a_loop_of_mop_runs_its_words);
    return test_summary();
}
