/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * The scalar unit's L1 and register accesses worked out by hand (SPEC 10, D.2), and their faults.
 */
#include <stdbool.h>
#include <string.h>

#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core;
static uint8_t l1[256];

static void start(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    for (unsigned i = 0; i < sizeof l1; i++) {
        l1[i] = (uint8_t)i;
    }
}

static enum stx_result run(uint32_t word) {
    return stx_try(&core, 0, word);
}

/* The word faults for this rule and changes neither GPRs nor L1. */
static bool refused(uint32_t word, enum stx_rule rule) {
    static struct stx_core before;
    static uint8_t l1_before[sizeof l1];
    memcpy(&before, &core, sizeof core);
    memcpy(l1_before, l1, sizeof l1);
    stx_clear_fault(&core);
    return run(word) == STX_FAULT && stx_last_fault(&core)->rule == rule &&
           memcmp(before.gpr, core.gpr, sizeof core.gpr) == 0 &&
           memcmp(l1_before, l1, sizeof l1) == 0;
}

TEST(loadind_reads_16_32_128_and_8_bits_aligned_down) {
    start();
    core.gpr[0][1] = 2;          /* 0x20 */
    core.gpr[0][2] = 0x0013FFFF; /* half 5 = 0x13 */
    core.gpr[0][9] = 0xAAAAAAAA;
    CHECK_EQ(run(TT_OP_LOADIND(1, 5, 0, 8, 1)), STX_DONE);
    CHECK_EQ(core.gpr[0][8], 0x33323130);
    CHECK_EQ(run(TT_OP_LOADIND(2, 5, 0, 9, 1)), STX_DONE);
    CHECK_EQ(core.gpr[0][9], 0xAAAA3332);
    CHECK_EQ(run(TT_OP_LOADIND(3, 5, 0, 9, 1)), STX_DONE);
    CHECK_EQ(core.gpr[0][9], 0xAAAA3333);
    CHECK_EQ(run(TT_OP_LOADIND(0, 5, 0, 14, 1)), STX_DONE);
    CHECK_EQ(core.gpr[0][12], 0x33323130);
    CHECK_EQ(core.gpr[0][13], 0x37363534);
    CHECK_EQ(core.gpr[0][14], 0x3B3A3938);
    CHECK_EQ(core.gpr[0][15], 0x3F3E3D3C);
}

TEST(the_offset_steps_by_0_2_4_16_and_wraps_at_16_bits) {
    start();
    core.gpr[0][2] = 0x12340000;
    CHECK_EQ(run(TT_OP_LOADIND(1, 4, 1, 8, 0)), STX_DONE);
    CHECK_EQ(core.gpr[0][2], 0x12340002);
    CHECK_EQ(run(TT_OP_LOADIND(1, 4, 2, 8, 0)), STX_DONE);
    CHECK_EQ(core.gpr[0][2], 0x12340006);
    CHECK_EQ(run(TT_OP_LOADIND(1, 4, 3, 8, 0)), STX_DONE);
    CHECK_EQ(core.gpr[0][2], 0x12340016);
    CHECK_EQ(run(TT_OP_LOADIND(1, 4, 0, 8, 0)), STX_DONE);
    CHECK_EQ(core.gpr[0][2], 0x12340016);
}

TEST(storeind_reads_its_data_after_the_step) {
    start();
    core.gpr[0][2] = 0x00000010;
    CHECK_EQ(run(TT_OP_STOREIND(1, 0, 1, 4, 2, 2, 0)), STX_DONE); /* 32 bit, data = the offset */
    CHECK_EQ(core.gpr[0][2], 0x14);
    CHECK_EQ(l1[0x10], 0x14);
    CHECK_EQ(l1[0x11], 0);
    CHECK_EQ(l1[0x14], 0x14);
}

