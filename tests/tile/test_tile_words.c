/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * The order of the words that a call issues. A real coprocessor has units that work at the same
 * time, so words of one unit that need what another one does stand behind a wait; the emulated core
 * has no need of it. Each word becomes a letter, and a run of the same letter counts once, but for
 * waits and for what clears Dst. */
#include <string.h>

#include "softensix/tti.h"
#include "tile.h"
#include "tile/selftest_steps.h"

/* Bits of STALLWAIT (SPEC 9.2): units that are held, and conditions. */
enum { HOLDS_MATRIX = 1 << 6, HOLDS_CONFIG = 1 << 7, HOLDS_ALL = (1 << 9) - 1 };
enum { SCALAR_IDLE = 1 << 0, MATRIX_IDLE = 1 << 4, A_VALID = 1 << 7, B_VALID = 1 << 8 };
/* Scalar unit, both unpackers, packer, matrix unit; RISC-V's configuration, vector and
 * configuration units. */
enum { ALL_IDLE = 0x1F | 1 << 10 | 1 << 11 | 1 << 12 };

/* The broadcast and the address modifier of element-wise words; which half, which four of rows 16
 * to 31 of SrcB, and the row of Dst of moves that transpose. */
enum { ELEMENTS_FREE = 3 << 19 | 3 << 14, HALF_FREE = 1 << 23 | 12 << 17 | 0x3FF };

/* Kinds of words, each with the bits that differ among words of one kind. */
static const struct {
    char letter;
    uint32_t word, free;
} kinds[] = {
    {'W', TT_OP_STALLWAIT(HOLDS_ALL, ALL_IDLE), 0},
    {'g', TT_OP_STALLWAIT(HOLDS_CONFIG, SCALAR_IDLE), 0},
    {'a', TT_OP_STALLWAIT(HOLDS_MATRIX, A_VALID), 0},
    {'s', TT_OP_STALLWAIT(HOLDS_MATRIX, A_VALID | B_VALID), 0},
    {'S', TT_OP_STALLWAIT(HOLDS_MATRIX, MATRIX_IDLE | A_VALID | B_VALID), 0},
    {'r', TT_OP_SETDMAREG(0, 0, 0, 2 * 60), 0xFFFF01}, /* half of register 60: any value */
    {'C', TT_OP_WRCFG(60, 0, 0), 0x7FF},
    {'T', TT_OP_SETC16(0, 0), 0xFFFFFF},
    {'U', TT_OP_UNPACR(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1), 1 << 6}, /* set_dat_valid */
    {'u', TT_OP_UNPACR(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1), 1 << 6},
    {'Z', TT_OP_UNPACR_NOP(0, 0, 0, 1, 0, 0, 0, 0, 1), 0},
    {'z', TT_OP_UNPACR_NOP(1, 0, 0, 1, 0, 0, 0, 0, 1), 0},
    {'P', TT_OP_PACR(0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 0), 0},
    {'E', TT_OP_PACR(0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 1), 0}, /* the last one of a tile */
    {'x', TT_OP_SETADCXX(1, 255, 0), 0},
    {'x', TT_OP_SETADCXY(1, 0, 0, 0, 0, 10), 0},
    {'x', TT_OP_SETADCZW(1, 0, 0, 0, 0, 15), 0x71C0}, /* the face in L1, and in the register */
    {'y', TT_OP_SETADCXX(2, 255, 0), 0},
    {'y', TT_OP_SETADCXY(2, 0, 0, 0, 0, 10), 0},
    {'y', TT_OP_SETADCZW(2, 0, 0, 0, 0, 15), 0x71C0},
    {'p', TT_OP_SETADCXX(4, 15, 0), 0},
    {'p', TT_OP_SETADCXY(4, 0, 0, 0, 0, 10), 0},
    {'p', TT_OP_SETADCZW(4, 0, 0, 0, 0, 15), 0},
    {'O', TT_OP_ZEROACC(3, 0, 0, 0, 0), 0}, /* all of Dst */
    {'D', TT_OP_CLEARDVALID(0, 1), 0},
    {'R', TT_OP_SETRWC(0, 0, 0, 0, 0, 15), 0xC00000}, /* sources that are given back */
    {'M', TT_OP_MVMUL(0, 0, 0, 0), 0x1C000},          /* the address modifier */
    {'M', TT_OP_ELWADD(0, 0, 0, 0, 0), ELEMENTS_FREE},
    {'M', TT_OP_ELWSUB(0, 0, 0, 0, 0), ELEMENTS_FREE},
    {'M', TT_OP_ELWMUL(0, 0, 0, 0, 0), ELEMENTS_FREE},
    {'A', TT_OP_ELWADD(0, 0, 0, 6, 0), 0x3FF}, /* a row of Dst, as for all moves */
    {'A', TT_OP_MOVA2D(0, 0, 6, 2, 0), 0x3FF},
    {'t', TT_OP_MOVD2B(0, 16, 7, 2, 0), HALF_FREE},
    {'t', TT_OP_MOVB2D(0, 16, 7, 4, 0), HALF_FREE},
    {'t', TT_OP_TRNSPSRCB, 0},
};

static char letter_of(uint32_t word) {
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (((word ^ kinds[i].word) & ~kinds[i].free) == 0) {
            return kinds[i].letter;
        }
    }
    return word >> 24 >= 0x70 && word >> 24 < 0xA0 ? 'V' : '?'; /* the vector unit */
}

static char letters[4096];
static unsigned count;

/* A write of a configuration word - two of SETDMAREG, a wait, WRCFG - becomes one c. */
static bool note(void *ctx, uint32_t word) {
    char letter = letter_of(word);
    (void)ctx;
    if (letter == 'C' && count > 1 && letters[count - 1] == 'g' && letters[count - 2] == 'r') {
        count -= 2;
        letter = 'c';
    }
    if (count == 0 || letters[count - 1] != letter || letter == 'W' || letter == 'O') {
        letters[count++] = letter;
    }
    letters[count] = 0;
    return true;
}

