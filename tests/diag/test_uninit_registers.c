/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Reads of what nothing has written: each kind of register under its number, the first, the last
 * and some between; an element alone; what the search leaves behind. */
#include <string.h>

#include "heard.h"
#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "softensix/uninit.h"
#include "test.h"

static struct stx_core core;
static struct stx_uninit uninit;
static uint8_t l1[1024], copies[2 * sizeof l1];
static struct stx_uninit_finding found[200];
static unsigned count;

static void on_finding(void *ctx, const struct stx_uninit_finding *finding) {
    (void)ctx;
    found[count++ % 200] = *finding;
}

static void watch(unsigned kinds) {
    stx_uninit_init(&uninit, &core, kinds, copies, on_finding, NULL);
}

static void start(unsigned kinds) {
    stx_init(&core, l1, sizeof l1, NULL);
    stx_init_as_firmware(&core);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    watch(kinds);
    count = 0;
}

/* The word finds one register, this one. */
static bool finds(unsigned thread, uint32_t word, enum stx_uninit_kind kind, unsigned index) {
    count = 0;
    bool good = stx_issue(&core, thread, word) == STX_DONE && count == 1 && found[0].kind == kind &&
                found[0].index == index && found[0].thread == thread && found[0].word == word;
    if (!good) {
        printf("%08x of thread %u: %u found, the first %u %u, expected %u %u\n", (unsigned)word,
               thread, count, (unsigned)found[0].kind, found[0].index, (unsigned)kind, index);
    }
    return good;
}

static unsigned findings(uint32_t word) {
    count = 0;
    return stx_issue(&core, 1, word) == STX_DONE ? count : 1000;
}

static const unsigned rows[] = {0, 63};
#define ROWS (sizeof rows / sizeof rows[0])

TEST(rows_of_both_banks_of_a_source_have_their_numbers) {
    for (unsigned bank = 0; bank < 2; bank++) {
        start(STX_UNINIT_DEFAULT);
        core.srca.fpu_bank = core.srcb.fpu_bank = (uint8_t)bank;
        core.srca.fpu_owns[bank] = core.srcb.fpu_owns[bank] = 1;
        for (unsigned i = 0; i < ROWS; i++) {
            unsigned row = rows[i];
            CHECK(finds(1, TT_OP_MOVA2D(0, row, 7, 0, 0), STX_UNINIT_SRCA, 64 * bank + row));
            CHECK(finds(1, TT_OP_MOVB2D(0, row, 7, 0, 0), STX_UNINIT_SRCB, 64 * bank + row));
            CHECK_EQ(findings(TT_OP_MOVA2D(0, row, 7, 0, 0)), 0);
        }
    }
}

TEST(rows_of_dst_have_their_numbers) {
    static const unsigned dst[] = {0, 1023};
    start(STX_UNINIT_DEFAULT);
    for (unsigned i = 0; i < sizeof dst / sizeof dst[0]; i++) {
        CHECK(finds(1, TT_OP_MOVD2A(0, 0, 7, 0, dst[i]), STX_UNINIT_DST, dst[i]));
        CHECK_EQ(findings(TT_OP_MOVD2A(0, 0, 7, 0, dst[i])), 0);
    }
}

TEST(lregs_and_gprs_have_their_numbers) {
    start(STX_UNINIT_DEFAULT);
    for (unsigned reg = 0; reg < 8; reg += 7) {
        CHECK(finds(1, TT_OP_SFPSTORE(reg, 4, 7, 0), STX_UNINIT_LREG, reg));
    }
    for (unsigned t = 0; t < 3; t++) {
        for (unsigned i = 0; i < ROWS; i++) {
            uint32_t word = TT_OP_ADDDMAREG(0, 40, rows[i], rows[i]);
            CHECK(finds(t, word, STX_UNINIT_GPR, 64 * t + rows[i]));
        }
    }
}

/* RDCFG reads a word of the bank that CFG_STATE_ID chooses; words from 180 on exist once. */
TEST(words_of_the_configuration_have_their_numbers) {
    static const unsigned words[] = {60, 179, 223};
    for (unsigned bank = 0; bank < 2; bank++) {
        start(STX_UNINIT_DEFAULT | 1u << STX_UNINIT_CFG);
        memset(core.cfg, 0, sizeof core.cfg);
        core.tcfg[0][0] = (uint16_t)bank;
        watch(STX_UNINIT_DEFAULT | 1u << STX_UNINIT_CFG);
        for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
            unsigned of = words[i] < 180 ? bank : 0;
            CHECK(finds(0, TT_OP_RDCFG(1, words[i]), STX_UNINIT_CFG, 224 * of + words[i]));
        }
    }
}

