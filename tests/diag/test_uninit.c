/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Words that read what nothing has written are found, each register once; others are not. */
#include <string.h>

#include "diag/capture.h"
#include "heard.h"
#include "softensix/inspect.h"
#include "softensix/isa.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "softensix/uninit.h"
#include "test.h"

static struct stx_core core;
static struct stx_uninit uninit;
static uint8_t l1[4096], copies[2 * sizeof l1];
static struct stx_uninit_finding last;

static void on_finding(void *ctx, const struct stx_uninit_finding *finding) {
    struct stx_uninit_finding *newest = ctx;
    *newest = *finding;
}

static void start(unsigned kinds) {
    stx_init(&core, l1, sizeof l1, NULL);
    stx_init_as_firmware(&core);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    stx_uninit_init(&uninit, &core, kinds, copies, on_finding, &last);
}

/* Findings of a word of thread 1. */
static unsigned findings(uint32_t word) {
    uint32_t before = uninit.found;
    if (stx_issue(&core, 1, word) != STX_DONE) {
        return 100;
    }
    return uninit.found - before;
}

#define FINDS(word, kind_, index_)               \
    do {                                         \
        CHECK_EQ(findings(word), 1);             \
        CHECK_EQ(last.kind, STX_UNINIT_##kind_); \
        CHECK_EQ(last.index, index_);            \
        CHECK_EQ(last.thread, 1);                \
    } while (0)
#define FINDS_NOTHING(word) CHECK_EQ(findings(word), 0)

TEST(an_lreg_is_found_once) {
    start(STX_UNINIT_DEFAULT);
    FINDS(TT_OP_SFPADD(10, 3, 9, 4, 0), LREG, 3); /* LReg4 = 1 * LReg3 + 0 */
    CHECK_EQ(last.word, TT_OP_SFPADD(10, 3, 9, 4, 0));
    FINDS_NOTHING(TT_OP_SFPADD(10, 3, 9, 5, 0));
    FINDS_NOTHING(TT_OP_SFPADD(10, 4, 9, 5, 0)); /* a result counts as written */
    FINDS_NOTHING(TT_OP_SFPLOADI(6, 2, 0));      /* zero over zero is a write */
    FINDS_NOTHING(TT_OP_SFPADD(10, 6, 9, 5, 0));
    FINDS(TT_OP_SFPADD(10, 7, 9, 5, 0), LREG, 7);
}

TEST(an_lreg_may_be_written_in_halves) {
    start(STX_UNINIT_DEFAULT);
    FINDS_NOTHING(TT_OP_SFPLOADI(3, 10, 0x1234));
    FINDS_NOTHING(TT_OP_SFPLOADI(3, 8, 0x3F80));
    FINDS_NOTHING(TT_OP_SFPADD(10, 3, 9, 4, 0));
    FINDS_NOTHING(TT_OP_SFPLOADI(5, 10, 0x1234));
    FINDS(TT_OP_SFPADD(10, 5, 9, 4, 0), LREG, 5);
}

TEST(lanes_that_were_not_enabled_are_not_written) {
    start(STX_UNINIT_DEFAULT);
    core.sfpu.flags = 0x0000FFFF;
    FINDS_NOTHING(TT_OP_SFPLOADI(0, 2, 7));
    FINDS_NOTHING(TT_OP_SFPADD(10, 0, 9, 1, 0));
    core.sfpu.flags = UINT32_MAX;
    FINDS(TT_OP_SFPADD(10, 0, 9, 1, 0), LREG, 0);
}

TEST(rows_of_dst_are_found_by_their_reader) {
    start(STX_UNINIT_DEFAULT);
    FINDS_NOTHING(TT_OP_SFPLOADI(0, 0, 0x3F80));
    FINDS_NOTHING(TT_OP_SFPSTORE(0, 2, 7, 16)); /* even columns of rows 16..19 */
    FINDS_NOTHING(TT_OP_SFPLOAD(1, 2, 7, 16));
    CHECK_EQ(findings(TT_OP_SFPLOAD(1, 2, 7, 18)), 4); /* odd columns */
    CHECK_EQ(last.kind, STX_UNINIT_DST);
    CHECK(last.index >= 16 && last.index < 20);
    FINDS_NOTHING(TT_OP_SFPLOAD(1, 2, 7, 18));
}

/* ISA documentation, ZEROACC: the FPU and the packer see a row that is invalid as zeros, while
 * SFPLOAD of it is undefined. */
TEST(rows_that_zeroacc_clears_are_zeros_for_the_fpu_and_unwritten_for_sfpload) {
    start(STX_UNINIT_DEFAULT);
    stx_dst_poke(&core, 2, 5, 0x3F80);
    FINDS_NOTHING(TT_OP_ZEROACC(3, 0, 0, 7, 0));
    FINDS_NOTHING(TT_OP_MOVD2B(0, 0, 7, 0, 2));
    CHECK_EQ(findings(TT_OP_SFPLOAD(1, 2, 7, 0)), 4); /* rows 0 to 3 */
    CHECK(last.kind == STX_UNINIT_DST && last.index < 4);
    FINDS_NOTHING(TT_OP_SFPLOAD(1, 2, 7, 0)); /* each once */
}

/* The cells that a store leaves out hold what they held before ZEROACC. A pair of stores to even
 * and odd columns writes whole rows. */
TEST(a_store_to_a_part_of_an_invalid_row_leaves_the_rest_unwritten) {
    for (unsigned pair = 0; pair < 2; pair++) {
        start(STX_UNINIT_DEFAULT);
        for (unsigned i = 0; i < 16 * 16; i++) {
            stx_dst_poke(&core, i / 16, i % 16, 0x3F80);
        }
        stx_uninit_init(&uninit, &core, STX_UNINIT_DEFAULT, copies, on_finding, &last);
        FINDS_NOTHING(TT_OP_SFPLOADI(0, 0, 0x4000));
        FINDS_NOTHING(TT_OP_ZEROACC(3, 0, 0, 7, 0));
        FINDS_NOTHING(TT_OP_SFPSTORE(0, 2, 7, 4));
        if (pair) {
            FINDS_NOTHING(TT_OP_SFPSTORE(0, 2, 7, 6));
        }
        FINDS_NOTHING(TT_OP_SFPLOAD(1, 2, 7, 4));
        CHECK_EQ(findings(TT_OP_MOVD2B(0, 0, 7, 2, 4)), pair ? 0 : 4);
        CHECK(pair || last.kind == STX_UNINIT_DST);
    }
}

/* ISA documentation, Dst: something is written to the low 16 bits as well. */
TEST(a_write_of_16_bits_with_debug_bit_11_leaves_low_halves_unwritten) {
    for (unsigned bit = 0; bit < 2; bit++) {
        start(STX_UNINIT_DEFAULT);
        for (unsigned i = 0; i < 32 * 16; i++) {
            stx_dst_poke(&core, i / 16, i % 16, 0x3F80);
        }
        stx_uninit_init(&uninit, &core, STX_UNINIT_DEFAULT, copies, on_finding, &last);
        core.dbg_feature_disable = bit << 11;
        FINDS_NOTHING(TT_OP_SFPLOADI(0, 0, 0x4000));
        FINDS_NOTHING(TT_OP_SFPSTORE(0, 2, 7, 0)); /* bfloat16, even columns of rows 0..3 */
        FINDS_NOTHING(TT_OP_SFPLOAD(1, 2, 7, 0));
        FINDS_NOTHING(TT_OP_SFPLOAD(1, 3, 7, 2)); /* binary32, odd columns */
        CHECK_EQ(findings(TT_OP_SFPLOAD(1, 3, 7, 0)), bit ? 4 : 0);
        CHECK(!bit || (last.kind == STX_UNINIT_DST && last.index >= 8 && last.index < 12));
        FINDS_NOTHING(TT_OP_SFPSTORE(0, 3, 7, 16)); /* binary32: both halves */
        FINDS_NOTHING(TT_OP_SFPLOAD(1, 3, 7, 16));
    }
}

static void unpack_to_dst(bool to_dst) {
    static const struct {
        uint8_t word;
        uint32_t value;
    } words[] = {{64, 0x1000015}, {65, 0x40001}, {72, 5}, {76, 16}, {84, 64}, {86, 256}};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        core.cfg[0][words[i].word] = words[i].value;
    }
    core.cfg[0][73] = to_dst ? 17 : 1;
    core.tcfg[1][5] = to_dst ? 0 : 4; /* SRCA_SET_SetOvrdWithAddr */
    core.adc[1][0].at[1][0] = 15;     /* 16 datums */
    for (unsigned i = 0; i < 32; i++) {
        l1[0x110 + i] = i & 1u ? 0x3F : 0x80;
    }
}

