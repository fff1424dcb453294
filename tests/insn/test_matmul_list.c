/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * The sixteen MVMULs of a 32x32 product and their address modifiers (SPEC 6.2): as the founding
 * document prints them, and corrected. docs/SPEC-NOTES.md tells the difference. */
#include "fpu.h"

enum { SIDE = 32, FACE = 16, FACE_ROWS = 16, WORDS = 16 };

struct modifier {
    uint32_t ab, dst;
};
#define AB(srca, srca_cr, srcb, srcb_cr)                                   \
    ((uint32_t)(srca) | (uint32_t)(srca_cr) << 6 | (uint32_t)(srcb) << 8 | \
     (uint32_t)(srcb_cr) << 14)
#define DST(increment, cr) ((uint32_t)(increment) | (uint32_t)(cr) << 10)
#define CLEAR_ALL \
    { 1u << 7 | 1u << 15, 1u << 11 }

static const struct modifier corrected[6] = {
    [0] = {AB(0, 0, 8, 0), DST(8, 0)},
    [1] = {AB(16, 0, 0, 1), DST(8, 0)},
    [2] = {AB(0, 1, 32, 1), DST(8, 0)},
    [4] = {AB(32, 1, 48, 1), DST(0, 1)},
    [5] = CLEAR_ALL,
};
/* Word for word: 2 without CR of SrcB, 4 without CR of SrcA. */
static const struct modifier printed[6] = {
    [0] = {AB(0, 0, 8, 0), DST(8, 0)},
    [1] = {AB(16, 0, 0, 1), DST(8, 0)},
    [2] = {AB(0, 1, 32, 0), DST(8, 0)},
    [4] = {AB(32, 0, 48, 1), DST(0, 1)},
    [5] = CLEAR_ALL,
};
static const uint8_t order[WORDS] = {0, 1, 0, 2, 0, 1, 0, 4, 0, 1, 0, 2, 0, 1, 0, 5};

static int32_t left[SIDE][SIDE], right[SIDE][SIDE], product[SIDE][SIDE];

/* Row of a register file and column -> element of the tile of four faces. */
static unsigned tile_row(unsigned row) {
    return row / (2 * FACE_ROWS) * FACE + row % FACE_ROWS;
}
static unsigned tile_col(unsigned row, unsigned col) {
    return row / FACE_ROWS % 2 * FACE + col;
}

/* -8..8 as a binary32; every partial sum of their products is exact. */
static uint32_t small_float(int32_t n) {
    uint32_t magnitude = (uint32_t)(n < 0 ? -n : n), exponent = 127, sign = n < 0 ? 1u << 31 : 0;
    if (magnitude == 0) {
        return 0;
    }
    while (magnitude >> (exponent - 127 + 1)) {
        exponent++;
    }
    return sign | exponent << 23 | ((magnitude << (23 - (exponent - 127))) & 0x7FFFFFu);
}

static void fill(void) {
    for (unsigned i = 0; i < SIDE; i++) {
        for (unsigned j = 0; j < SIDE; j++) {
            left[i][j] = (int32_t)(random32() % 17) - 8;
            right[i][j] = (int32_t)(random32() % 17) - 8;
        }
    }
    for (unsigned i = 0; i < SIDE; i++) {
        for (unsigned j = 0; j < SIDE; j++) {
            product[i][j] = 0;
            for (unsigned k = 0; k < SIDE; k++) {
                product[i][j] += left[i][k] * right[k][j];
            }
        }
    }
}

static void load(void) {
    start(BF16, BF16);
    set_dst32();
    for (unsigned row = 0; row < STX_SRC_ROWS; row++) {
        for (unsigned col = 0; col < STX_COLS; col++) {
            unsigned i = tile_row(row), j = tile_col(row, col);
            stx_src_poke(&core, A, 0, row, col, small_float(right[i][j]));
            stx_src_poke(&core, B, 0, row, col, small_float(left[i][j]));
        }
    }
}

/* How many of the 1024 elements are right after the sixteen words. */
static unsigned right_ones(const struct modifier modifiers[6]) {
    unsigned count = 0;
    load();
    for (unsigned i = 0; i < 6; i++) {
        core.tcfg[0][ADDR_MOD_AB + i] = (uint16_t)modifiers[i].ab;
        core.tcfg[0][ADDR_MOD_DST + i] = (uint16_t)modifiers[i].dst;
    }
    if (modifiers == printed) { /* it leaves rows unaligned */
        stx_policy_set_all(&core, STX_POLICY_SILICON);
    }
    for (unsigned i = 0; i < WORDS; i++) {
        if (stx_issue(&core, 0, TT_OP_MVMUL(0, 0, order[i], 0)) != STX_DONE) {
            return 0;
        }
    }
    for (unsigned row = 0; row < STX_SRC_ROWS; row++) {
        for (unsigned col = 0; col < STX_COLS; col++) {
            union {
                uint32_t bits;
                float number;
            } cell = {stx_dst_f32(&core, row, col)};
            count += cell.number == (float)product[tile_row(row)][tile_col(row, col)];
        }
    }
    return count;
}

TEST(the_corrected_list_multiplies_two_tiles) {
    for (unsigned n = 0; n < 20; n++) {
        fill();
        CHECK_EQ(right_ones(corrected), SIDE * SIDE);
        CHECK_EQ(core.rwc[0].dst | core.rwc[0].srca | core.rwc[0].srcb, 0);
    }
}

TEST(the_printed_list_does_not) {
    for (unsigned n = 0; n < 20; n++) {
        fill();
        CHECK(right_ones(printed) < SIDE); /* 0 to 5 of 1024 */
    }
}

int main(void) {
    RUN_IF(STX_DST_ROWS >= 128, the_corrected_list_multiplies_two_tiles);
    RUN_IF(STX_DST_ROWS >= 128, the_printed_list_does_not);
    return test_summary();
}
