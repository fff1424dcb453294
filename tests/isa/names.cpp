/* SPDX-License-Identifier: Apache-2.0
 *
 * The vendor's C++ spellings: what addr_mod_t, the MOP templates and replay do to a core. Counters
 * tell which words ran and how often; INCRWC adds to them. */
#include "softensix/names.h"
#include "softensix/softensix.h"
#include "test.h"

static struct stx_core core;

static constexpr std::uint32_t d = TT_OP_INCRWC(0, 1, 0, 0);
static constexpr std::uint32_t b = TT_OP_INCRWC(0, 0, 1, 0);
static constexpr std::uint32_t a = TT_OP_INCRWC(0, 0, 0, 1);

static void start() {
    stx_init(&core, nullptr, 0, nullptr);
    stx_bind(&core);
}

static bool counted(unsigned dst, unsigned srcb, unsigned srca) {
    const struct stx_rwc &rwc = core.rwc[STX_THREAD];
    if (rwc.dst != dst || rwc.srcb != srcb || rwc.srca != srca) {
        printf("counted %u %u %u\n", rwc.dst, rwc.srcb, rwc.srca);
    }
    return rwc.dst == dst && rwc.srcb == srcb && rwc.srca == srca;
}

TEST(an_address_modification_sets_three_words) {
    start();
    addr_mod_t{
        .srca = {.incr = 8},
        .srcb = {.incr = 0, .clr = 0, .cr = 1},
        .dest = {.incr = -8, .c_to_cr = 1},
        .fidelity = {.incr = 1},
        .bias = {.incr = 2, .clr = 1},
    }
        .set(ADDR_MOD_1);
    CHECK_EQ(core.tcfg[STX_THREAD][13], 0x4008);
    CHECK_EQ(core.tcfg[STX_THREAD][29], 0x33F8);
    CHECK_EQ(core.tcfg[STX_THREAD][48], 0x0012);
    addr_mod_pack_t{.y_src = {.incr = 4}, .z_dst = {.clr = 1}}.set(ADDR_MOD_2);
    CHECK_EQ(core.tcfg[STX_THREAD][39], 0x8004);
}

TEST(a_template_of_one_instruction_replaces_it_in_the_last_turns) {
    start();
    ckernel_template loop(3, 2, d);
    loop.set_last_inner_loop_instr(TT_OP_INCRWC(0, 4, 0, 0));
    loop.set_last_outer_loop_instr(TT_OP_INCRWC(0, 8, 0, 0));
    loop.set_start_op(b);
    loop.set_end_op(a);
    loop.program();
    CHECK(counted(0, 0, 0));
    ckernel_template::run();
    CHECK(counted(1 + 4 + 1 + 4 + 1 + 8, 3, 3));
}

TEST(a_template_of_two_instructions_alternates) {
    start();
    ckernel_template loop(2, 3, d, a);
    loop.set_end_ops(b, b);
    loop.program_and_run();
    CHECK(counted(6, 4, 6));
}

TEST(what_is_recorded_runs_when_a_template_replays_it) {
    start();
    load_replay_buf(4, 3, [] {
        TTI_INCRWC(0, 1, 0, 0);
        TTI_INCRWC(0, 0, 1, 0);
        TTI_INCRWC(0, 0, 0, 1);
    });
    CHECK(counted(0, 0, 0));
    ckernel_template loop(1, 2, lltt::replay_insn(4, 3));
    loop.program_and_run();
    CHECK(counted(2, 2, 2));
    lltt::replay(5, 1);
    CHECK(counted(2, 3, 2));
    load_replay_buf<Exec>(0, 1, [](unsigned by) { TT_INCRWC(0, by, 0, 0); }, 7u);
    CHECK(counted(9, 3, 2));
}

TEST(a_bit_of_the_mask_skips_a_turn) {
    start();
    auto loop = ckernel_unpack_template::lBA(d, a, b, TT_OP_NOP);
    loop.program_and_run(5, 0x12);
    CHECK(counted(3, 3, 2));
}

TEST(the_configuration_of_mop_can_be_written_as_words) {
    start();
    volatile uint *words = reinterpret_cast<volatile uint *>(TENSIX_MOP_CFG_BASE);
    const uint loop[9] = {2, 2, TT_OP_NOP, TT_OP_NOP, TT_OP_NOP, d, TT_OP_NOP, d, d};
    for (unsigned i = 0; i < 9; i++) {
        words[i] = loop[i];
    }
    TTI_MOP(1, 0, 0);
    CHECK(counted(4, 0, 0));
}

TEST(formats_fidelity_and_semaphores_have_their_types) {
    CHECK_EQ(to_underlying(MathFidelity::HiFi4), 4);
    CHECK_EQ(to_underlying(DataFormat::Bfp8_b), 6);
    CHECK_EQ(semaphore::t6_sem(semaphore::UNPACK_SYNC), 0x20);
    CHECK_EQ(TT_OP_SEMPOST(semaphore::t6_sem(semaphore::MATH_PACK)), 0xA4000008);
    CHECK_EQ(TT_OP_STALLWAIT(p_stall::STALL_MATH | p_stall::STALL_SYNC,
                             p_stall::SRCA_VLD | p_stall::MATH),
             0xA2210090);
    CHECK_EQ(TT_OP_SFPIADD(1, p_sfpu::LREG0, p_sfpu::LCONST_1,
                           SFPIADD_MOD1_ARG_IMM | SFPIADD_MOD1_CC_NONE),
             0x790010A5);
}

int main() {
    RUN(an_address_modification_sets_three_words);
    RUN(a_template_of_one_instruction_replaces_it_in_the_last_turns);
    RUN(a_template_of_two_instructions_alternates);
    RUN(what_is_recorded_runs_when_a_template_replays_it);
    RUN(a_bit_of_the_mask_skips_a_turn);
    RUN(the_configuration_of_mop_can_be_written_as_words);
    RUN(formats_fidelity_and_semaphores_have_their_types);
    return test_summary();
}