static void begin(void) {
    tile_start();
    tiles.tap = note;
    count = 0;
}

static void check_order(const char *what, const char *expected) {
    if (strcmp(letters, expected) != 0) {
        printf("%s:\n  %s, expected\n  %s\n", what, letters, expected);
        test_bad = 1;
    }
}

/* What every call begins with: configuration between waits, then all banks to the unpackers and
 * counters to 0, all lanes on, Dst cleared. */
#define PREPARE "WTcTWcWTWDRVO"
#define LOAD "cxcWxUxUxUxU"          /* four faces by unpacker 0 */
#define LOAD_TURNED "cxcTcWxUxUxUxU" /* to SrcA where Dst was before, or the reverse */
#define LOAD_B "cycWyuyuyuyu"        /* by unpacker 1 */
#define TO_DST "WcWTaAR"             /* SrcA to Dst, by moves */
#define TO_DST_BY_SUM "WcWcWzTsAR"   /* by a sum with zeros */
#define PACK "cWpPEW"                /* Dst to L1 */
#define VECTORS "WVW"                /* the vector unit alone uses Dst */
#define ENCODE PREPARE LOAD PACK     /* FP32 to another format */
#define HALF "cWZcWzStRW"            /* transposes half of the bits: both sources, 16 rows */

static const struct {
    const char *step, *order;
} orders[] = {
    {"FP32 to Dst and back", ENCODE ENCODE},
    {"BF16 to Dst and back", ENCODE PREPARE LOAD_TURNED TO_DST PACK},
    {"FP16 to Dst and back", ENCODE PREPARE LOAD_TURNED TO_DST_BY_SUM PACK},
    {"product of BF16, HiFi4", ENCODE ENCODE PREPARE "OWcWT" LOAD_TURNED LOAD_B "sMR" PACK},
    {"product of INT8", PREPARE "OWcWT" LOAD_TURNED LOAD_B "sMR" PACK},
    {"sum of BF16", ENCODE ENCODE PREPARE "TOWcW" LOAD_TURNED LOAD_B "sMR" PACK},
    {"difference of BF16, a column", ENCODE ENCODE PREPARE "TOWcW" LOAD_TURNED LOAD_B "sMR" PACK},
    {"product of TF32 elements, a row",
     ENCODE ENCODE PREPARE "TOWcW" LOAD_TURNED LOAD_B "sMR" PACK},
    {"transposition of FP32", ENCODE ENCODE PREPARE LOAD "WcW" HALF HALF PACK},
    {"transposition of BF16", ENCODE ENCODE PREPARE LOAD_TURNED TO_DST PACK},
    {"abs", PREPARE LOAD VECTORS PACK},
    {"sums of rows", PREPARE LOAD "W" VECTORS PACK},
    {"argmax", PREPARE LOAD "WVWVW" PACK},
    {"softmax", PREPARE LOAD "WWV" LOAD "WVWV" LOAD "WVW" PACK},
};

TEST(words_of_different_units_stand_behind_waits) {
    for (unsigned i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        unsigned step = 0;
        while (step < SELFTEST_STEPS && strcmp(stx_selftest_step_name(step), orders[i].step) != 0) {
            step++;
        }
        CHECK(step < SELFTEST_STEPS);
        begin();
        stx_selftest_step(&tiles, A_AT, step);
        check_order(orders[i].step, orders[i].order);
    }
}

static const struct stx_tensor x = {A_AT, 1, 1, STX_TILE_FP32}, y = {B_AT, 1, 1, STX_TILE_FP32};
static const struct stx_tensor row = {ROW_AT, 1, 1, STX_TILE_FP32};
static const struct stx_tensor out = {OUT_AT, 1, 1, STX_TILE_FP32};

TEST(what_is_added_to_a_product_stands_behind_waits) {
    const struct stx_tile_product options = {
        .accumulate = true, .bias = &row, .activation = STX_TILE_RELU};
    begin();
    CHECK_EQ(stx_tile_matmul(&tiles, &out, &x, &y, &options), STX_TILE_OK);
    check_order("product",
                PREPARE "O" LOAD "WcWT" LOAD_TURNED LOAD_B "sMR" LOAD_TURNED VECTORS VECTORS PACK);
}

TEST(the_passes_of_layernorm_stand_behind_waits) {
    begin();
    CHECK_EQ(stx_tile_layernorm(&tiles, &out, &x, &row, &row, 0), STX_TILE_OK);
    check_order("layernorm",
                PREPARE "V" LOAD "WWV" LOAD "WVWV" LOAD "WVW" LOAD "WVW" LOAD "WVW" PACK);
}

TEST(two_tiles_of_a_reduction_stand_behind_waits) {
    const struct stx_tensor pair = {A_AT, 1, 2, STX_TILE_FP32};
    begin();
    CHECK_EQ(stx_tile_reduce(&tiles, STX_TILE_SUM, STX_TILE_ROWS, &out, &pair), STX_TILE_OK);
    check_order("reduction", PREPARE LOAD "WW" LOAD "WVWVW" PACK);
}

int main(void) {
    RUN_IF(STX_DST_ROWS >= 1024, words_of_different_units_stand_behind_waits);
    RUN_IF(STX_DST_ROWS >= 512, what_is_added_to_a_product_stands_behind_waits);
    RUN_IF(STX_DST_ROWS >= 512, the_passes_of_layernorm_stand_behind_waits);
    RUN_IF(STX_DST_ROWS >= 512, two_tiles_of_a_reduction_stand_behind_waits);
    return test_summary();
}