/* Blackhole's page UNPACR_Regular at f7fda21. */
TEST(unpacr_to_dst_leaves_its_bank_of_srca_unwritten) {
    for (unsigned to_dst = 0; to_dst < 2; to_dst++) {
        start(STX_UNINIT_DEFAULT);
        core.srcb.fpu_owns[0] = 1;
        for (unsigned i = 0; i < 64 * 16; i++) {
            stx_src_poke(&core, 0, 0, i / 16, i % 16, 0x3F800000);
        }
        stx_uninit_init(&uninit, &core, STX_UNINIT_DEFAULT, copies, on_finding, &last);
        unpack_to_dst(to_dst);
        FINDS_NOTHING(0x42000081);
        core.srca.fpu_owns[0] = 1;
        core.srca.unpack_bank = 1;
        FINDS_NOTHING(TT_OP_NOP);
        CHECK_EQ(findings(TT_OP_MOVA2D(0, 40, 7, 0, 8)), to_dst);
        CHECK(!to_dst || (last.kind == STX_UNINIT_SRCA && last.index == 40));
    }
}

TEST(source_rows_are_found) {
    start(STX_UNINIT_DEFAULT);
    core.srca.fpu_owns[0] = core.srcb.fpu_owns[0] = 1;
    FINDS(TT_OP_MOVA2D(0, 5, 7, 0, 0), SRCA, 5);
    FINDS(TT_OP_MOVB2D(0, 6, 7, 0, 1), SRCB, 6);
    FINDS_NOTHING(TT_OP_ZEROSRC(0, 0, 1, 3));
    FINDS_NOTHING(TT_OP_ZEROACC(3, 0, 0, 7, 0));
    FINDS_NOTHING(TT_OP_MVMUL(0, 0, 7, 0));
}

