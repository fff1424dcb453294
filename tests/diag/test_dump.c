/* SPDX-License-Identifier: Apache-2.0
 *
 * What the dumps of a core print. */
#include <math.h>
#include <stdlib.h>

#include "diag/capture.h"
#include "diag/decimal.h"
#include "softensix/dump.h"
#include "softensix/inspect.h"
#include "softensix/listen.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core;

static void start(void) {
    capture_clear();
    stx_init(&core, NULL, 0, NULL);
}

/* Exactly what printf("%g") writes. */
static bool same_as_printf(uint32_t bits) {
    char got[REAL_TEXT], expected[40];
    float value;
    memcpy(&value, &bits, sizeof value);
    snprintf(expected, sizeof expected, "%g", (double)value);
    stx_real_text(got, bits);
    if (strcmp(got, expected)) {
        printf("%08" PRIx32 ": got %s, expected %s\n", bits, got, expected);
    }
    return !strcmp(got, expected);
}

TEST(reals_are_written_as_printf_does) {
    static const uint32_t special[] = {0,          0x80000000, 1,          0x007FFFFF, 0x00800000,
                                       0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x3F800000, 0x42C80000,
                                       0x47C35000, 0x49742400, 0x497423F8, 0x38D1B717, 0x38D1B716};
    uint32_t seed = 7;
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
        CHECK(same_as_printf(special[i]));
    }
    for (unsigned i = 0; i < 200000; i++) {
        uint32_t bits = test_random(&seed);
        unsigned exponent = bits >> 23 & 255u;
        /* There may lie the exact middle of two six-digit numbers; printf rounds it to even. */
        bool middle_possible = exponent >= 125 && exponent <= 155;
        CHECK(exponent == 255 || middle_possible || same_as_printf(bits));
    }
}

TEST(every_binary16_has_its_value) {
    for (uint32_t h = 0; h < 0x10000; h++) {
        uint32_t bits = stx_real_from_fp16(h), mantissa = h & 1023u, exponent = h >> 10 & 31u;
        float value;
        memcpy(&value, &bits, sizeof value);
        double magnitude =
            exponent ? ldexp(1024.0 + mantissa, (int)exponent - 25) : ldexp(mantissa, -24);
        if (exponent == 31) {
            CHECK_EQ(bits, (h & 0x8000u) << 16 | 255u << 23 | mantissa << 13);
        } else {
            CHECK((double)value == (h >> 15 ? -magnitude : magnitude));
        }
    }
}

TEST(dst_is_shown_as_tiles_of_four_faces) {
    start();
    stx_dst_poke(&core, 64 + 16, 0, 0x007F);  /* face 1, row 0, column 0: exponent 127, value 1 */
    stx_dst_poke(&core, 64 + 63, 15, 0x8080); /* face 3, last element: -2 */
    stx_dump(&core, STX_DUMP_DST, capture, NULL);
    CHECK(captured_has("dst tile 1 (rows 64..127) as BF16:\n"));
    CHECK(captured_has("   0: 0 "));
    CHECK(captured_has(" 1  "));
    CHECK_EQ(captured_count("  31: 0 "), 1);
    CHECK(captured_has(" -2 "));
    CHECK(captured_has("30 rows are 0\n15 tiles of dst are 0 or not valid\n"));
}

/* Cells of rows 0 and 8, as Dst stores them: sign, mantissa, exponent; low half. */
TEST(dst_is_shown_in_the_form_of_its_format) {
    static const struct {
        uint32_t config; /* word 1: Dstacc from bit 25, Fp32_enabled 29, INT8_math_enabled 31 */
        uint32_t high, low;
        const char *form, *value;
    } shown[] = {{5u << 25, 0xC07E, 0, "as BF16:", "   0: -0.75 "},
                 {1u << 25, 0x400F, 0, "as FP16:", "   0: 1.5 "},
                 {1u << 29, 0x5080, 0, "as FP32:", "   0: 3.25 "},
                 {1u << 31, 0x8000, 5, "as INT32:", "   0: -5 "},
                 {1u << 31, 0x7FFF, 5, "as INT32:", "   0: 2147418117 "}}; /* 0x7FFF0005 */
    for (unsigned i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        start();
        stx_mmio_write(&core, 0, 0xFFEF0004, shown[i].config);
        stx_dst_poke(&core, 0, 0, shown[i].high);
        stx_dst_poke(&core, 8, 0, shown[i].low);
        stx_dst_row_set_valid(&core, 0, true);
        stx_dump(&core, STX_DUMP_DST, capture, NULL);
        if (!captured_has(shown[i].form) || !captured_has(shown[i].value)) {
            printf("%s %s, not %.100s\n", shown[i].form, shown[i].value, captured);
        }
        CHECK(captured_has(shown[i].form) && captured_has(shown[i].value));
    }
}

/* SPEC 4: formats 1, 2, 3, 10, 11 and 14 have exponents of five bits. */
TEST(the_form_of_dst_follows_from_its_format) {
    static const unsigned five[] = {1, 2, 3, 10, 11, 14};
    for (unsigned format = 0; format < 16; format++) {
        enum stx_dump_form form = STX_DUMP_BF16;
        for (unsigned i = 0; i < 6; i++) {
            form = five[i] == format ? STX_DUMP_FP16 : form;
        }
        start();
        stx_mmio_write(&core, 0, 0xFFEF0004, format << 25);
        CHECK_EQ(stx_dump_form_of(&core), form);
        stx_dst_set_bf16(&core, 3, 5, 0x3FC0); /* cell 0 1000000 01111111 */
        CHECK_EQ(stx_dump_element(&core, STX_DUMP_RAW16, 3, 5), 0x407F);
        CHECK_EQ(stx_dump_element(&core, STX_DUMP_AUTO, 3, 5),
                 form == STX_DUMP_BF16 ? 0x3FC0 : 31u << 10 | 0x203);
    }
}

