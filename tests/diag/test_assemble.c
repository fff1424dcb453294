/* SPDX-License-Identifier: Apache-2.0
 *
 * Text to instruction words: every row, every operand name, and texts that are refused. */
#include <string.h>

#include "softensix/isa.h"
#include "softensix/tti.h"
#include "test.h"

TEST(every_row_and_field_survives_text_and_back) {
    uint32_t seed = 1;
    const struct stx_insn *insn;
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        for (unsigned n = 0; n < 50; n++) {
            uint32_t back = 0, word = (uint32_t)insn->opcode << 24 |
                                      (test_random(&seed) & 0xFFFFFFu & ~insn->reserved);
            char text[256];
            CHECK(stx_disasm(text, sizeof text, word) < sizeof text);
            CHECK(stx_assemble(&back, text) == NULL);
            CHECK_EQ(back, word);
        }
    }
}

TEST(values_may_stand_without_names_and_as_in_c) {
    uint32_t word = 0;
    CHECK(!stx_assemble(&word, "  TTI_MVMUL(3, 1, 2, 0x10);"));
    CHECK_EQ(word, TT_OP_MVMUL(3, 1, 2, 16));
    CHECK(!stx_assemble(&word, "SEMPOST sem_sel=4 # posts"));
    CHECK_EQ(word, TT_OP_SEMPOST(4));
    CHECK(!stx_assemble(&word, ".word 0xffffffff"));
    CHECK_EQ(word, 0xFFFFFFFF);
    CHECK(!stx_assemble(&word, "NOP"));
    CHECK_EQ(word, TT_OP_NOP);
}

static bool gives(const char *text, uint32_t expected) {
    uint32_t word = 0;
    bool good = !stx_assemble(&word, text) && word == expected;
    if (!good) {
        printf("%s: %08x, expected %08x\n", text, (unsigned)word, (unsigned)expected);
    }
    return good;
}

TEST(numbers_have_up_to_32_bits_and_any_digit) {
    CHECK(gives(".word 0x01234567", 0x01234567));
    CHECK(gives(".word 0x89abcdef", 0x89ABCDEF));
    CHECK(gives(".word 0X89ABCDEF", 0x89ABCDEF));
    CHECK(gives(".word 4294967295", 0xFFFFFFFF));
    CHECK(gives(".word 1234567890", 1234567890));
    CHECK(gives(".word 0", 0));
    CHECK(gives(".word 007", 7));
    CHECK(gives("SEMPOST 255", TT_OP_SEMPOST(255)));
    CHECK(gives("SEMPOST 0x0f|0xf0", TT_OP_SEMPOST(255)));
}

TEST(what_stands_around_a_line_does_not_matter) {
    CHECK(gives("TT_OP_NOP", TT_OP_NOP));
    CHECK(gives("TT_NOP", TT_OP_NOP));
    CHECK(gives("TTI_NOP", TT_OP_NOP));
    CHECK(gives("\tNOP\n1", TT_OP_NOP));
    CHECK(gives("NOP\r\n", TT_OP_NOP));
    CHECK(gives("NOP#1", TT_OP_NOP));
    CHECK(gives("NOP;1", TT_OP_NOP));
    CHECK(gives(" (NOP) , \t", TT_OP_NOP));
    CHECK(gives(".word 5#6", 5));
    CHECK(gives("SEMPOST\t(,1 ,)", TT_OP_SEMPOST(1)));
    CHECK(gives("SEMINIT init_value=2 max_value=3,sem_sel=4", TT_OP_SEMINIT(3, 2, 4)));
    CHECK(gives("SEMINIT 3 init_value=2 4", TT_OP_SEMINIT(3, 2, 4)));
}

