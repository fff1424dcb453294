/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * What every instruction of the FPU on rows does when its rows are done: it moves the counters by
 * the ADDR_MOD that it names, gives banks back, and leaves the row that SHIFTXA starts from
 * (SPEC 3, 6.9, D.1). Rows wrap at 64. */
#include "insn/fpu.h"

enum { MODE = 5 };                             /* the ADDR_MOD that all words name */
enum { SRC_A = 40, SRC_B = 48, DST = 64 };     /* counters before */
enum { FIELD = 32, SUM = SRC_A + FIELD - 64 }; /* a field of a row that goes beyond row 63 */

/* row: that SHIFTXA starts from; gives: has clear_dvalid, two bits from 22 on. */
static const struct {
    uint32_t word;
    uint8_t row;
    bool gives;
} table[] = {
    {TT_OP_MVMUL(0, 0, MODE, 0), SRC_A, true},
    {TT_OP_MVMUL(0, 1, MODE, 0), SRC_A, true},
    {TT_OP_DOTPV(0, 0, 0, MODE, 0), SRC_A, true},
    {TT_OP_GAPOOL(0, 0, MODE, 0, 0), SRC_A, true},
    {TT_OP_GMPOOL(0, 0, MODE, 0, 0), SRC_A & 0x30, true}, /* sixteen rows */
    {TT_OP_GMPOOL(0, 0, MODE, 1, 0), SRC_A & 0x30, true},
    {TT_OP_MPOOL3S1(0, MODE, 0, 0), SRC_A & 0x30, true},
    {TT_OP_MPOOL3S2(0, MODE, 1, 0), SRC_A & 0x30, true},
    {TT_OP_CONV3S1(0, 0, MODE, 0), SRC_A, true},
    {TT_OP_CONV3S2(0, 0, MODE, 0), SRC_A, true},
    {TT_OP_MFCONV3S1(0, 0, MODE, 0), SRC_A, true},
    {TT_OP_APOOL3S1(0, MODE, 0, 0), SRC_A, true},
    {TT_OP_APOOL3S2(0, MODE, 0, 0), SRC_A, true},
    {TT_OP_ELWADD(0, 0, 0, MODE, 0), SRC_A, true},
    {TT_OP_ELWSUB(0, 1, 1, MODE, 0), SRC_A, true},
    {TT_OP_ELWMUL(0, 0, 2, MODE, 0), SRC_A, true},
    {TT_OP_MOVA2D(0, FIELD, MODE, 0, 0), SUM, false},
    {TT_OP_MOVA2D(0, FIELD + 8, MODE, 2, 0), SUM + 8, false},
    {TT_OP_MOVD2A(0, FIELD + 1, MODE, 0, 0), SUM + 1, false},
    {TT_OP_MOVD2A(0, FIELD + 4, MODE, 2, 0), SUM + 4, false},
    {TT_OP_MOVB2A(FIELD + 3, MODE, 0, 3), SUM + 3, false},
    {TT_OP_MOVB2A(FIELD + 4, MODE, 2, 4), SUM + 4, false},
    {TT_OP_MOVB2D(0, FIELD, MODE, 0, 0), SRC_A, false},
    {TT_OP_MOVB2D(0, FIELD, MODE, 2, 0), SRC_A, false},
    {TT_OP_MOVB2D(0, FIELD, MODE, 4, 0), SRC_A, false},
    {TT_OP_MOVD2B(0, FIELD, MODE, 0, 0), SRC_A, false},
    {TT_OP_MOVD2B(0, FIELD, MODE, 2, 0), SRC_A, false},
    {TT_OP_SHIFTXB(MODE, 1, 0), 1, false}, /* is none of those that SHIFTXA follows */
    {TT_OP_ZEROACC(0, 0, 0, MODE, 0), 1, false},
    {TT_OP_ZEROACC(1, 0, 0, MODE, 0), 1, false},
};
enum { WORDS = sizeof table / sizeof table[0] };

/* ADDR_MOD 5: SrcA 3, SrcB 5, Dst 24, fidelity 1. GMPOOL wants whole blocks of sixteen rows. */
static void begin(uint32_t word) {
    unsigned opcode = word >> 24;
    start(BF16, BF16);
    core.tcfg[0][ADDR_MOD_AB + MODE] = 5u << 8 | 3;
    core.tcfg[0][ADDR_MOD_DST + MODE] = 1u << 13 | 24;
    core.rwc[0].srca = opcode == 0x33 ? SRC_A & 0x30 : SRC_A;
    core.rwc[0].srcb = SRC_B;
    core.rwc[0].dst = DST;
    core.shiftxa_row = 1;
}

