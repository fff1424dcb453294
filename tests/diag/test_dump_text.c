/* SPDX-License-Identifier: Apache-2.0
 *
 * Dumps as whole texts, written down from what the parts are said to show. */
#include "diag/capture.h"
#include "diag/out.h"
#include "softensix/dump.h"
#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "test.h"

static struct stx_core core;
static char expected[1 << 16];
static size_t expected_length;

static void start(void) {
    capture_clear();
    expected_length = 0;
    expected[0] = 0;
    stx_init(&core, NULL, 0, NULL);
}

static void expect(const char *text) {
    size_t length = strlen(text);
    memcpy(expected + expected_length, text, length + 1);
    expected_length += length;
}

static bool as_expected(void) {
    size_t at = 0;
    while (captured[at] && captured[at] == expected[at]) {
        at++;
    }
    if (captured[at] != expected[at]) {
        printf("at %u: got %.60s\nexpected %.60s\n", (unsigned)at, captured + at, expected + at);
    }
    return captured[at] == expected[at];
}

/* Lane n of LReg r holds n + 100 r, with a sign in odd lanes. */
TEST(lregs_are_shown_eight_lanes_a_line_as_bits_and_reals) {
    char text[64];
    start();
    for (unsigned r = 0; r < 8; r++) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            float real = (float)(lane + 100 * r) * (lane % 2 ? -1 : 1);
            memcpy(&core.sfpu.lreg[r][lane], &real, 4);
            if (lane % 8 == 0) {
                snprintf(text, sizeof text, "lreg[%u] lane %-3s ", r,
                         lane == 0    ? "0:"
                         : lane == 8  ? "8:"
                         : lane == 16 ? "16:"
                                      : "24:");
                expect(text);
            }
            snprintf(text, sizeof text, "%08x %-13g%s", (unsigned)core.sfpu.lreg[r][lane],
                     (double)real, lane % 8 == 7 ? "\n" : "");
            expect(text);
        }
    }
    core.sfpu.flags = 0xA5;
    core.sfpu.use = 0x80000001;
    expect("lane flags 0x000000a5, used by 0x80000001; flag stack: empty\n");
    stx_dump(&core, STX_DUMP_LREG, capture, NULL);
    CHECK(as_expected());
}

/* Numbers below 1000 are decimal. What no field covers is shown as a whole. */
TEST(configuration_words_are_shown_by_field) {
    start();
    core.cfg[0][4] = 0;
    core.tcfg[0][1] = 999;                /* DEST_TARGET_REG_CFG_MATH_Offset */
    core.tcfg[STX_THREADS - 1][1] = 1000; /* of 12 bits */
    core.cfg[0][1] =
        5u << 17 | 1u << 29; /* fields of that word; the same word of a thread is not */
    core.cfg[0][180] = 0xFFFFFFFF;
    stx_dump(&core, STX_DUMP_CFG, capture, NULL);
    CHECK(captured_has("cfg[0][1] ALU_FORMAT_SPEC_REG0_SrcA = 5\n"
                       "cfg[0][1] ALU_ACC_CTRL_Fp32_enabled = 1\n"));
    CHECK(captured_has("tcfg[0][1] DEST_TARGET_REG_CFG_MATH_Offset = 999\n"));
    char text[96];
    snprintf(text, sizeof text, "tcfg[%u][1] DEST_TARGET_REG_CFG_MATH_Offset = 0x000003e8\n",
             STX_THREADS - 1);
    CHECK(captured_has(text));
    CHECK(captured_has("\ncfg[0][180] "));
}

struct field_row {
    const char *name;
    uint8_t word, low, width, thread;
};
static const struct field_row rows[] = {
#define CFG(name, word, low, width) {#name, word, low, width, 0},
#define TCFG(name, word, low, width) {#name, word, low, width, 1},
#include "isa/config.def"
#undef CFG
#undef TCFG
};

static uint32_t ones(const struct field_row *r) {
    uint32_t bits = 0;
    for (unsigned b = r->low; b < r->low + r->width; b++) {
        bits |= 1u << b;
    }
    return bits;
}

/* A word with all its bits shows each of its fields full, and the rest. */
TEST(every_field_of_the_configuration_is_shown_by_its_name) {
    char text[160];
    for (unsigned thread = 0; thread < 2; thread++) {
        for (unsigned w = 0; w < (thread ? STX_TCFG_WORDS : STX_CFG_WORDS); w++) {
            uint32_t rest = thread ? 0xFFFF : 0xFFFFFFFF;
            start();
            core.cfg[0][w] = thread ? 0 : rest;
            core.tcfg[0][w % STX_TCFG_WORDS] = (uint16_t)(thread ? rest : 0);
            for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
                if (rows[i].word == w && rows[i].thread == thread) {
                    uint32_t value = ones(&rows[i]) >> rows[i].low;
                    snprintf(text, sizeof text,
                             value < 1000 ? "%s[0][%u] %s = %lu\n" : "%s[0][%u] %s = 0x%08lx\n",
                             thread ? "tcfg" : "cfg", w, rows[i].name, (unsigned long)value);
                    expect(text);
                    rest &= ~ones(&rows[i]);
                }
            }
            if (rest) {
                snprintf(text, sizeof text,
                         rest < 1000 ? "%s[0][%u] (bits without a name) = %lu\n"
                                     : "%s[0][%u] (bits without a name) = 0x%08lx\n",
                         thread ? "tcfg" : "cfg", w, (unsigned long)rest);
                expect(text);
            }
            stx_dump(&core, STX_DUMP_CFG, capture, NULL);
            CHECK(as_expected());
        }
    }
}

