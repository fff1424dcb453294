/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Every rule of the lint: a schedule that breaks it, and the nearest one that does not. */
#include "diag/found.h"
#include "heard.h"

TEST(three_instructions_between_the_fpu_and_sfpload) {
    FIRES(DST_SFPLOAD, MVMUL(8), NOP, NOP, SFPLOAD(12));
    CHECK_EQ(last.first, MVMUL(8));
    CHECK_EQ(last.second, SFPLOAD(12));
    CHECK_EQ(last.between, 2);
    CHECK_EQ(last.stall, 0);
    CHECK(!strcmp(stx_lint_name(last.rule), "DST_SFPLOAD"));
    SILENT(MVMUL(8), NOP, NOP, NOP, SFPLOAD(12));
    SILENT(MVMUL(8), SFPLOAD(16));
    SILENT(MVMUL(8), SFPLOAD(4));
    FIRES(DST_SFPLOAD, TT_OP_ZEROACC(3, 0, 0, 7, 0), SFPLOAD(512));
    FIRES(DST_SFPLOAD, TT_OP_ZEROACC(2, 0, 0, 7, 1), SFPLOAD(512));
    SILENT(TT_OP_ZEROACC(2, 0, 0, 7, 1), SFPLOAD(508));
    FIRES(DST_SFPLOAD, TT_OP_ZEROACC(1, 0, 0, 7, 2), SFPLOAD(44));
    SILENT(TT_OP_ZEROACC(1, 0, 0, 7, 2), SFPLOAD(48));
    FIRES(DST_SFPLOAD, TT_OP_ZEROACC(0, 0, 0, 7, 2), SFPLOAD(0));
    FIRES(DST_SFPLOAD, TT_OP_MOVA2D(0, 0, 7, 2, 16), SFPLOAD(20));
    SILENT(TT_OP_MOVA2D(0, 0, 7, 0, 16), SFPLOAD(20));
    FIRES(DST_SFPLOAD, TT_OP_GAPOOL(0, 0, 7, 0, 12), SFPLOAD(12));
    SILENT(TT_OP_GAPOOL(0, 0, 7, 0, 0), SFPLOAD(12));         /* four rows */
    SILENT(TT_OP_CONV3S1(0, 0, 7, 0), SFPLOAD(0));            /* none */
    FIRES(DST_SFPLOAD, MVMUL(8), NOP, MVMUL(8), SFPLOAD(12)); /* with the last one */
    CHECK_EQ(last.between, 0);
}

TEST(a_stallwait_stands_for_the_three_instructions) {
    SILENT(MVMUL(0), TT_OP_STALLWAIT(STALL_SFPU, 16), SFPLOAD(0));
    FIRES(DST_SFPLOAD, MVMUL(0), TT_OP_STALLWAIT(STALL_MATH, 16), SFPLOAD(0));
    FIRES(DST_SFPLOAD, MVMUL(0), TT_OP_STALLWAIT(STALL_SFPU, 2048), SFPLOAD(0));
    CHECK_EQ(last.stall, TT_OP_STALLWAIT(STALL_SFPU, 2048));
    SILENT(NOP, MVMUL(0), TT_OP_STALLWAIT(STALL_SFPU, 16), SFPLOAD(0));
    SILENT(NOP, NOP, MVMUL(0), TT_OP_STALLWAIT(STALL_SFPU, 16), SFPLOAD(0));
    SILENT(NOP, NOP, NOP, MVMUL(0), TT_OP_STALLWAIT(STALL_SFPU, 16), SFPLOAD(0));
}

TEST(a_wait_of_riscv_code_stands_for_a_stallwait) {
    for (unsigned before = 0; before < 4; before++) {
        start();
        for (unsigned i = 0; i < before; i++) {
            stx_issue(&core, 1, NOP);
        }
        stx_issue(&core, 1, MVMUL(0));
        stx_lint_sync(&lint, 1);
        stx_issue(&core, 1, SFPLOAD(0));
        stx_issue(&core, 1, TT_OP_SFPSTORE(0, 0, 7, 8));
        stx_lint_sync(&lint, 1);
        stx_issue(&core, 1, MVMUL(8));
        stx_lint_sync(&lint, 1);
        stx_issue(&core, 1, TT_OP_SEMPOST(2));
        CHECK_EQ(stx_lint_total(&lint), 0);
    }
}