TEST(an_accumulation_finds_its_rows_of_dst) {
    start(STX_UNINIT_DEFAULT);
    stx_mmio_write(&core, 0, 0xFFEF0000 + 4 * 72, 5);
    stx_mmio_write(&core, 0, 0xFFEF0000 + 4 * 120, 5);
    FINDS_NOTHING(TT_OP_UNPACR_NOP(0, 0, 0, 1, 1, 0, 0, 2, 1)); /* ones */
    FINDS_NOTHING(TT_OP_UNPACR_NOP(1, 0, 0, 1, 1, 0, 0, 2, 1));
    CHECK_EQ(findings(TT_OP_MVMUL(0, 0, 7, 0)), 8);
    CHECK_EQ(last.kind, STX_UNINIT_DST);
}

TEST(halves_of_a_gpr_are_written_one_by_one) {
    start(STX_UNINIT_DEFAULT);
    FINDS_NOTHING(TT_OP_SETDMAREG(0, 5, 0, 4)); /* low half of GPR 2 */
    FINDS(TT_OP_ADDDMAREG(0, 3, 2, 2), GPR, 64 + 2);
    FINDS_NOTHING(TT_OP_SETDMAREG(0, 5, 0, 8));
    FINDS_NOTHING(TT_OP_SETDMAREG(0, 0, 0, 9));
    FINDS_NOTHING(TT_OP_ADDDMAREG(0, 3, 4, 4));
}