/* The bank of configuration that thread 1 works with, the math thread, says what Dst holds. */
TEST(the_form_of_dst_is_that_of_the_math_threads_configuration) {
    start();
    core.tcfg[1][0] = 1; /* CFG_STATE_ID */
    core.cfg[1][1] = 1u << 31;
    stx_dst_poke(&core, 0, 0, 1);
    stx_dst_row_set_valid(&core, 0, true);
    stx_dump(&core, STX_DUMP_DST, capture, NULL);
    CHECK(captured_has(" as INT32:\n"));
    core.cfg[1][1] = 1u << 29;
    capture_clear();
    stx_dump(&core, STX_DUMP_DST, capture, NULL);
    CHECK(captured_has(" as FP32:\n"));
    core.cfg[1][1] = 1u << 25;
    capture_clear();
    stx_dump(&core, STX_DUMP_DST, capture, NULL);
    CHECK(captured_has(" as FP16:\n"));
    core.tcfg[1][0] = 0;
    capture_clear();
    stx_dump(&core, STX_DUMP_DST, capture, NULL);
    CHECK(captured_has(" as BF16:\n"));
}

/* A tile is 64 rows, in 32-bit forms too; numbers beyond 15 wrap. */
TEST(tiles_are_shown_in_the_form_that_is_asked_for) {
    static const struct {
        enum stx_dump_form form;
        const char *name, *value;
    } forms[] = {{STX_DUMP_RAW16, "cells", "   1: 0000         c07e         0000         "},
                 {STX_DUMP_BF16, "BF16", "   1: 0            -0.75        0            "}};
    for (unsigned i = 0; i < 2; i++) {
        start();
        stx_dst_poke(&core, 15 * 64 + 1, 1, 0xC07E);
        stx_dst_row_set_valid(&core, 15 * 64 + 1, true);
        stx_dump_tile(&core, 31, forms[i].form, capture, NULL);
        char text[64];
        snprintf(text, sizeof text, "dst tile 15 (rows 960..1023) as %s:\n", forms[i].name);
        CHECK(!strncmp(captured, text, strlen(text)));
        CHECK(!strncmp(captured + strlen(text), forms[i].value, strlen(forms[i].value)));
        CHECK(captured_has("\n  31 rows are 0\n"));
        CHECK_EQ(captured_count("\n"), 3);
        CHECK_EQ(strchr(captured + strlen(text), '\n') - (captured + strlen(text)), 6 + 32 * 13);
    }
    start();
    stx_dump_tile(&core, 0, STX_DUMP_INT32, capture, NULL);
    CHECK(!strcmp(captured, "dst tile 0 (rows 0..63) as INT32:\n  32 rows are 0\n"));
}

/* INT8 stands as a sign and ten bits of magnitude from bit 13 on, FP16 as sign, exponent and
 * mantissa in the same places. */
TEST(source_banks_are_shown_in_their_format) {
    static const struct {
        unsigned format;
        uint32_t cell;
        const char *shown;
    } cells[] = {{14, 0x80000000u | 1023u << 13, "-1023 "},
                 {14, 200u << 13, "   0: 0 200 0 "},
                 {14, 31u << 23 | 200u << 13, "   0: 0 200 0 "}, /* what the exponent is */
                 {1, 15u << 23 | 1u << 13, " 1.00098  "},
                 {1, 16u << 23 | 1u << 22, "   0: 0            3  "},
                 {1, 0x80000000u | 15u << 23 | 1u << 22, " -1.5  "},
                 {5, 0xC0600000, " -3.5  "}};
    for (unsigned i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        start();
        core.srca.format[0] = (uint8_t)cells[i].format;
        stx_src_poke(&core, 0, 0, 0, 1, cells[i].cell);
        stx_dump_bank(&core, 0, 0, capture, NULL);
        if (!captured_has(cells[i].shown)) {
            printf("%u: %.200s\n", i, captured);
        }
        CHECK(captured_has(cells[i].shown));
    }
}

