/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Names of operand values in the assembler and in the disassembler. The words are worked out by
 * hand from the encodings of SPEC Appendix A. */
#include <string.h>

#include "softensix/isa.h"
#include "test.h"

static int prints(uint32_t word, const char *expected) {
    char text[300];
    stx_disasm(text, sizeof text, word);
    if (strcmp(text, expected) != 0) {
        printf("%s, expected %s\n", text, expected);
    }
    return strcmp(text, expected) == 0;
}

static int gives(const char *text, uint32_t expected) {
    uint32_t word = 0;
    const char *wrong = stx_assemble(&word, text);
    if (wrong || word != expected) {
        printf("%s: %s, %08x, expected %08x\n", text, wrong ? wrong : "", (unsigned)word,
               (unsigned)expected);
    }
    return !wrong && word == expected;
}

TEST(bits_are_printed_as_names) {
    CHECK(prints(0xA2210090, "STALLWAIT stall_res=MATH|SYNC wait_res=SRCA_VLD|MATH"));
    CHECK(prints(0xA2FF8006, "STALLWAIT stall_res=THREAD wait_res=UNPACK"));
    CHECK(prints(0xA6010011, "SEMWAIT stall_res=SYNC sem_sel=SEMAPHORE_2 wait_sem_cond=ON_ZERO"));
    CHECK(
        prints(0x79000004, "SFPIADD imm12_math=0 lreg_c=LREG0 lreg_dest=LREG0 instr_mod1=CC_NONE"));
    CHECK(
        prints(0x790010A5,
               "SFPIADD imm12_math=1 lreg_c=LREG0 lreg_dest=LCONST_1 instr_mod1=CC_NONE|ARG_IMM"));
}

TEST(values_are_printed_as_names) {
    CHECK(
        prints(0x26C0C010, "MVMUL clear_dvalid=CLR_AB instr_mod19=0 addr_mode=ADDR_MOD_3 dst=16"));
    CHECK(prints(0x10184000, "ZEROACC clear_mode=CLR_ALL use_32_bit_mode=0 clear_zero_flags=0 "
                             "addr_mode=ADDR_MOD_1 where=0"));
    CHECK(prints(0x37C0000F, "SETRWC clear_ab_vld=CLR_AB rwc_cr=0 rwc_d=0 rwc_b=0 rwc_a=0 "
                             "bit_mask=SET_ABD_F"));
    CHECK(prints(0xA0000004, "ATGETM mutex_index=SFPU"));
}

TEST(what_has_no_name_is_printed_as_a_number) {
    CHECK(prints(0xA2002000, "STALLWAIT stall_res=0 wait_res=8192"));
    CHECK(prints(0xA2002010, "STALLWAIT stall_res=0 wait_res=8208"));
    CHECK(prints(0x71030000, "SFPLOADI lreg_ind=LREG0 instr_mod0=3 imm16=0"));
    CHECK(prints(0xA0000001, "ATGETM mutex_index=1"));
}

TEST(names_stand_for_values_in_text) {
    CHECK(gives("STALLWAIT MATH|SYNC SRCA_VLD|MATH", 0xA2210090));
    CHECK(gives("STALLWAIT STALL_MATH | STALL_SYNC, SRCA_VLD | 0x10", 0xA2210090));
    CHECK(gives("TTI_STALLWAIT(p_stall::STALL_MATH | p_stall::STALL_SYNC, "
                "p_stall::SRCA_VLD | p_stall::MATH);",
                0xA2210090));
    CHECK(gives("TTI_STALLWAIT(p_stall_STALL_MATH, p_stall_PACK)", 0xA2200008));
    CHECK(gives("MVMUL clear_dvalid=CLR_AB addr_mode=ADDR_MOD_3 dst=16", 0x26C0C010));
    CHECK(gives("TTI_ZEROACC(p_zeroacc::CLR_ALL, 0, 0, ADDR_MOD_1, 0)", 0x10184000));
    CHECK(gives("SFPIADD 1 LREG0 LCONST_1 SFPIADD_MOD1_ARG_IMM|CC_NONE", 0x790010A5));
}

TEST(semaphores_have_the_names_of_their_use) {
    CHECK(gives("SEMPOST MATH_PACK", 0xA4000008));
    CHECK(gives("SEMPOST SEMAPHORE_1|semaphore::UNPACK_SYNC", 0xA4000088));
}

TEST(a_name_of_another_operand_is_none) {
    uint32_t word = 77;
    CHECK(stx_assemble(&word, "STALLWAIT SRCA_VLD MATH") != NULL);
    CHECK(stx_assemble(&word, "STALLWAIT MATH ADDR_MOD_1") != NULL);
    CHECK(stx_assemble(&word, "STALLWAIT stall_res=MATH|") != NULL);
    CHECK(stx_assemble(&word, "STALLWAIT stall_res=|MATH") != NULL);
    CHECK(stx_assemble(&word, "STALLWAIT stall_res=p_stall::") != NULL);
    CHECK(stx_assemble(&word, "STALLWAIT stall_res=p_stall_") != NULL);
    CHECK(stx_assemble(&word, "STALLWAIT stall_res=p_stall") != NULL);
    CHECK(stx_assemble(&word, "STALLWAIT stall_res=p_stallMATH") != NULL);
    CHECK(stx_assemble(&word, "STALLWAIT stall_res=p_stall:MATH") != NULL);
    CHECK(stx_assemble(&word, "STALLWAIT stall_res=p_stal::STALL_MATH") != NULL);
    CHECK(stx_assemble(&word, "STALLWAIT stall_res=_STALL_MATH") != NULL);
    CHECK(stx_assemble(&word, "STALLWAIT stall_res=::STALL_MATH") != NULL);
    CHECK(stx_assemble(&word, "STALLWAIT stall_res=MAT") != NULL);
    CHECK(stx_assemble(&word, "STALLWAIT stall_res=MATHS") != NULL);
    CHECK(stx_assemble(&word, "STALLWAIT stall_res=STALL_") != NULL);
    CHECK(stx_assemble(&word, "MVMUL dst=SEMAPHORE_BIAS") != NULL); /* a name of no operand */
    CHECK(stx_assemble(&word, "MVMUL 0 0 0 ADDR_MOD_1") != NULL);
    CHECK_EQ(word, 77);
}

int main(void) {
    RUN(bits_are_printed_as_names);
    RUN(values_are_printed_as_names);
    RUN(what_has_no_name_is_printed_as_a_number);
    RUN(names_stand_for_values_in_text);
    RUN(semaphores_have_the_names_of_their_use);
    RUN(a_name_of_another_operand_is_none);
    return test_summary();
}