/* Words whose effect depends on one word of the thread's configuration: where Dst begins, how an
 * address moves on. */
TEST(words_of_the_threads_configuration_have_their_numbers) {
    for (unsigned t = 0; t < 3; t += 2) {
        for (unsigned mode = 0; mode < 8; mode += 7) {
            bool offset = false, sources = false, dst = false;
            start(1u << STX_UNINIT_TCFG);
            memset(core.tcfg, 0, sizeof core.tcfg);
            core.rwc[t].dst = core.rwc[t].srca = 8; /* a counter that is cleared changes, too */
            stx_src_poke(&core, 0, 0, 8, 0, 0x3F800000);
            core.srca.fpu_owns[0] = 1;
            watch(1u << STX_UNINIT_TCFG);
            CHECK_EQ(stx_issue(&core, t, TT_OP_MOVA2D(0, 0, mode, 0, 0)), STX_DONE);
            for (unsigned i = 0; i < count; i++) {
                CHECK_EQ(found[i].kind, STX_UNINIT_TCFG);
                CHECK_EQ(found[i].index / 68, t);
                offset |= found[i].index == 68 * t + 1;
                sources |= found[i].index == 68 * t + 12 + mode;
                dst |= found[i].index == 68 * t + 28 + mode;
            }
            CHECK(offset && sources && dst);
        }
    }
}

/* The low half of lane 0 alone has not been written. */
TEST(one_half_of_a_lane_is_found) {
    start(STX_UNINIT_DEFAULT);
    core.sfpu.flags = ~1u;
    CHECK_EQ(findings(TT_OP_SFPLOADI(0, 2, 7)), 0);
    core.sfpu.flags = UINT32_MAX;
    CHECK_EQ(findings(TT_OP_SFPLOADI(0, 8, 0x3F80)), 0);
    CHECK(finds(1, TT_OP_SFPADD(10, 0, 9, 1, 0), STX_UNINIT_LREG, 0));
}

/* The last byte of the last GPR that is watched. */
TEST(one_byte_of_a_gpr_is_found) {
    start(STX_UNINIT_DEFAULT);
    core.gpr[2][63] = 0x00FFFFFF;
    watch(STX_UNINIT_DEFAULT);
    CHECK(finds(2, TT_OP_ADDDMAREG(0, 40, 63, 63), STX_UNINIT_GPR, 2 * 64 + 63));
}

/* What is not zero when watching begins has been written. */
TEST(what_holds_something_counts_as_written) {
    start(STX_UNINIT_DEFAULT);
    core.gpr[1][5] = 0x01010101;
    watch(STX_UNINIT_DEFAULT);
    CHECK_EQ(findings(TT_OP_ADDDMAREG(0, 40, 5, 5)), 0);
    CHECK(finds(1, TT_OP_ADDDMAREG(0, 40, 4, 4), STX_UNINIT_GPR, 64 + 4));
    CHECK(finds(1, TT_OP_ADDDMAREG(0, 40, 6, 6), STX_UNINIT_GPR, 64 + 6));
}

/* Both factors of a product stand decoded when watching begins; they are looked at afresh. */
TEST(operands_that_stand_decoded_are_found_too) {
    for (unsigned source = 0; source < 2; source++) {
        start(0);
        for (unsigned i = 0; i < 64 * 16; i++) {
            stx_src_poke(&core, 1 - source, 0, i / 16, i % 16, 0x3F800000);
            stx_dst_poke(&core, i / 16, i % 16, 0x007F);
        }
        stx_issue(&core, 1, TT_OP_SETDVALID(3));
        CHECK_EQ(findings(TT_OP_MVMUL(0, 0, 7, 0)), 0);
        CHECK_EQ(findings(TT_OP_MVMUL(0, 0, 7, 0)), 0);
        watch(STX_UNINIT_DEFAULT);
        CHECK(findings(TT_OP_MVMUL(0, 0, 7, 0)) >= (source ? 8 : 16));
        CHECK_EQ(found[0].kind, source ? STX_UNINIT_SRCB : STX_UNINIT_SRCA);
        CHECK_EQ(findings(TT_OP_MVMUL(0, 0, 7, 0)), 0);
    }
}