TEST(banks_are_told_with_who_has_them) {
    start();
    core.srca.fpu_bank = 1;
    core.srca.fpu_owns[1] = 1;
    core.srca.format[1] = 3;
    core.srcb.unpack_bank = 1;
    stx_dump(&core, STX_DUMP_SRC, capture, NULL);
    CHECK(!strcmp(captured,
                  "srca bank 0: owned by the unpackers, current for the unpackers, format 0\n"
                  "  32 rows are 0\n"
                  "srca bank 1: owned by the FPU (valid), current for the FPU, format 3\n"
                  "  32 rows are 0\n"
                  "srcb bank 0: owned by the unpackers, current for the FPU, format 0\n"
                  "  32 rows are 0\n"
                  "srcb bank 1: owned by the unpackers, current for the unpackers, format 0\n"
                  "  32 rows are 0\n"));
    capture_clear();
    stx_dump_bank(&core, 0, 3, capture, NULL); /* there are two */
    CHECK(captured_has("srca bank 1: "));
}

/* In 32-bit forms Dst has eight tiles. */
TEST(an_empty_dst_is_told_in_a_line) {
    start();
    stx_dump(&core, STX_DUMP_DST, capture, NULL);
    CHECK(!strcmp(captured, "16 tiles of dst are 0 or not valid\n"));
    core.cfg[0][1] = 1u << 29;
    capture_clear();
    stx_dump(&core, STX_DUMP_DST, capture, NULL);
    CHECK(!strcmp(captured, "8 tiles of dst are 0 or not valid\n"));
}

TEST(every_thread_has_its_lines_of_counters_and_front_end) {
    start();
    stx_dump(&core, STX_DUMP_RWC | STX_DUMP_FRONT, capture, NULL);
    CHECK(!strcmp(captured, "rwc[0] srca 0 srcb 0 dst 0 fidelity 0 srca_cr 0 srcb_cr 0 dst_cr 0\n"
                            "rwc[1] srca 0 srcb 0 dst 0 fidelity 0 srca_cr 0 srcb_cr 0 dst_cr 0\n"
                            "rwc[2] srca 0 srcb 0 dst 0 fidelity 0 srca_cr 0 srcb_cr 0 dst_cr 0\n"
                            "front[0] replay left 0 record left 0\n"
                            "front[1] replay left 0 record left 0\n"
                            "front[2] replay left 0 record left 0\n"));
    capture_clear();
    stx_dump(&core, STX_DUMP_ADC, capture, NULL);
    CHECK(captured_has(
        "adc[2] packer:     ch0 X 0 Y 0 Z 0 W 0 ch1 X 0 Y 0 Z 0 W 0; at the start of a row: ch0 X "
        "0 Y 0 Z 0 W 0 ch1 X 0 Y 0 Z 0 W 0\n"));
    CHECK_EQ(captured_count("\n"), 9);
    capture_clear();
    for (unsigned t = 0; t < 3; t++) {
        core.gpr[t][0] = t + 1;
        core.gpr[t][63] = 0xFFu << t;
    }
    core.mutex[0] = 3;
    stx_dump(&core, STX_DUMP_GPR, capture, NULL);
    CHECK(!strcmp(captured, "gpr[0][0] = 0x00000001\ngpr[0][63] = 0x000000ff\n"
                            "gpr[1][0] = 0x00000002\ngpr[1][63] = 0x000001fe\n"
                            "gpr[2][0] = 0x00000003\ngpr[2][63] = 0x000003fc\n"));
    capture_clear();
    stx_dump(&core, STX_DUMP_SYNC, capture, NULL);
    CHECK_EQ(captured_count(" is 0 max "), 8);
    CHECK(captured_has("mutex[0] is held by thread 2\n"));
    CHECK_EQ(captured_count("mutex["), 1);
}

TEST(numbers_and_words_are_written_in_full) {
    const struct out out = {capture, NULL};
    start();
    stx_out_decimal(&out, 4294967295u);
    stx_out_decimal(&out, 0);
    stx_out_string(&out, " ");
    stx_out_digits(&out, 0x89ABCDEF, 8);
    stx_out_digits(&out, 0x89ABCDEF, 3);
    stx_out_digits(&out, 0x89ABCDEF, 0);
    stx_out_string(&out, " ");
    stx_out_hex(&out, 7);
    stx_out_padded(&out, "ab", 4);
    stx_out_padded(&out, "abcde", 4);
    stx_out_padded(&out, "", 1);
    CHECK(!strcmp(captured, "42949672950 89abcdefdef 0x00000007ab  abcde "));
}

int main(void) {
    RUN(lregs_are_shown_eight_lanes_a_line_as_bits_and_reals);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, configuration_words_are_shown_by_field);
    RUN(every_field_of_the_configuration_is_shown_by_its_name);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, the_form_of_dst_is_that_of_the_math_threads_configuration);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, tiles_are_shown_in_the_form_that_is_asked_for);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, source_banks_are_shown_in_their_format);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, banks_are_told_with_who_has_them);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, an_empty_dst_is_told_in_a_line);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, every_thread_has_its_lines_of_counters_and_front_end);
    RUN(numbers_and_words_are_written_in_full);
    return test_summary();
}