TEST(rows_count_with_the_counters_of_the_thread) {
    FIRES(DST_SFPLOAD, TT_OP_SETRWC(0, 0, 16, 0, 0, 4), MVMUL(0), SFPLOAD(0));
    start();
    stx_issue(&core, 1, TT_OP_SETC16(28, 8)); /* ADDR_MOD 0 adds 8 to Dst */
    stx_issue(&core, 1, TT_OP_MVMUL(0, 0, 0, 0));
    stx_issue(&core, 1, SFPLOAD(0));
    CHECK_EQ(stx_lint_total(&lint), 0);
    stx_issue(&core, 1, SFPLOAD(1016));
    CHECK_EQ(stx_lint_total(&lint), 1);
    FIRES(DST_SFPLOAD, MVMUL(64), TT_OP_SETC16(1, 64), SFPLOAD(0)); /* MATH_Offset */
    SILENT(MVMUL(64), TT_OP_SETC16(1, 64), SFPLOAD(64));
    SILENT(MVMUL(64), TT_OP_SETC16(1, 64), SFPLOAD(128));
    for (unsigned at = 0; at < 3; at++) { /* DEST_REGW_BASE */
        start();
        stx_issue(&core, 1, MVMUL(64));
        core.cfg[0][6] = 64;
        stx_issue(&core, 1, SFPLOAD(64 * at));
        CHECK_EQ(stx_lint_total(&lint), at == 0);
    }
    /* ZEROACC of 16 rows looks at bit 9 of counter and offset together. */
    for (unsigned dst = 0; dst <= 8; dst += 4) {
        start();
        core.tcfg[1][1] = 508;
        core.rwc[1].dst = (uint16_t)dst;
        heard_done(&core, &lint.listener, 1, NOP);
        heard_done(&core, &lint.listener, 1, TT_OP_ZEROACC(1, 0, 0, 7, 2));
        core.tcfg[1][1] = core.rwc[1].dst = 0;
        heard_done(&core, &lint.listener, 1, NOP);
        heard_done(&core, &lint.listener, 1, SFPLOAD(512 + 32));
        CHECK_EQ(stx_lint_total(&lint), dst >= 4);
    }
}

#define SFPSTORE(address) TT_OP_SFPSTORE(0, 0, 7, address)

TEST(three_instructions_between_sfpstore_and_the_fpu) {
    FIRES(DST_SFPSTORE, SFPSTORE(8), NOP, NOP, MVMUL(8));
    CHECK_EQ(last.first, SFPSTORE(8));
    CHECK_EQ(last.between, 2);
    CHECK_EQ(stx_lint_missing(&last), 1);
    SILENT(SFPSTORE(8), NOP, NOP, NOP, MVMUL(8));
    SILENT(SFPSTORE(8), MVMUL(16));
    SILENT(SFPSTORE(8), TT_OP_STALLWAIT(STALL_MATH, 2048), MVMUL(8));
    FIRES(DST_SFPSTORE, SFPSTORE(8), TT_OP_STALLWAIT(STALL_MATH, 16), MVMUL(8));
    FIRES(DST_SFPSTORE, SFPSTORE(8), TT_OP_STALLWAIT(STALL_SFPU, 2048), MVMUL(8));
    FIRES(DST_SFPSTORE, SFPSTORE(0), TT_OP_GAPOOL(0, 0, 7, 0, 0));
    FIRES(DST_SFPSTORE, SFPSTORE(16), TT_OP_GAPOOL(0, 0, 7, 0, 16));
    SILENT(SFPSTORE(28), TT_OP_GAPOOL(0, 0, 7, 0, 16));
    SILENT(SFPSTORE(32), TT_OP_GAPOOL(0, 0, 7, 0, 16));
    SILENT(SFPSTORE(12), TT_OP_GAPOOL(0, 0, 7, 0, 16));
    FIRES(DST_SFPSTORE, SFPSTORE(0), TT_OP_ELWADD(0, 1, 0, 7, 0));
    SILENT(SFPSTORE(0), TT_OP_ELWADD(0, 0, 0, 7, 0)); /* does not accumulate: reads no row */
    FIRES(DST_SFPSTORE, TT_OP_STALLWAIT(STALL_MATH, 128), SFPSTORE(0), TT_OP_MOVD2A(0, 0, 7, 2, 0));
    SILENT(SFPSTORE(0), TT_OP_SFPLOAD(0, 0, 7, 0)); /* the vector unit's own order holds */
    SILENT(SFPSTORE(0), TT_OP_MOVA2D(0, 0, 7, 0, 0));
}