TEST(stores_of_the_host_are_writes) {
    start(STX_UNINIT_DEFAULT | 1u << STX_UNINIT_CFG);
    stx_mmio_write(&core, 1, 0xFFE00000 + 4 * 7, 0);
    FINDS_NOTHING(TT_OP_ADDDMAREG(0, 3, 7, 7));
    core.gpr[1][8] = 3;
    FINDS_NOTHING(TT_OP_ADDDMAREG(0, 3, 8, 8));
    stx_mmio_write(&core, 1, 0xFFEF0000 + 4 * 60, 0);
    FINDS_NOTHING(TT_OP_RDCFG(1, 60));
    stx_mmio_write(&core, 1, 0xFFEF0000 + 4 * (2 * 224 + 61), 0); /* both banks */
    FINDS_NOTHING(TT_OP_RDCFG(1, 61));
    FINDS(TT_OP_RDCFG(1, 62), CFG, 62);
    stx_issue(&core, 1, TT_OP_SETC16(0, 1)); /* bank 1 from now on */
    FINDS_NOTHING(TT_OP_RDCFG(1, 61));
    FINDS(TT_OP_RDCFG(1, 60), CFG, 224 + 60);
}

/* Which rows are valid is no register: rows without a value are zeros for the FPU, whichever it
 * is. */
TEST(rows_that_are_not_valid_are_no_findings) {
    start(STX_UNINIT_DEFAULT);
    for (unsigned row = 0; row < STX_DST_ROWS; row++) {
        stx_dst_row_set_valid(&core, row, false);
    }
    stx_uninit_init(&uninit, &core, STX_UNINIT_DEFAULT, copies, on_finding, &last);
    for (unsigned i = 0; i < STX_DST_ROWS; i += 4) {
        FINDS_NOTHING(TT_OP_MOVD2B(0, 0, 7, 2, i));
    }
}

TEST(words_and_stores_of_a_thread_that_is_not_there_are_ignored) {
    start(STX_UNINIT_ALL);
    heard_begin(&uninit.listener, UINT32_MAX / 8, TT_OP_SFPADD(10, 3, 9, 4, 0));
    heard_access(&uninit.listener, UINT32_MAX / 8, 0xFFE00000, 0, true);
    CHECK_EQ(uninit.found, 0);
}

TEST(an_effect_in_l1_alone_is_found) {
    start(STX_UNINIT_DEFAULT);
    stx_mmio_write(&core, 1, 0xFFE00000 + 4 * 1, 0); /* base */
    stx_mmio_write(&core, 1, 0xFFE00000 + 4 * 2, 0); /* offset */
    memset(l1, 0, sizeof l1);
    FINDS(TT_OP_STOREIND(1, 0, 1, 2 * 2, 0, 9, 1), GPR, 64 + 9);
}

TEST(replay_slots_that_were_not_recorded_are_found) {
    start(STX_UNINIT_DEFAULT);
    stx_issue(&core, 1, TT_OP_REPLAY(4, 1, 0, 1));
    stx_issue(&core, 1, TT_OP_NOP);
    FINDS_NOTHING(TT_OP_REPLAY(4, 1, 0, 0));
    stx_issue(&core, 1, TT_OP_REPLAY(5, 1, 0, 0)); /* 0 is no instruction */
    CHECK_EQ(uninit.found, 1);
    CHECK_EQ(last.kind, STX_UNINIT_REPLAY);
    CHECK_EQ(last.index, 32 + 5);
    stx_issue(&core, 1, TT_OP_REPLAY(5, 1, 0, 0));
    CHECK_EQ(uninit.found, 1);
}

TEST(only_the_chosen_kinds_are_watched) {
    start(1u << STX_UNINIT_GPR);
    FINDS_NOTHING(TT_OP_SFPADD(10, 3, 9, 4, 0));
    FINDS(TT_OP_ADDDMAREG(0, 3, 2, 2), GPR, 64 + 2);
    start(1u << STX_UNINIT_TCFG);
    CHECK(findings(TT_OP_SFPLOAD(0, 2, 0, 0)) > 0);
    CHECK_EQ(last.kind, STX_UNINIT_TCFG);
}