TEST(addresses_outside_l1_are_refused) {
    start();
    core.gpr[0][1] = sizeof l1 / 16;
    core.gpr[0][3] = 0xF0000000;
    CHECK(refused(TT_OP_LOADIND(1, 4, 1, 8, 1), STX_RULE_L1_RANGE));
    CHECK(refused(TT_OP_LOADIND(3, 4, 1, 8, 3), STX_RULE_L1_RANGE));
    CHECK(refused(TT_OP_STOREIND(1, 1, 1, 4, 1, 8, 1), STX_RULE_L1_RANGE));
    CHECK(refused(TT_OP_ATINCGET(0, 31, 0, 8, 1), STX_RULE_L1_RANGE));
    CHECK(refused(TT_OP_ATSWAP(0, 255, 8, 3), STX_RULE_L1_RANGE));
    CHECK(refused(TT_OP_ATCAS(0, 1, 0, 0, 8, 1), STX_RULE_L1_RANGE));
    CHECK(refused(TT_OP_STOREIND(0, 0, 0, 4, 1, 8, 1), STX_RULE_UNIMPLEMENTED_MODE));
}

TEST(registers_are_written_and_read_by_address) {
    start();
    core.gpr[0][5] = 0x800;
    CHECK_EQ(run(TT_OP_STOREREG(5, 0x12068 / 4)), STX_DONE);
    CHECK_EQ(core.dbg_feature_disable, 0x800);
    CHECK_EQ(run(TT_OP_LOADREG(6, 0x12068 / 4)), STX_DONE);
    CHECK_EQ(core.gpr[0][6], 0x800);
    CHECK(refused(TT_OP_LOADREG(6, 0), STX_RULE_MMIO_ADDRESS));
    CHECK(refused(TT_OP_STOREREG(6, 0), STX_RULE_MMIO_ADDRESS));
    core.gpr[0][7] = 0x12060;
    core.gpr[0][2] = 0x80; /* half 4 >> 4 = 8 */
    core.gpr[0][6] = 7;
    CHECK_EQ(run(TT_OP_STOREIND(0, 1, 0, 4, 0, 6, 7)), STX_DONE);
    CHECK_EQ(core.dbg_feature_disable, 7);
}

/* Dst as memory, at 0xFFBD8000: format 6 of word 3 (thread 0: bits 18:16) means nothing. */
TEST(a_window_that_refuses_an_access_makes_the_word_fault) {
    start();
    core.cfg[0][3] = 6u << 16;
    core.gpr[0][5] = 0x12345678;
    core.gpr[0][7] = 0xD8000;
    CHECK(refused(TT_OP_LOADREG(5, 0xD8000 / 4), STX_RULE_BAD_FORMAT));
    CHECK(refused(TT_OP_STOREREG(5, 0xD8000 / 4), STX_RULE_BAD_FORMAT));
    CHECK(refused(TT_OP_STOREIND(0, 1, 0, 4, 1, 5, 7), STX_RULE_BAD_FORMAT));
    CHECK_EQ(core.gpr[0][5], 0x12345678);
}

TEST(waiting_atomics_change_nothing_until_they_may) {
    start();
    CHECK_EQ(run(TT_OP_ATCAS(0, 9, 5, 1, 8, 1)), STX_WAIT);
    CHECK_EQ(l1[4], 4);
    CHECK_EQ(run(TT_OP_ATCAS(0, 9, 0, 0, 8, 1)), STX_WAIT);
    memset(l1, 0, 8);
    CHECK_EQ(run(TT_OP_ATINCGETPTR(0, 0, 0, 3, 0, 8, 1)), STX_WAIT); /* pop of an empty FIFO */
    CHECK_EQ(run(TT_OP_ATINCGETPTR(0, 0, 0, 3, 1, 8, 1)), STX_DONE); /* push */
    CHECK_EQ(l1[4], 1);
    CHECK_EQ(run(TT_OP_ATINCGETPTR(0, 0, 0, 3, 0, 8, 1)), STX_DONE);
    CHECK_EQ(l1[0], 1);
}

enum { SOURCE = 88, DESTINATION = 89, SIZE = 90 };