#define NEXT_PHASE TT_OP_SETC16(28, 1 << 13) /* ADDR_MOD 0 adds 1 to the fidelity phase */

TEST(sums_run_in_fidelity_phase_0) {
    FIRES(ELWADD_PHASE, NEXT_PHASE, TT_OP_MVMUL(0, 0, 0, 0), TT_OP_ELWADD(0, 0, 0, 7, 64));
    CHECK_EQ(last.first, 0);
    CHECK_EQ(last.second, TT_OP_ELWADD(0, 0, 0, 7, 64));
    FIRES(ELWADD_PHASE, NEXT_PHASE, TT_OP_MVMUL(0, 0, 0, 0), TT_OP_ELWSUB(0, 0, 0, 7, 64));
    SILENT(NEXT_PHASE, TT_OP_MVMUL(0, 0, 0, 0), TT_OP_ELWMUL(0, 0, 0, 7, 64));
    SILENT(NEXT_PHASE, TT_OP_ELWADD(0, 0, 0, 0, 64)); /* the phase before the word counts */
    SILENT(NEXT_PHASE, TT_OP_MVMUL(0, 0, 0, 0), TT_OP_SETRWC(0, 0, 0, 0, 0, 8),
           TT_OP_ELWADD(0, 0, 0, 7, 64));
    FIRES(ELWADD_PHASE, TT_OP_SETC16(11, 2), TT_OP_ELWADD(0, 0, 0, 7, 0)); /* FIDELITY_BASE */
    SILENT(TT_OP_SETC16(11, 2), TT_OP_ELWMUL(0, 0, 0, 7, 0));
    SILENT(NEXT_PHASE, TT_OP_MVMUL(0, 0, 0, 0), TT_OP_SETC16(11, 3), /* 1 + 3 are 0 of four */
           TT_OP_ELWADD(0, 0, 0, 7, 64));
}

TEST(sfpmul24_adds_lreg9) {
    FIRES(SFPMUL24_VC, TT_OP_SFPMUL24(0, 1, 2, 3, 0));
    CHECK_EQ(last.first, 0);
    SILENT(TT_OP_SFPMUL24(0, 1, 9, 3, 0));
    SILENT(TT_OP_SFPMUL24(0, 1, 9, 3, 1));
    SILENT(TT_OP_SFPMAD(0, 1, 2, 3, 0));
}

#define DST32 TT_OP_RMWCIB3(0x20, 0x20, 1) /* ALU_ACC_CTRL_Fp32_enabled */

TEST(an_index_needs_a_32_bit_dst) {
    FIRES(ARGMAX_DST16, TT_OP_GMPOOL(0, 0, 7, 1, 0));
    SILENT(DST32, TT_OP_GMPOOL(0, 0, 7, 1, 0));
    start();
    core.cfg[0][1] = 1u << 31; /* INT8_math_enabled */
    heard_done(&core, &lint.listener, 1, TT_OP_GMPOOL(0, 0, 7, 1, 0));
    CHECK_EQ(stx_lint_total(&lint), 0);
    SILENT(TT_OP_GMPOOL(0, 0, 7, 0, 0));
}

#define WAIT_A TT_OP_STALLWAIT(STALL_MATH, 128)
#define WAIT_B TT_OP_STALLWAIT(STALL_MATH, 256)