/* The copies of L1 are made anew for each word; what they held before makes no difference. */
TEST(the_copies_of_l1_hold_what_l1_holds) {
    start(STX_UNINIT_DEFAULT);
    memset(copies, 0x5A, sizeof l1);
    memset(copies + sizeof l1, 0xA5, sizeof l1);
    memset(l1, 3, sizeof l1);
    for (unsigned reg = 1; reg < 5; reg++) {
        stx_mmio_write(&core, 1, 0xFFE00000 + 4 * reg, reg == 1 ? 16 : 0);
    }
    CHECK_EQ(findings(TT_OP_STOREIND(1, 0, 1, 2 * 2, 0, 3, 1)), 0);
    CHECK_EQ(findings(TT_OP_ATINCGET(0, 31, 0, 4, 2)), 0); /* reads L1 and adds to it */
    CHECK_EQ(core.gpr[1][4], 0x03030303);
}

TEST(slots_of_the_replay_buffer_have_their_numbers) {
    static const unsigned slots[] = {31, 6, 5, 0};
    for (unsigned kind = 0; kind < 2; kind++) {
        start(kind ? STX_UNINIT_DEFAULT : 1u << STX_UNINIT_GPR);
        for (unsigned i = 0; i < 4; i++) {
            count = 0;
            stx_issue(&core, 2, TT_OP_REPLAY(slots[i], 1, 0, 0));
            CHECK_EQ(count, kind);
            CHECK(!kind || found[0].kind == STX_UNINIT_REPLAY);
            CHECK(!kind || found[0].index == 2 * 32 + slots[i]);
            stx_issue(&core, 2, TT_OP_REPLAY(slots[i], 1, 0, 0));
            CHECK_EQ(count, kind);
        }
    }
}

/* What lies between the windows of GPRs and configuration is no register. */
TEST(stores_beside_the_windows_write_nothing) {
    start(STX_UNINIT_ALL);
    struct stx_uninit before = uninit;
    heard_access(&uninit.listener, 1, STX_GPR_WINDOW - 4, 0, true);
    heard_access(&uninit.listener, 1, STX_GPR_WINDOW + 4 * 64, 0, true);
    heard_access(&uninit.listener, 1, STX_CFG_WINDOW - 4, 0, true);
    heard_access(&uninit.listener, 1, STX_CFG_WINDOW + 4 * 3 * 224, 0, true);
    heard_access(&uninit.listener, 3, STX_CFG_WINDOW, 0, true);
    heard_begin(&uninit.listener, 3, TT_OP_NOP);
    CHECK(!memcmp(&before, &uninit, sizeof before));
}

/* The last word of each bank, and of the window behind them that writes both. */
TEST(stores_write_the_words_that_they_name) {
    static const unsigned stored[] = {0, 223, 224, 447, 448, 671};
    for (unsigned i = 0; i < sizeof stored / sizeof stored[0]; i++) {
        start(STX_UNINIT_ALL);
        memset(core.cfg, 0, sizeof core.cfg);
        watch(STX_UNINIT_ALL);
        heard_access(&uninit.listener, 0, STX_CFG_WINDOW + 4 * stored[i], 0, true);
        struct stx_uninit now = uninit;
        watch(STX_UNINIT_ALL);
        unsigned bits = 0;
        for (size_t w = 0; w < sizeof now.unwritten / 4; w++) {
            bits += (unsigned)__builtin_popcount(now.unwritten[w] ^ uninit.unwritten[w]);
        }
        CHECK_EQ(bits, stored[i] < 448 ? 4 : 8);
    }
}

int main(void) {
    RUN_IF(STX_SIZE == STX_SIZE_FULL, rows_of_both_banks_of_a_source_have_their_numbers);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, rows_of_dst_have_their_numbers);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, lregs_and_gprs_have_their_numbers);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, words_of_the_configuration_have_their_numbers);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, words_of_the_threads_configuration_have_their_numbers);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, one_half_of_a_lane_is_found);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, one_byte_of_a_gpr_is_found);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, what_holds_something_counts_as_written);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, operands_that_stand_decoded_are_found_too);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, the_copies_of_l1_hold_what_l1_holds);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, slots_of_the_replay_buffer_have_their_numbers);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, stores_beside_the_windows_write_nothing);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, stores_write_the_words_that_they_name);
    return test_summary();
}