static unsigned used;
static bool reads;

/* Hears what a word uses, and reads Dst meanwhile. */
static void hear_use(struct stx_listener *self, struct stx_core *c, const struct stx_event *e) {
    (void)self, (void)e;
    used++;
    if (reads) {
        reads = false;
        (void)stx_dump_element(c, stx_dump_form_of(c), 0, 0);
        reads = true;
    }
}

static unsigned uses(bool reading) {
    static struct stx_listener listener;
    used = 0;
    reads = reading;
    start();
    listener = (struct stx_listener){hear_use, STX_HEAR(USE), NULL};
    stx_listen(&core, &listener);
    (void)stx_issue(&core, 0, TT_OP_SFPSTORE(0, 0, 0, 0));
    return used;
}

TEST(reading_dst_inside_an_event_is_not_told) {
    unsigned alone = uses(false);
    CHECK(alone > 0);
    CHECK_EQ(uses(true), alone);
}

/* One value in a tile: its row is shown, and it alone. */
TEST(rows_of_zeros_are_counted) {
    for (unsigned row = 0; row < 64; row++) {
        for (unsigned col = 0; col < STX_COLS; col += 15) {
            start();
            stx_dst_poke(&core, row, col, 0x007F);
            stx_dump(&core, STX_DUMP_DST, capture, NULL);
            CHECK(captured_has("31 rows are 0\n"));
            CHECK_EQ(captured_count(" 1  "), 1);
            char number[8];
            snprintf(number, sizeof number, "\n%4u: ", row % 16 + 16 * (row / 32));
            CHECK(captured_has(number));
        }
    }
}

TEST(every_datum_of_a_source_is_shown) {
    for (unsigned col = 0; col < STX_COLS; col++) {
        start();
        stx_src_poke(&core, 0, 0, 5, col, 0x40E00000); /* 7 */
        stx_dump_bank(&core, 0, 0, capture, NULL);
        CHECK_EQ(captured_count(" 7  "), 1);
        CHECK(captured_has("srca bank 0: owned by the unpackers"));
    }
}

TEST(configuration_fields_have_names) {
    start();
    stx_mmio_write(&core, 0, 0xFFEF0004, 5u << 17 | 1u << 29);
    stx_issue(&core, 2, TT_OP_SETC16(1, 512));
    stx_dump(&core, STX_DUMP_CFG, capture, NULL);
    CHECK(!strcmp(captured, "cfg[0][1] ALU_FORMAT_SPEC_REG0_SrcA = 5\n"
                            "cfg[0][1] ALU_ACC_CTRL_Fp32_enabled = 1\n"
                            "tcfg[2][1] DEST_TARGET_REG_CFG_MATH_Offset = 512\n"));
}

TEST(source_banks_tell_owner_and_datums) {
    start();
    stx_src_poke(&core, 1, 0, 3, 2, 0xC0600000); /* -3.5 */
    core.srcb.fpu_owns[0] = 1;
    stx_dump_bank(&core, 1, 0, capture, NULL);
    CHECK(captured_has("srcb bank 0: owned by the FPU (valid), current for the FPU, current for "
                       "the unpackers, format 0\n"));
    CHECK(captured_has("   3: 0            0            -3.5  "));
}

TEST(every_part_says_something) {
    start();
    stx_init_as_firmware(&core);
    for (unsigned part = 0; part < 9; part++) {
        capture_clear();
        stx_issue(&core, 0, TT_OP_SETDMAREG(0, 77, 0, 6));
        stx_issue(&core, 0, TT_OP_SETC16(1, 2));
        stx_dump(&core, 1u << part, capture, NULL);
        CHECK(captured_length > 0);
        CHECK(captured[captured_length - 1] == '\n');
    }
}

TEST(semaphores_have_the_names_of_llk) {
    start();
    stx_issue(&core, 0, TT_OP_SEMINIT(2, 1, 1 << 1));
    stx_issue(&core, 1, TT_OP_ATGETM(4));
    stx_dump(&core, STX_DUMP_SYNC, capture, NULL);
    CHECK(captured_has("semaphore[1] MATH_PACK            is 1 max 2\n"));
    CHECK(captured_has("mutex[4] is held by thread 1\n"));
}

int main(void) {
    RUN(reals_are_written_as_printf_does);
    RUN(every_binary16_has_its_value);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, dst_is_shown_as_tiles_of_four_faces);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, dst_is_shown_in_the_form_of_its_format);
    RUN(the_form_of_dst_follows_from_its_format);
    RUN(reading_dst_inside_an_event_is_not_told);
    RUN_IF(STX_DST_ROWS == STX_DST_NAMES, rows_of_zeros_are_counted);
    RUN_IF(STX_SRC_LOW, every_datum_of_a_source_is_shown);
    RUN_IF(STX_THREADS == 3 && STX_CFG_BANKS == 2, configuration_fields_have_names);
    RUN(source_banks_tell_owner_and_datums);
    RUN(every_part_says_something);
    RUN_IF(STX_THREADS == 3, semaphores_have_the_names_of_llk);
    return test_summary();
}