TEST(movb2d_is_not_read_back_at_once) {
    FIRES(DST_MOVB2D, WAIT_A, TT_OP_MOVB2D(0, 0, 7, 4, 0), NOP, TT_OP_MOVD2A(0, 0, 7, 2, 0));
    FIRES(DST_MOVB2D, TT_OP_MOVB2D(0, 0, 7, 2, 0), TT_OP_MOVD2B(0, 0, 7, 0, 7));
    SILENT(WAIT_A, TT_OP_MOVB2D(0, 0, 7, 4, 0), NOP, NOP, NOP, TT_OP_MOVD2A(0, 0, 7, 2, 0));
    SILENT(TT_OP_MOVB2D(0, 0, 7, 4, 0), TT_OP_MOVD2B(0, 0, 7, 0, 4));
}

TEST(moves_into_a_source_await_its_bank) {
    FIRES(MOVD2A_BANK, TT_OP_MOVD2A(0, 0, 7, 0, 0));
    CHECK_EQ(last.first, 0);
    FIRES(MOVD2A_BANK, TT_OP_MOVD2A(0, 0, 7, 0, 0), TT_OP_MOVD2A(0, 0, 7, 0, 1)); /* told once */
    FIRES(MOVD2B_BANK, TT_OP_MOVD2B(0, 0, 7, 0, 0), TT_OP_MOVD2B(0, 0, 7, 0, 1));
    FIRES(MOVD2B_BANK, WAIT_A, TT_OP_MOVD2B(0, 0, 7, 0, 0));
    SILENT(WAIT_A, TT_OP_MOVD2A(0, 0, 7, 0, 0), TT_OP_MOVD2A(0, 0, 7, 0, 1));
    SILENT(WAIT_B, TT_OP_MOVD2B(0, 0, 7, 0, 0));
    SILENT(TT_OP_STALLWAIT(0, 128), TT_OP_MOVD2A(0, 0, 7, 0, 0)); /* holds back math */
    FIRES(MOVD2A_BANK, TT_OP_STALLWAIT(STALL_SFPU, 128), TT_OP_MOVD2A(0, 0, 7, 0, 0));
    FIRES(MOVD2B_BANK, TT_OP_MOVA2D(0, 0, 7, 0, 512), TT_OP_MOVD2B(0, 0, 7, 0, 0));
    FIRES(MOVD2A_BANK, TT_OP_MOVB2D(0, 0, 7, 0, 512), TT_OP_MOVD2A(0, 0, 7, 0, 0));
    SILENT(TT_OP_MOVB2D(0, 0, 7, 0, 512), TT_OP_MOVD2B(0, 0, 7, 0, 0));
    SILENT(MVMUL(512), TT_OP_MOVD2A(0, 0, 7, 0, 0), TT_OP_MOVD2B(0, 0, 7, 0, 0));
    FIRES(MOVD2A_BANK, WAIT_A, TT_OP_SETRWC(1, 0, 0, 0, 0, 0), TT_OP_MOVD2A(0, 0, 7, 0, 0));
    CHECK_EQ(last.first, TT_OP_SETRWC(1, 0, 0, 0, 0, 0));
    SILENT(TT_OP_MOVA2D(0, 0, 7, 0, 512), TT_OP_MOVD2A(0, 0, 7, 0, 0)); /* MOVA2D waits itself */
}

/* While the word that turns to the next bank is in the FPU, the wait is asked about the bank
 * before. */
TEST(a_wait_behind_the_word_that_turns_waits_for_the_fpu_too) {
    const uint32_t turns[] = {TT_OP_SETRWC(3, 0, 0, 0, 0, 0), TT_OP_MVMUL(3, 0, 7, 512)};
    for (unsigned i = 0; i < 2; i++) {
        FIRES(MOVD2A_BANK, WAIT_A, turns[i], WAIT_A, TT_OP_MOVD2A(0, 0, 7, 0, 0));
        CHECK(!strcmp(stx_lint_lacks(&last), "MATH to wait_res"));
        FIRES(MOVD2B_BANK, WAIT_B, turns[i], WAIT_B, TT_OP_MOVD2B(0, 0, 7, 0, 0));
        CHECK(!strcmp(stx_lint_lacks(&last), "MATH to wait_res"));
        FIRES(MOVD2B_BANK, WAIT_B, turns[i], WAIT_A, TT_OP_MOVD2B(0, 0, 7, 0, 0));
        CHECK(stx_lint_lacks(&last) == NULL); /* that is a wait for something else */
        SILENT(WAIT_A, turns[i], TT_OP_STALLWAIT(STALL_MATH, 0x90), TT_OP_MOVD2A(0, 0, 7, 0, 0));
        SILENT(turns[i], TT_OP_STALLWAIT(STALL_SYNC, 0x10), WAIT_B, TT_OP_MOVD2B(0, 0, 7, 0, 0));
        SILENT(turns[i], TT_OP_ELWADD(0, 0, 0, 7, 0), TT_OP_MOVD2A(0, 0, 7, 0, 0));
        FIRES(ZEROSRC_READ, turns[i], TT_OP_ZEROSRC(0, 0, 0, 1), WAIT_A,
              TT_OP_MOVA2D(0, 0, 7, 0, 0));
        SILENT(turns[i], TT_OP_ZEROSRC(0, 0, 0, 1), TT_OP_STALLWAIT(STALL_MATH, 0x90),
               TT_OP_MOVA2D(0, 0, 7, 0, 0));
    }
}

