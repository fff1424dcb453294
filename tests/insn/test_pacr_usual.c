/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * PACR's short way for usual words (lib/fast/words/pack_word_blackhole.c) against words that do not
 * take it. */
#include "data.h"
#include "heard.h"
#include "softensix/isa.h"

/* Storage order: sign, seven bits of mantissa, exponent. */
static void set_bf16(unsigned row, unsigned col, uint32_t v) {
    stx_dst_poke(&core, row, col, (v & 0x8000u) | (v & 127u) << 8 | (v >> 7 & 255u));
}

static uint32_t seed = 1;
static uint32_t draw(void) {
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}

/* Rows with numbers of all kinds, some of them invalid, and a configuration with an oddity. */
static void begin_any(unsigned oddity) {
    static const uint8_t controls[] = {
        0, READ_32B, READ_32B, READ_AS_IS, READ_32B | ROUND_10B, READ_32B, READ_32B | ROUND_10B};
    static const uint8_t format[] = {BF16, BF16, FP32, BF16, FP32, INT32, INT32};
    unsigned kind = draw() % (sizeof format / sizeof *format);
    start();
    for (unsigned row = 0; row < 64; row++) {
        stx_dst_row_set_valid(&core, row, draw() % 32 != 0);
        for (unsigned col = 0; col < STX_COLS; col++) {
            uint32_t v = draw();
            set_bf16(row, col, v % 8 ? v >> 4 & 0xBFFFu : v >> 4 & 0xFF8Fu);
        }
    }
    pack_plain(controls[kind], format[kind], format[kind]);
    /* Rows of a plane; with masks by row, not passed in the middle of a word. */
    core.cfg[0][28] = (oddity == 3 ? 4 + draw() % 2 * 4 : 1 + draw() % 9) << 8;
    core.cfg[0][2] = oddity == 1 ? 1u << 2 : 0;
    core.cfg[0][24] = oddity == 2 ? 0x7FFFu : 0xFFFFu;
    core.cfg[0][20] = oddity == 3 ? draw() : 0;
    core.cfg[0][71] = oddity == 4 ? 1u << 19 : 0;
    core.cfg[0][69] = oddity == 5 ? (uint32_t)sizeof l1 / 16 - 1 - 2 * (draw() % 32) : OUT / 16 - 1;
    core.cfg[0][180] = oddity == 6 ? draw() % 8 : 0;
    core.cfg[0][70] ^= oddity == 7 ? draw() & 0xFF0u : 0;
    run(TT_OP_SETADCXX(PACKER, oddity == 8 ? 7 : 15, oddity == 9));
    memset(l1 + OUT, 0xEE, 0x1000);
}

/* A sequence of two words of four rows each; false if one is a fault. */
static bool pack_by_four(void) {
    return run(PACK(0, 15, 0)) == STX_DONE && run(PACK(0, 15, 1)) == STX_DONE;
}

static bool pack_row_by_row(void) {
    for (unsigned i = 0; i < 8; i++) {
        core.adc[0][2].at[0][1] = core.adc[0][2].cr[0][1] = i & 4u;
        if (run(PACK(0, 1u << i % 4, i == 7)) != STX_DONE) {
            return false;
        }
    }
    return true;
}

/* Where a word of four rows goes another way inside, words of one row do not. */
TEST(four_rows_at_once_are_four_words_of_one_row) {
    static uint8_t by_four[sizeof l1];
    static struct stx_core before;
    for (unsigned i = 0; i < 6000; i++) {
        begin_any(i % 10);
        memcpy(&before, &core, sizeof core);
        bool whole = pack_by_four();
        struct stx_packer packer = core.packer[0];
        memcpy(by_four, l1, sizeof l1);
        memcpy(&core, &before, sizeof core);
        memset(l1 + OUT, 0xEE, 0x1000);
        memset(l1 + sizeof l1 - 0x1000, 0, 0x1000);
        bool rows = pack_row_by_row();
        CHECK(rows || !whole);
        if (whole && rows) {
            CHECK_EQ(memcmp(by_four, l1, sizeof l1), 0);
            CHECK_EQ(packer.data_address, core.packer[0].data_address);
            CHECK_EQ(packer.active, core.packer[0].active);
            unsigned plane = core.cfg[0][28] >> 8, faces = plane == 4 ? 2 : plane == 8;
            CHECK_EQ(packer.y, faces ? 0 : 8);
            CHECK_EQ(packer.z, faces);
        }
    }
}

enum { LOW_HALF = 8 }; /* rows of low halves follow those of high ones */
static uint32_t told_rows, told_first, told_last;
static void hear(struct stx_listener *self, struct stx_core *of, const struct stx_event *e) {
    uint32_t last = e->first + e->count - 1u;
    (void)self, (void)of;
    if (e->part == STX_PART_DST && !(e->bits == 32 && e->first & LOW_HALF)) {
        told_first = told_rows && told_first < e->first ? told_first : e->first;
        told_last = told_rows && told_last > last ? told_last : last;
        told_rows++;
    }
}

/* A word that reads rows from row 16 on. With 32 bits, every eight rows take 16 physical ones. */
TEST(no_other_rows_are_told_than_those_that_are_packed) {
    static const struct {
        uint8_t format, first;
        uint32_t controls;
    } of[] = {{BF16, 16, 0},
              {BF16, 32, READ_32B},
              {FP32, 32, READ_32B},
              {FP32, 32, READ_32B | ROUND_10B},
              {INT32, 32, READ_32B}};
    const uint32_t last = TT_OP_PACR(0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 1),
                   zeros = TT_OP_PACR(0, 0, 0, 0, 0, 1, 15, 0, 0, 0, 0, 1),
                   flush = TT_OP_PACR(0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 1, 1);
    for (unsigned i = 0; i < sizeof of / sizeof *of; i++) {
        start();
        pack_plain(of[i].controls, of[i].format, of[i].format);
        heard_by(&core, STX_HEAR(READ), hear);
        core.adc[0][2].at[0][1] = 16;
        told_rows = 0;
        CHECK(done(last));
        CHECK_EQ(told_rows ? told_first : 0, of[i].first);
        CHECK(told_last < of[i].first + 4u);
        told_rows = 0;
        CHECK(done(zeros) && done(flush));
        CHECK_EQ(told_rows, 0);
    }
}

int main(void) {
    RUN_IF(STX_DST_ROWS >= 512, four_rows_at_once_are_four_words_of_one_row);
    RUN_IF(STX_DST_ROWS >= 512, no_other_rows_are_told_than_those_that_are_packed);
    return test_summary();
}