TEST(mistakes_are_told_and_leave_the_word) {
    static const char *const wrong[] = {"",
                                        "MVMULL",
                                        "MVMUL 1 2 3 4 5",
                                        "MVMUL 9",
                                        "SEMPOST x=1",
                                        "SEMPOST sem_sel=",
                                        "SEMPOST 0x",
                                        ".word 1 2",
                                        ".word 0x100000000",
                                        "SEMPOST 1z",
                                        ".word",
                                        "TTI_",
                                        "=",
                                        "SEMPOST =1",
                                        "SEMPOST sem_sel=256",
                                        "SEMPOST 0xG",
                                        "SEMPOST 0xg",
                                        "SEMPOST 0x:",
                                        "SEMPOST 0x@",
                                        "SEMPOST 0x`",
                                        "SEMPOST 0x/",
                                        "SEMPOST a",
                                        "SEMPOST 1A",
                                        "NO",
                                        "NOPE",
                                        "NOP 0",
                                        "SEMPOST 1 0",
                                        "SEMPOST sem_se=1",
                                        "SEMPOST sem_sell=1",
                                        ".word 4294967296",
                                        ".word 99999999999",
                                        ".wor 1",
                                        ".word x",
                                        ".word 1=",
                                        "TT_OP_.word 1 1"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        uint32_t word = 77;
        if (!stx_assemble(&word, wrong[i])) {
            printf("accepted: %s\n", wrong[i]);
        }
        CHECK(stx_assemble(&word, wrong[i]) != NULL);
        CHECK_EQ(word, 77);
    }
}

TEST(operands_without_names_are_complete) {
    static const char *const wrong[] = {"MVMUL CLR_AB 0 0",
                                        "TTI_MVMUL(3, 0, 2)",
                                        "TTI_MVMUL(3, , 2, 16)",
                                        "MVMUL",
                                        "TTI_SEMPOST()",
                                        "SEMPOST",
                                        "SEMINIT 3 init_value=2",
                                        "SEMINIT init_value=2 3",
                                        "MVMUL 3 0 0 clear_dvalid=3",
                                        "SEMPOST 1 sem_sel=2",
                                        "SEMINIT sem_sel=2 sem_sel=2"};
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        uint32_t word = 0xBAD;
        if (!stx_assemble(&word, wrong[i])) {
            printf("accepted: %s\n", wrong[i]);
        }
        CHECK_EQ(word, 0xBAD);
    }
    CHECK(gives("MVMUL dst=16", TT_OP_MVMUL(0, 0, 0, 16)));
    CHECK(gives("MVMUL dst=16 clear_dvalid=CLR_AB", TT_OP_MVMUL(3, 0, 0, 16)));
}

/* The same of every row: one operand fewer is a mistake, each with its name is none. */
TEST(no_row_may_lack_an_operand_that_has_no_name) {
    const struct stx_insn *insn;
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        char text[256];
        uint32_t word = 0xBAD;
        int length = snprintf(text, sizeof text, "%s", insn->name);
        for (unsigned f = 0; f < insn->field_count; f++) {
            CHECK(stx_assemble(&word, text) != NULL);
            length += snprintf(text + length, sizeof text - (size_t)length, " 0");
        }
        CHECK_EQ(word, 0xBAD);
        CHECK(gives(text, (uint32_t)insn->opcode << 24));
    }
}

TEST(a_name_has_one_prefix) {
    static const char *const wrong[] = {"TTI_TT_NOP",  "TT_OP_TTI_NOP", "TT_OP_TT_NOP",
                                        "TTI_TTI_NOP", "TT_TT_NOP",     "TT_TTI_NOP"};
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        uint32_t word = 0xBAD;
        CHECK(stx_assemble(&word, wrong[i]) != NULL);
        CHECK_EQ(word, 0xBAD);
    }
}

int main(void) {
    RUN(operands_without_names_are_complete);
    RUN(no_row_may_lack_an_operand_that_has_no_name);
    RUN(a_name_has_one_prefix);
    RUN(every_row_and_field_survives_text_and_back);
    RUN(values_may_stand_without_names_and_as_in_c);
    RUN(numbers_have_up_to_32_bits_and_any_digit);
    RUN(what_stands_around_a_line_does_not_matter);
    RUN(mistakes_are_told_and_leave_the_word);
    return test_summary();
}