TEST(zerosrc_of_the_unpackers_bank_is_awaited) {
    FIRES(ZEROSRC_READ, TT_OP_ZEROSRC(0, 0, 0, 1), TT_OP_MOVA2D(0, 0, 7, 0, 0));
    FIRES(ZEROSRC_READ, TT_OP_ZEROSRC(0, 0, 0, 1), TT_OP_MOVA2D(0, 0, 7, 0, 0),
          TT_OP_MOVA2D(0, 0, 7, 0, 64)); /* told once */
    FIRES(ZEROSRC_READ, TT_OP_ZEROSRC(0, 0, 0, 2), TT_OP_MOVB2D(0, 0, 7, 0, 0));
    SILENT(TT_OP_ZEROSRC(0, 0, 0, 2), WAIT_B, TT_OP_MOVB2D(0, 0, 7, 0, 0));
    SILENT(TT_OP_ZEROSRC(0, 0, 0, 1), WAIT_A, TT_OP_MOVA2D(0, 0, 7, 0, 0));
    SILENT(TT_OP_ZEROSRC(0, 0, 0, 2), TT_OP_MOVA2D(0, 0, 7, 0, 0));
    FIRES(ZEROSRC_READ, TT_OP_ZEROSRC(0, 0, 0, 1), WAIT_B, TT_OP_MOVA2D(0, 0, 7, 0, 0));
    FIRES(ZEROSRC_READ, TT_OP_ZEROSRC(0, 0, 0, 2), WAIT_A, TT_OP_MOVB2D(0, 0, 7, 0, 0));
    FIRES(ZEROSRC_READ, TT_OP_ZEROSRC(0, 0, 0, 1), TT_OP_STALLWAIT(STALL_SFPU, 128),
          TT_OP_MOVA2D(0, 0, 7, 0, 0));
    SILENT(TT_OP_ZEROSRC(0, 1, 0, 1), TT_OP_MOVA2D(0, 0, 7, 0, 0)); /* the FPU's own bank */
    SILENT(TT_OP_ZEROSRC(0, 0, 1, 3), TT_OP_MOVA2D(0, 0, 7, 0, 0));
}

static unsigned found_in_pair(uint32_t first, uint32_t second) {
    start();
    heard_done(&core, &lint.listener, 1, first);
    heard_done(&core, &lint.listener, 1, second);
    return stx_lint_total(&lint);
}

/* SRCA_CLR, bit 5, and SRCB_CLR, bit 6: the unpackers' bank is free. */
TEST(a_wait_for_the_unpackers_bank_says_nothing_of_the_fpus) {
    static const uint32_t into[] = {TT_OP_MOVD2A(0, 0, 7, 0, 0), TT_OP_MOVD2B(0, 0, 7, 0, 0)};
    static const uint32_t from[] = {TT_OP_MOVA2D(0, 0, 7, 0, 0), TT_OP_MOVB2D(0, 0, 7, 0, 0)};
    for (unsigned s = 0; s < 2; s++) {
        for (unsigned bit = 0; bit < 15; bit++) {
            uint32_t wait = TT_OP_STALLWAIT(STALL_MATH, 1u << bit);
            CHECK_EQ(found_in_pair(wait, into[s]), bit != 7 + s);
            start();
            heard_done(&core, &lint.listener, 1, TT_OP_ZEROSRC(0, 0, 0, 1u << s));
            heard_done(&core, &lint.listener, 1, wait);
            heard_done(&core, &lint.listener, 1, from[s]);
            CHECK_EQ(stx_lint_total(&lint), bit != 5 + s && bit != 7 + s);
        }
    }
}