/* Operands that the FPU keeps decoded are no state: words after a product are not suspected. */
TEST(decoded_operands_are_no_registers) {
    start(STX_UNINIT_DEFAULT);
    stx_init_as_firmware(&core);
    for (unsigned i = 0; i < 64 * 16; i++) {
        stx_src_poke(&core, 0, 0, i / 16, i % 16, 0x3F800000);
        stx_src_poke(&core, 1, 0, i / 16, i % 16, 0x3F800000);
        stx_dst_poke(&core, i / 16, i % 16, 0x007F);
    }
    stx_issue(&core, 1, TT_OP_SETDVALID(3));
    FINDS_NOTHING(TT_OP_MVMUL(0, 0, 0, 0));
    FINDS_NOTHING(TT_OP_INCRWC(0, 1, 0, 0));
    FINDS_NOTHING(TT_OP_MVMUL(0, 0, 0, 8));
    FINDS_NOTHING(TT_OP_NOP);
}

TEST(a_word_that_waits_reads_nothing) {
    start(STX_UNINIT_DEFAULT);
    CHECK_EQ(stx_issue(&core, 1, TT_OP_MOVA2D(0, 5, 7, 0, 0)), STX_WAIT);
    CHECK_EQ(uninit.found, 0);
}

TEST(watching_changes_nothing) {
    static struct stx_core twin;
    start(STX_UNINIT_ALL);
    stx_init(&twin, l1, sizeof l1, NULL);
    stx_init_as_firmware(&twin);
    stx_policy_set_all(&twin, STX_POLICY_SILICON);
    const uint32_t words[] = {TT_OP_SFPADD(10, 3, 9, 4, 0), TT_OP_SFPSTORE(4, 2, 0, 4),
                              TT_OP_ADDDMAREG(0, 3, 2, 2), TT_OP_INCRWC(0, 1, 2, 3)};
    for (unsigned i = 0; i < 4; i++) {
        stx_issue(&core, 1, words[i]);
        stx_issue(&twin, 1, words[i]);
    }
    twin.hears = core.hears, twin.l1 = core.l1; /* are no state */
    CHECK(!memcmp(&core, &twin, offsetof(struct stx_core, decoded)));
}

TEST(findings_are_told_in_words) {
    static const struct {
        enum stx_uninit_kind kind;
        unsigned index;
        const char *name;
    } rows[] = {{STX_UNINIT_DST, 700, "dst[700]"},        {STX_UNINIT_SRCA, 63, "srca[0][63]"},
                {STX_UNINIT_SRCB, 64, "srcb[1][0]"},      {STX_UNINIT_LREG, 7, "lreg[7]"},
                {STX_UNINIT_GPR, 127, "gpr[1][63]"},      {STX_UNINIT_GPR, 128, "gpr[2][0]"},
                {STX_UNINIT_CFG, 223, "cfg[0][223]"},     {STX_UNINIT_CFG, 224, "cfg[1][0]"},
                {STX_UNINIT_TCFG, 135, "tcfg[1][67]"},    {STX_UNINIT_TCFG, 136, "tcfg[2][0]"},
                {STX_UNINIT_REPLAY, 31, "replay[0][31]"}, {STX_UNINIT_REPLAY, 32, "replay[1][0]"}};
    char expected[120];
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct stx_uninit_finding f = {rows[i].kind, rows[i].index, 1, TT_OP_NOP};
        snprintf(expected, sizeof expected,
                 "uninitialised: %s is read by thread 1\n  02000000 NOP\n", rows[i].name);
        capture_clear();
        stx_uninit_print(&f, capture, NULL);
        CHECK(!strcmp(captured, expected));
    }
}

/* What RISC-V code writes counts as written, what it reads does not; nor does what lies behind the
 * window. */
