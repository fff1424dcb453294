/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * A fault tells which macro issued its word and what its detail is. */
#include <string.h>

#include "softensix/softensix.h"
#define STX_THREAD 1
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core;
static uint8_t l1[256];
static const char *waits_at;

static void note_place(void *ctx, unsigned thread) {
    (void)ctx;
    waits_at = core.place[thread];
    stx_raise(&core, STX_RULE_DEADLOCK, thread, 0);
}

static void start(void) {
    struct stx_port port = {.yield = note_place};
    stx_init(&core, l1, sizeof l1, &port);
    stx_bind(&core);
}

/* A macro and the place where it stands, which are the same line. */
#define AT(here, issue)                               \
    const char *here = STX_PLACE(__FILE__, __LINE__); \
    issue

static bool same(const char *got, const char *expected) {
    bool good = got && !strcmp(got, expected);
    if (!good) {
        printf("got \"%s\", expected \"%s\"\n", got ? got : "(none)", expected);
    }
    return good;
}

TEST(a_fault_names_file_and_line_of_its_macro) {
    start();
    AT(here, TTI_RAREB);
    CHECK(same(stx_last_fault(&core)->where, here));
    CHECK(strstr(here, "test_messages.c:") != NULL);
}

TEST(a_word_with_operands_of_run_time_does_too) {
    uint32_t mutex = 1;
    start();
    AT(here, TT_ATGETM(mutex));
    CHECK(same(stx_last_fault(&core)->where, here));
}

TEST(a_wait_names_file_and_line_of_its_macro) {
    start();
    AT(here, TTI_MVMUL(0, 0, 0, 0));
    CHECK(same(waits_at, here));
    CHECK(core.place[1] == NULL);
}

TEST(a_word_that_no_macro_issued_names_none) {
    start();
    TTI_NOP;
    stx_issue(&core, 1, TT_OP_RAREB);
    CHECK(stx_last_fault(&core)->where == NULL);
    CHECK(stx_last_fault(&core)->rule == STX_RULE_MISSING_SPEC);
}