TEST(every_instruction_moves_the_counters_by_its_addr_mod) {
    for (unsigned i = 0; i < WORDS; i++) {
        begin(table[i].word);
        unsigned a = core.rwc[0].srca;
        EXECUTE(table[i].word);
        CHECK_EQ(core.rwc[0].srca, a + 3);
        CHECK_EQ(core.rwc[0].srcb, SRC_B + 5);
        CHECK_EQ(core.rwc[0].dst, DST + 24);
        CHECK_EQ(core.rwc[0].fidelity, 1);
    }
}

TEST(every_instruction_leaves_the_row_that_shiftxa_starts_from) {
    for (unsigned i = 0; i < WORDS; i++) {
        begin(table[i].word);
        EXECUTE(table[i].word);
        CHECK_EQ(core.shiftxa_row, table[i].row);
    }
}

/* And threads are told that a bank is free. */
TEST(every_instruction_on_whole_blocks_gives_back_the_banks_that_it_names) {
    for (unsigned i = 0; i < 4 * WORDS; i++) {
        unsigned gives = table[i / 4].gives ? i % 4 : 0;
        begin(table[i / 4].word);
        core.released = 0;
        EXECUTE(table[i / 4].word | gives << 22);
        CHECK_EQ(core.srca.fpu_owns[0], !(gives & 1u));
        CHECK_EQ(core.srcb.fpu_owns[0], !(gives & 2u));
        CHECK_EQ(core.srca.fpu_bank, gives & 1u);
        CHECK_EQ(core.srcb.fpu_bank, gives >> 1);
        CHECK_EQ(core.released, gives != 0);
        CHECK(core.srca.fpu_owns[1] && core.srcb.fpu_owns[1]);
    }
}

/* Rows of 1.0, 2.0 .. in bfloat16 would not be told apart: row r holds exponent 64 + r. */
static uint32_t mark_of(unsigned row) {
    return (64 + row % 64) << 23;
}

static void mark_sources(void) {
    for (unsigned i = 0; i < 64 * 16; i++) {
        set_src(A, i / 16, i % 16, mark_of(i / 16));
        set_src(B, i / 16, i % 16, mark_of(i / 16));
    }
}

TEST(rows_of_sources_wrap_at_64) {
    begin(0);
    mark_sources();
    EXECUTE(TT_OP_MOVA2D(0, FIELD + 7, 0, 0, 0));
    CHECK_EQ(stx_dst_bf16(&core, DST, 9) << 16, mark_of(SRC_A + FIELD + 7));
    EXECUTE(TT_OP_MOVB2D(0, FIELD + 7, 0, 0, 1));
    CHECK_EQ(stx_dst_bf16(&core, DST + 1, 9) << 16, mark_of(SRC_B + FIELD + 7));
    EXECUTE(TT_OP_MOVA2D(0, FIELD, 0, 2, 8));
    EXECUTE(TT_OP_MOVB2D(0, FIELD, 0, 4, 16));
    for (unsigned i = 0; i < 8; i++) {
        CHECK_EQ(stx_dst_bf16(&core, DST + 8 + i, 15) << 16, mark_of(SRC_A + FIELD + i));
        CHECK_EQ(stx_dst_bf16(&core, DST + 16 + i, 15) << 16,
                 i < 4 ? mark_of(SRC_B + FIELD + i) : 0);
    }
    EXECUTE(TT_OP_MOVB2A(FIELD, 0, 2, FIELD));
    for (unsigned i = 0; i < 4; i++) {
        CHECK_EQ(get_src(A, SUM + i, 3), mark_of(SRC_B + FIELD + i));
    }
}

int main(void) {
    RUN_IF(STX_SRC_BANKS == 2 && STX_DST_ROWS == STX_DST_NAMES,
           every_instruction_moves_the_counters_by_its_addr_mod);
    RUN_IF(STX_SRC_BANKS == 2 && STX_DST_ROWS == STX_DST_NAMES,
           every_instruction_leaves_the_row_that_shiftxa_starts_from);
    RUN_IF(STX_SRC_BANKS == 2 && STX_DST_ROWS == STX_DST_NAMES,
           every_instruction_on_whole_blocks_gives_back_the_banks_that_it_names);
    RUN_IF(STX_SRC_BANKS == 2 && STX_DST_ROWS == STX_DST_NAMES, rows_of_sources_wrap_at_64);
    return test_summary();
}