TEST(stores_to_registers_count_and_loads_do_not) {
    start(STX_UNINIT_DEFAULT);
    heard_access(&uninit.listener, 1, STX_GPR_WINDOW + 4 * 5, 0, false);
    heard_access(&uninit.listener, STX_THREADS, STX_GPR_WINDOW + 4 * 6, 0, true);
    heard_access(&uninit.listener, 0, STX_GPR_WINDOW + 4 * STX_GPRS, 0, true);
    FINDS(TT_OP_ADDDMAREG(0, 9, 5, 5), GPR, STX_GPRS + 5);
    FINDS(TT_OP_ADDDMAREG(0, 9, 0, 0), GPR, STX_GPRS);
    FINDS(TT_OP_ADDDMAREG(0, 9, 6, 6), GPR, STX_GPRS + 6);
    heard_access(&uninit.listener, 1, STX_GPR_WINDOW + 4 * 63, 0, true);
    FINDS_NOTHING(TT_OP_ADDDMAREG(0, 9, 63, 63));
}

/* The copies of L1 are as large as L1 was; what lies behind them is not touched. */
TEST(a_core_with_another_l1_is_not_searched) {
    static uint8_t guarded[2 * 64 + 64], small[64];
    memset(guarded, 0xA5, sizeof guarded);
    stx_init(&core, small, sizeof small, NULL);
    CHECK(stx_uninit_init(&uninit, &core, STX_UNINIT_ALL, guarded, on_finding, &last));
    stx_init(&core, l1, sizeof l1, NULL);
    stx_listen(&core, &uninit.listener);
    stx_issue(&core, 1, TT_OP_SETDMAREG(0, 1, 0, 8));
    FINDS_NOTHING(TT_OP_STOREIND(1, 0, 0, 0, 0, 4, 8));
    for (unsigned i = 0; i < 64; i++) {
        CHECK_EQ(guarded[2 * 64 + i], 0xA5);
    }
    CHECK(!stx_uninit_init(&uninit, &core, STX_UNINIT_ALL, NULL, on_finding, &last));
    stx_issue(&core, 1, TT_OP_STOREIND(1, 0, 0, 0, 0, 4, 8));
}

int main(void) {
    RUN_IF(STX_THREADS == 3, an_lreg_is_found_once);
    RUN_IF(STX_THREADS == 3, an_lreg_may_be_written_in_halves);
    RUN_IF(STX_THREADS == 3, lanes_that_were_not_enabled_are_not_written);
    RUN_IF(STX_THREADS == 3, rows_of_dst_are_found_by_their_reader);
    RUN_IF(STX_THREADS == 3,
           rows_that_zeroacc_clears_are_zeros_for_the_fpu_and_unwritten_for_sfpload);
    RUN_IF(STX_THREADS == 3, a_store_to_a_part_of_an_invalid_row_leaves_the_rest_unwritten);
    RUN_IF(STX_THREADS == 3 && STX_DST_ROWS == STX_DST_NAMES,
           a_write_of_16_bits_with_debug_bit_11_leaves_low_halves_unwritten);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, unpacr_to_dst_leaves_its_bank_of_srca_unwritten);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, source_rows_are_found);
    RUN_IF(STX_THREADS == 3, an_accumulation_finds_its_rows_of_dst);
    RUN_IF(STX_THREADS == 3, halves_of_a_gpr_are_written_one_by_one);
    RUN_IF(STX_THREADS == 3 && STX_CFG_BANKS == 2, stores_of_the_host_are_writes);
    RUN_IF(STX_THREADS == 3, rows_that_are_not_valid_are_no_findings);
    RUN(words_and_stores_of_a_thread_that_is_not_there_are_ignored);
    RUN_IF(STX_THREADS == 3, an_effect_in_l1_alone_is_found);
    RUN_IF(STX_THREADS == 3, replay_slots_that_were_not_recorded_are_found);
    RUN_IF(STX_THREADS == 3, only_the_chosen_kinds_are_watched);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, decoded_operands_are_no_registers);
    RUN_IF(STX_THREADS == 3, a_word_that_waits_reads_nothing);
    RUN(watching_changes_nothing);
    RUN(findings_are_told_in_words);
    RUN_IF(STX_THREADS == 3, stores_to_registers_count_and_loads_do_not);
    RUN_IF(STX_THREADS == 3 && stx_has_trace(), a_core_with_another_l1_is_not_searched);
    return test_summary();
}