/* Between the words. The STALLWAIT between them is told, none before them. */
TEST(a_finding_tells_what_lies_between) {
    static const unsigned counts[] = {0, 1, 253, 254, 255, 256, 300, 70000};
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        start();
        heard_done(&core, &lint.listener, 1, TT_OP_STALLWAIT(STALL_SFPU, 2048));
        heard_done(&core, &lint.listener, 1, MVMUL(0));
        for (unsigned n = 0; n < counts[i]; n++) {
            heard_done(&core, &lint.listener, 1, NOP);
        }
        heard_done(&core, &lint.listener, 1, TT_OP_SEMPOST(2));
        CHECK_EQ(last.rule, STX_LINT_SEMAPHORE_MATH);
        CHECK_EQ(last.between, counts[i]);
        CHECK_EQ(last.stall, 0);
    }
    CHECK_EQ(found_in_pair(SFPLOAD(0), TT_OP_SFPMUL24(0, 1, 2, 3, 0)), 1);
    CHECK_EQ(last.between, 0);
}

TEST(reads_that_auto_stall_does_not_see) {
    FIRES(SFPAND_VB, MAD(3), TT_OP_SFPAND(3, 1, 2, 1));
    FIRES(SFPAND_VB, MAD(3), TT_OP_SFPOR(3, 1, 2, 1));
    SILENT(MAD(3), TT_OP_SFPAND(3, 1, 2, 0));
    SILENT(MAD(3), TT_OP_SFPNOP, TT_OP_SFPAND(3, 1, 2, 1));
    FIRES(SFPIADD_VD, MAD(3), TT_OP_SFPIADD(0, 1, 3, 0));
    SILENT(MAD(3), TT_OP_SFPIADD(5, 3, 3, 1));
    SILENT(MAD(3), TT_OP_SFPIADD(0, 3, 2, 0));
    FIRES(SFPSHFT_VD, MAD(3), TT_OP_SFPSHFT(2, 0, 3, 1));
    SILENT(MAD(3), TT_OP_SFPSHFT(2, 3, 3, 5));
    FIRES(SFPCONFIG_LREG0, MAD(0), TT_OP_SFPCONFIG(0, 14, 0));
    SILENT(MAD(0), TT_OP_SFPCONFIG(0, 14, 1));
    SILENT(MAD(1), TT_OP_SFPCONFIG(0, 14, 0));
    FIRES(SFPSWAP_SOURCE, MAD(3), TT_OP_SFPSWAP(0, 3, 1, 1));
    FIRES(SFPSWAP_SOURCE, MAD(3), TT_OP_SFPSWAP(0, 1, 3, 1));
    SILENT(MAD(3), TT_OP_SFPSWAP(0, 3, 1, 0));
    SILENT(MAD(3), TT_OP_SFPSWAP(0, 2, 1, 1));
}

TEST(sfpshft2_has_its_own_blind_spots) {
    FIRES(SFPSHFT2_SOURCE, MAD(3), TT_OP_SFPSHFT2(0, 3, 1, 3));
    FIRES(SFPSHFT2_SOURCE, MAD(3), TT_OP_SFPSHFT2(0, 1, 2, 2));
    FIRES(SFPSHFT2_SOURCE, MAD(3), TT_OP_SFPSHFT2(3, 1, 2, 5));
    SILENT(MAD(3), TT_OP_SFPSHFT2(3, 1, 3, 6)); /* detected by VD */
    SILENT(MAD(3), TT_OP_SFPSHFT2(0, 3, 1, 5)); /* VC */
    SILENT(MAD(3), TT_OP_SFPSHFT2(0, 1, 2, 0));
}