static const struct {
    enum stx_rule rule;
    uint32_t word, detail;
    const char *text;
} rows[] = {
    {STX_RULE_BAD_FORMAT, TT_OP_UNPACR(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 0x15,
     "FP16 to BF16: unpacker 1, configuration THCON_SEC1_REG0_TileDescriptor and "
     "THCON_SEC1_REG2_Out_data_format"},
    {STX_RULE_BAD_FORMAT, TT_OP_PACR(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 0x258,
     "BF16 to INT32: packer, configuration THCON_SEC0_REG1_In_data_format and _Out_data_format; "
     "Dst is FP32 (ALU_FORMAT_SPEC_REG2_Dstacc), PCK_DEST_RD_CTRL is 2; In must be the format of "
     "Dst"},
    {STX_RULE_BAD_FORMAT, TT_OP_PACR(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 0x10000111,
     "FP16 to FP16: packer, configuration THCON_SEC0_REG1_In_data_format and _Out_data_format; "
     "Dst is FP16 (ALU_FORMAT_SPEC_REG2_Dstacc), PCK_DEST_RD_CTRL is 1; 32-bit elements need "
     "PCK_DEST_RD_CTRL_Round_10b_mant 1"},
    {STX_RULE_BAD_FORMAT, TT_OP_PACR(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 0x0FFFFF00,
     "FP32 to FP32: packer, configuration THCON_SEC0_REG1_In_data_format and _Out_data_format; "
     "Dst is FP32 (ALU_FORMAT_SPEC_REG2_Dstacc), PCK_DEST_RD_CTRL is 1048575"},
    {STX_RULE_BAD_FORMAT, TT_OP_PACR(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 0x80000085,
     "INT32 to BF16: packer, configuration THCON_SEC0_REG1_In_data_format and _Out_data_format; "
     "Dst is INT32 (ALU_FORMAT_SPEC_REG2_Dstacc), PCK_DEST_RD_CTRL is 0"},
    {STX_RULE_BAD_FORMAT, TT_OP_UNPACR_NOP(0, 0, 0, 0, 0, 0, 0, 0, 0), 0x15,
     "FP16 to BF16: unpacker 0, configuration THCON_SEC0_REG0_TileDescriptor and "
     "THCON_SEC0_REG2_Out_data_format"},
    {STX_RULE_UNIMPLEMENTED_MODE, TT_OP_PACR(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 1,
     "datums in a row: 1; SETADCXX(4, 15, 0) makes it 16"},
    {STX_RULE_UNIMPLEMENTED_MODE, TT_OP_UNPACR(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 5,
     "a compressed tile (bit 4 of the descriptor, or Disable_zero_compress if ovrd_thread_id is 1, "
     "is 0), upsampling, srcb_bcast or row_search; THCON_SECx_REG2 is 0x00000005"},
    {STX_RULE_BAD_FORMAT, TT_OP_MOVA2D(0, 0, 0, 0, 0), 4, "format TF32"},
    {STX_RULE_BAD_FORMAT, TT_OP_MOVA2D(0, 0, 0, 0, 0), 12, "format 12, which does not exist"},
    {STX_RULE_NOT_PRESENT, TT_OP_SETADC(0, 0, 0, 0), 2, "address counters of thread 2"},
    {STX_RULE_NOT_PRESENT, TT_OP_MVMUL(0, 0, 0, 0), 512, "row 512 of Dst"},
    {STX_RULE_NOT_PRESENT, TT_OP_MVMUL(0, 0, 0, 0), 1023, "row 1023 of Dst"},
    {STX_RULE_NOT_PRESENT, TT_OP_MOVD2A(0, 0, 0, 0, 0), 1024,
     "the lowest three mantissa bits of 0x00000400"},
    {STX_RULE_NOT_PRESENT, TT_OP_MOVD2A(0, 0, 0, 0, 0), 0x3F80E000,
     "the lowest three mantissa bits of 0x3f80e000"},
    {STX_RULE_NOT_PRESENT, TT_OP_SFPLOADMACRO(0, 0, 0, 0), 0, ""},
    {STX_RULE_WORD_PENDING, TT_OP_NOP, TT_OP_MVMUL(0, 0, 0, 0),
     "MVMUL (0x26000000) must be offered again first"},
    {STX_RULE_UNIMPLEMENTED_MODE, TT_OP_XMOV(0, 0), 2,
     "only clearing L1 and copying within L1, not THCON_SEC0_REG6_Transfer_direction 2"},
    {STX_RULE_UNIMPLEMENTED_MODE, TT_OP_SETDMAREG(0, 0, 1, 0), 3,
     "statistics of the packer, source 3"},
    {STX_RULE_BAD_THREAD, TT_OP_NOP, 3, "thread 3"},
    {STX_RULE_BAD_INDEX, TT_OP_NOP, 64, "number 64"},
    {STX_RULE_WORD_PENDING, TT_OP_NOP, 0xFF000000,
     "a word (0xff000000) must be offered again first"},
    {STX_RULE_L1_RANGE, TT_OP_XMOV(0, 0), 0x12340, "L1 address 0x00012340"},
    {STX_RULE_MMIO_ADDRESS, TT_OP_LOADREG(0, 0), 0xFFB00004, "address 0xffb00004"},
    {STX_RULE_CFG_INDEX, TT_OP_WRCFG(0, 0, 0), 225, "configuration word 225"},
    {STX_RULE_RESERVED_BITS, 0x02000011, 0, "reserved bits 0x00000011"},
    {STX_RULE_RESERVED_BITS, 0x02000011, 1024, "reserved bits 0x00000011"},
    {STX_RULE_SEM_OVERFLOW, 0, 0, ""},
};

TEST(the_detail_of_a_fault_is_told_in_words) {
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct stx_fault fault = {
            .rule = rows[i].rule, .word = rows[i].word, .detail = rows[i].detail};
        char text[256]; /* as what prints it has */
        CHECK_EQ(stx_explain_fault(&fault, text, sizeof text), strlen(rows[i].text));
        CHECK(same(text, rows[i].text));
    }
}

/* Bases in units of 16 bytes, to which UNPACR and LOADIND add without wrapping around. */
TEST(an_address_of_more_than_32_bits_is_told_in_full) {
    static const struct {
        uint32_t low, high;
        const char *text;
    } far[] = {{0x10, 1, "L1 address 0x100000010"},
               {0xFFFFFFF0, 0xF, "L1 address 0xffffffff0"},
               {0x12345670, 0x1F, "L1 address 0x1f12345670"}};
    for (unsigned i = 0; i < sizeof far / sizeof far[0]; i++) {
        struct stx_fault fault = {
            .rule = STX_RULE_L1_RANGE, .detail = far[i].low, .detail_high = far[i].high};
        char text[256];
        stx_explain_fault(&fault, text, sizeof text);
        CHECK(same(text, far[i].text));
    }
}

int main(void) {
    RUN(an_address_of_more_than_32_bits_is_told_in_full);
    RUN_IF(STX_THREADS == 3, a_fault_names_file_and_line_of_its_macro);
    RUN_IF(STX_THREADS == 3, a_word_with_operands_of_run_time_does_too);
    RUN_IF(STX_THREADS == 3, a_wait_names_file_and_line_of_its_macro);
    RUN_IF(STX_THREADS == 3, a_word_that_no_macro_issued_names_none);
    RUN(the_detail_of_a_fault_is_told_in_words);
    return test_summary();
}
