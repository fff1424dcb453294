/* SPDX-License-Identifier: Apache-2.0
 *
 * Single elements of SrcA, SrcB and Dst: what is set is what is read, in its own place, and nothing
 * else changes. */
#include <string.h>

#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "test.h"

static struct stx_core core, before;
static uint8_t l1[4096];

static void start(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    before = core;
}

static char changed[64];
static uint32_t changed_at, changed_to;

static void on_change(void *ctx, const struct stx_item *item, uint32_t element, uint32_t a,
                      uint32_t b) {
    (void)ctx;
    (void)a;
    snprintf(changed, sizeof changed, "%s", item->name);
    changed_at = element;
    changed_to = b;
}

static size_t changes(void) {
    return stx_diff(&before, &core, on_change, NULL);
}

/* A number of the upper half, which each size of the library can hold; 1.5 and 2 by turns. */
TEST(a_datum_of_a_source_is_where_it_was_put) {
    for (unsigned source = 0; source < 2; source++) {
        for (unsigned bank = 0; bank < STX_SRC_BANKS; bank++) {
            for (unsigned row = 0; row < STX_SRC_ROWS; row += 21) {
                for (unsigned col = 0; col < STX_COLS; col += 5) {
                    uint32_t datum = row % 2 ? 0x3FC00000 : 0x40000000;
                    start();
                    stx_src_poke(&core, source, bank, row, col, datum);
                    CHECK_EQ(stx_src_peek(&core, source, bank, row, col), datum);
                    CHECK_EQ(stx_src_peek(&core, source, bank + STX_SRC_BANKS, row + STX_SRC_ROWS,
                                          col + STX_COLS),
                             datum);
                    CHECK_EQ(changes(), 1);
                    CHECK(!strcmp(changed, source ? "srcb.high" : "srca.high"));
                    CHECK_EQ(changed_at, (bank * STX_SRC_ROWS + row) * STX_COLS + col);
                }
            }
        }
    }
}

TEST(a_bank_that_was_poked_is_decoded_again) {
    for (unsigned bank = 0; bank < STX_SRC_BANKS; bank++) {
        start();
        memset(core.srca.decoded, 1, sizeof core.srca.decoded);
        memset(core.srcb.decoded, 1, sizeof core.srcb.decoded);
        stx_src_poke(&core, 1, bank + STX_SRC_BANKS, 0, 0, 0);
        for (unsigned b = 0; b < STX_SRC_BANKS; b++) {
            CHECK_EQ(core.srca.decoded[b], 1);
            CHECK_EQ(core.srcb.decoded[b], b != bank);
        }
    }
}

/* Sign, mantissa, exponent. */
TEST(a_cell_of_dst_is_read_as_it_was_poked) {
    for (unsigned row = 0; row < STX_DST_ROWS; row += 37) {
        unsigned col = row % STX_COLS;
        start();
        stx_dst_poke(&core, row + STX_DST_ROWS, col + STX_COLS, 0x9234);
        CHECK_EQ(stx_dst_peek(&core, row, col), 0x9234);
        CHECK_EQ(stx_dst_peek(&core, row + STX_DST_ROWS, col + STX_COLS), 0x9234);
        CHECK_EQ(changes(), 1);
        CHECK_EQ(changed_at, row * STX_COLS + col);
    }
}

TEST(a_row_of_dst_becomes_valid_and_invalid_alone) {
    for (unsigned row = 0; row < STX_DST_ROWS; row += 19) {
        start();
        memset(core.dst.valid, 0, sizeof core.dst.valid);
        before = core;
        CHECK(!stx_dst_row_valid(&core, row));
        stx_dst_row_set_valid(&core, row + STX_DST_ROWS, true);
        CHECK(stx_dst_row_valid(&core, row));
        CHECK(stx_dst_row_valid(&core, row + STX_DST_ROWS));
        CHECK_EQ(changes(), 1);
        CHECK_EQ(changed_at, row / 32);
        CHECK_EQ(changed_to, 1u << row % 32);
        stx_dst_row_set_valid(&core, row + STX_DST_ROWS, false);
        CHECK(!stx_dst_row_valid(&core, row));
        CHECK_EQ(changes(), 0);
    }
}

/* SPEC 5: an element of 32 bits has its upper half in the row 16 (row / 8) + row % 8 of 16 bits,
 * and its lower half eight rows further on. */
TEST(a_number_makes_its_row_valid_and_is_read_back) {
    for (unsigned row = 0; row < STX_DST_ROWS / 2; row += 11) {
        unsigned col = row % STX_COLS, physical = row / 8 * 16 + row % 8;
        start();
        memset(core.dst.valid, 0, sizeof core.dst.valid);
        before = core;
        stx_dst_set_f32(&core, row, col + STX_COLS, 0xC1237654);
        CHECK_EQ(changes(), 3);
        CHECK(stx_dst_row_valid(&core, physical));
        CHECK_EQ(stx_dst_f32(&core, row, col), 0xC1237654);
        CHECK_EQ(stx_dst_f32(&core, row, col + STX_COLS), 0xC1237654);
        CHECK_EQ(stx_dst_f32(&core, row, col + 1), 0);
        CHECK_EQ(stx_dst_bf16(&core, physical, col), 0xC123);
        CHECK_EQ(stx_dst_peek(&core, physical + 8, col), 0x7654);
        stx_dst_row_set_valid(&core, physical, false);
        CHECK_EQ(stx_dst_f32(&core, row, col), 0);
    }
}

TEST(a_narrow_number_makes_its_row_valid_and_is_read_back) {
    for (unsigned row = 0; row < STX_DST_ROWS; row += 29) {
        for (unsigned half = 0; half < 2; half++) {
            unsigned col = row % STX_COLS;
            start();
            memset(core.dst.valid, 0, sizeof core.dst.valid);
            before = core;
            (half ? stx_dst_set_fp16 : stx_dst_set_bf16)(&core, row, col + STX_COLS, 0xFFFFC123);
            CHECK_EQ(changes(), 2);
            CHECK(stx_dst_row_valid(&core, row));
            uint32_t (*get)(const struct stx_core *, unsigned, unsigned) =
                half ? stx_dst_fp16 : stx_dst_bf16;
            CHECK_EQ(get(&core, row, col), 0xC123);
            CHECK_EQ(get(&core, row, col + STX_COLS), 0xC123);
            stx_dst_row_set_valid(&core, row, false);
            CHECK_EQ(get(&core, row, col), 0);
        }
    }
}

int main(void) {
    RUN(a_datum_of_a_source_is_where_it_was_put);
    RUN(a_bank_that_was_poked_is_decoded_again);
    RUN(a_cell_of_dst_is_read_as_it_was_poked);
    RUN(a_row_of_dst_becomes_valid_and_invalid_alone);
    RUN(a_number_makes_its_row_valid_and_is_read_back);
    RUN(a_narrow_number_makes_its_row_valid_and_is_read_back);
    return test_summary();
}