TEST(indirect_results_and_those_of_luts_count) {
    FIRES(SFPIADD_VD, TT_OP_SFPMAD(0, 0, 9, 0, 8), TT_OP_SFPIADD(0, 1, 5, 0));
    FIRES(SFPIADD_VD, TT_OP_SFPLUT(6, 0, 0), TT_OP_SFPIADD(0, 1, 6, 0));
    SILENT(TT_OP_SFPABS(0, 1, 6, 0), TT_OP_SFPIADD(0, 1, 6, 0));
}

TEST(a_changed_backdoor_needs_a_nop) {
    FIRES(SFPCONFIG_BACKDOOR, TT_OP_SFPCONFIG(2, 15, 1), TT_OP_SFPABS(0, 1, 2, 0));
    SILENT(TT_OP_SFPCONFIG(2, 15, 1), TT_OP_SFPNOP, TT_OP_SFPABS(0, 1, 2, 0));
    SILENT(TT_OP_SFPCONFIG(4, 15, 1), TT_OP_SFPABS(0, 1, 2, 0));
    SILENT(TT_OP_SFPCONFIG(2, 15, 1), NOP, TT_OP_SFPABS(0, 1, 2, 0));
    SILENT(TT_OP_SFPCONFIG(2, 15, 1), NOP, TT_OP_SFPCONFIG(0, 14, 1), TT_OP_SFPABS(0, 1, 2, 0));
    FIRES(SFPCONFIG_BACKDOOR, TT_OP_SFPCONFIG(2, 15, 1), NOP, TT_OP_SFPCONFIG(0, 15, 1),
          TT_OP_SFPABS(0, 1, 2, 0));
}

/* The first column stands for all: kernels configure them alike. */
TEST(the_backdoor_is_that_of_the_first_column) {
    for (unsigned column = 0; column < 8; column++) {
        start();
        core.sfpu.lane_config[column] = 2;
        heard_done(&core, &lint.listener, 1, TT_OP_SFPCONFIG(0, 15, 0));
        heard_done(&core, &lint.listener, 1, TT_OP_SFPABS(0, 1, 2, 0));
        CHECK_EQ(stx_lint_total(&lint), column == 0);
    }
}

int main(void) {
    RUN_IF(STX_THREADS == 3 && STX_DST_ROWS == STX_DST_NAMES,
           three_instructions_between_the_fpu_and_sfpload);
    RUN_IF(STX_THREADS == 3, a_stallwait_stands_for_the_three_instructions);
    RUN_IF(STX_THREADS == 3, a_wait_of_riscv_code_stands_for_a_stallwait);
    RUN_IF(STX_THREADS == 3 && STX_DST_ROWS == STX_DST_NAMES,
           rows_count_with_the_counters_of_the_thread);
    RUN_IF(STX_THREADS == 3 && STX_DST_ROWS == STX_DST_NAMES,
           three_instructions_between_sfpstore_and_the_fpu);
    RUN_IF(STX_THREADS == 3 && STX_DST_ROWS == STX_DST_NAMES, sums_run_in_fidelity_phase_0);
    RUN_IF(STX_THREADS == 3, sfpmul24_adds_lreg9);
    RUN_IF(STX_THREADS == 3, an_index_needs_a_32_bit_dst);
    RUN_IF(STX_THREADS == 3, movb2d_is_not_read_back_at_once);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2 && STX_DST_ROWS == STX_DST_NAMES,
           moves_into_a_source_await_its_bank);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2,
           a_wait_behind_the_word_that_turns_waits_for_the_fpu_too);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, zerosrc_of_the_unpackers_bank_is_awaited);
    RUN_IF(STX_THREADS == 3, a_wait_for_the_unpackers_bank_says_nothing_of_the_fpus);
    RUN_IF(STX_THREADS == 3, a_finding_tells_what_lies_between);
    RUN_IF(STX_THREADS == 3, reads_that_auto_stall_does_not_see);
    RUN_IF(STX_THREADS == 3, sfpshft2_has_its_own_blind_spots);
    RUN_IF(STX_THREADS == 3, indirect_results_and_those_of_luts_count);
    RUN_IF(STX_THREADS == 3, a_changed_backdoor_needs_a_nop);
    RUN_IF(STX_THREADS == 3, the_backdoor_is_that_of_the_first_column);
    return test_summary();
}