TEST(xmov_copies_and_clears_16_byte_units) {
    start();
    core.cfg[0][SOURCE] = 2;
    core.cfg[0][DESTINATION] = 4;
    core.cfg[0][SIZE] = 3u << 30 | 2;
    CHECK_EQ(run(TT_OP_XMOV(0, 0)), STX_DONE);
    CHECK_EQ(l1[0x40], 0x20);
    CHECK_EQ(l1[0x5F], 0x3F);
    CHECK_EQ(l1[0x60], 0x60);
    core.cfg[0][SIZE] = 1;
    CHECK_EQ(run(TT_OP_XMOV(0, 0)), STX_DONE);
    CHECK_EQ(l1[0x4F], 0);
    CHECK_EQ(l1[0x50], 0x30);
    core.cfg[0][SIZE] = 3u << 30 | 15;
    CHECK(refused(TT_OP_XMOV(0, 0), STX_RULE_L1_RANGE));
    core.cfg[0][SIZE] = 1u << 30 | 1;
    CHECK(refused(TT_OP_XMOV(0, 0), STX_RULE_UNIMPLEMENTED_MODE));
}

enum { THCON = 64, GPR = 8 };

TEST(reg2flop_writes_thcon_words_of_the_threads_bank) {
    start();
    CHECK(refused(TT_OP_REG2FLOP(1, 0, 0, 0, 5, GPR), STX_RULE_REG2FLOP));
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    core.tcfg[0][0] = 1;
    for (unsigned i = 0; i < 4; i++) {
        core.gpr[0][GPR + i] = 0x1000 + i;
    }
    CHECK_EQ(run(TT_OP_REG2FLOP(1, 0, 0, 0, 5, GPR + 1)), STX_DONE);
    CHECK_EQ(core.cfg[1][THCON + 5], 0x1001);
    CHECK_EQ(core.cfg[0][THCON + 5], 0);
    CHECK_EQ(run(TT_OP_REG2FLOP(0, 0, 0, 0, 13, GPR + 3)), STX_DONE); /* 128 bit, both aligned */
    CHECK_EQ(core.cfg[1][THCON + 11], 0);
    CHECK_EQ(core.cfg[1][THCON + 12], 0x1000);
    CHECK_EQ(core.cfg[1][THCON + 15], 0x1003);
    CHECK_EQ(core.cfg[1][THCON + 16], 0);
    CHECK(refused(TT_OP_REG2FLOP(1, 0, 0, 0, 180 - THCON, GPR), STX_RULE_CFG_INDEX));
    CHECK(refused(TT_OP_REG2FLOP(1, 1, 0, 0, 5, GPR), STX_RULE_UNIMPLEMENTED_MODE));
}

TEST(streamwrcfg_has_no_stream_to_read) {
    start();
    core.cfg[0][70] = 0x1234;
    CHECK(refused(TT_OP_STREAMWRCFG(0, 3, 70), STX_RULE_STREAM));
    CHECK(refused(TT_OP_STREAMWRCFG(0, 3, 224), STX_RULE_CFG_INDEX));
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    CHECK_EQ(run(TT_OP_STREAMWRCFG(0, 3, 70)), STX_DONE);
    CHECK_EQ(core.cfg[0][70], 0x1234);
}

int main(void) {
    RUN_IF(STX_CFG_BANKS == 2, reg2flop_writes_thcon_words_of_the_threads_bank);
    RUN(streamwrcfg_has_no_stream_to_read);
    RUN(loadind_reads_16_32_128_and_8_bits_aligned_down);
    RUN(the_offset_steps_by_0_2_4_16_and_wraps_at_16_bits);
    RUN(storeind_reads_its_data_after_the_step);
    RUN(addresses_outside_l1_are_refused);
    RUN(registers_are_written_and_read_by_address);
    RUN(a_window_that_refuses_an_access_makes_the_word_fault);
    RUN(waiting_atomics_change_nothing_until_they_may);
    RUN(xmov_copies_and_clears_16_byte_units);
    return test_summary();
}
