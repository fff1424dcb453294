/* SPDX-License-Identifier: Apache-2.0
 *
 * The self-test against a second emulated core: alike, nothing is found; with each of twenty
 * planted faults the faulty word is named. */
#include "softensix/inspect.h"
#include "softensix/selftest.h"
#include "tile.h"

enum { L1_AT = 0x100 };

/* What is wrong with the other side: words of an opcode are left out or replaced, or what they
 * leave behind is spoilt: a bit of a register's lane, a cell of Dst. */
enum spoil { LEFT_OUT, XOR_WORD, XOR_LREG, SET_DST };
static const struct plant {
    const char *what;
    uint8_t opcode, kind, reg, lane; /* LReg, or Dst row */
    uint32_t bits;
    bool by_load; /* seen when a later word uses the source register */
} plants[] = {
    {"MVMUL rounds a number up", 0x26, SET_DST, 3, 5, 0x3FF, false},
    {"MVMUL ignores its address modifier", 0x26, XOR_WORD, 0, 0, 1u << (WORMHOLE ? 15 : 14), false},
    {"ELWADD subtracts", 0x28, XOR_WORD, 0, 0, 0x18u << 24, false},
    {"ELWSUB without broadcast", 0x30, XOR_WORD, 0, 0, 1u << 19, false},
    {"ELWMUL left out", 0x27, LEFT_OUT, 0, 0, 0, false},
    {"MOVA2D moves one row for eight", 0x12, XOR_WORD, 0, 0, 2u << 12, false},
    {"an unpacker skips a face", 0x42, XOR_WORD, 0, 0, 1u << 7, true},
    {WORMHOLE ? "SFPXOR left out" : "SrcB is not cleared", WORMHOLE ? 0x8D : 0x43,
     WORMHOLE ? LEFT_OUT : XOR_WORD, 0, 0, 2u << 2, !WORMHOLE},
    {"SFPLOAD reads the other columns", 0x70, XOR_WORD, 0, 0, 2, false},
    {"SFPSTORE writes the other columns", 0x72, XOR_WORD, 0, 0, 2, false},
    {"SFPMAD is off by one in lane 17", 0x84, XOR_LREG, 2, 17, 1, false},
    {"SFPMUL adds a constant", 0x86, XOR_WORD, 0, 0, 1u << 8, false},
    {"SFPADD left out", 0x85, LEFT_OUT, 0, 0, 0, false},
    {"SFPABS left out", 0x7D, LEFT_OUT, 0, 0, 0, false},
    {"SFPSETCC takes the other lanes", 0x7B, XOR_WORD, 0, 0, 4, false},
    {"SFPSWAP sorts the other way", 0x92, LEFT_OUT, 0, 0, 0, false},
    {"SFPSHFT shifts by one more", 0x7A, XOR_WORD, 0, 0, 1u << 12, false},
    {"SFPARECIP misses a bit in lane 0, or SFPIADD", WORMHOLE ? 0x79 : 0x99, XOR_LREG, 1, 0,
     1u << 16, false},
    {"SFPEXEXP keeps the bias", 0x77, XOR_WORD, 0, 0, 1, false},
    {"SFPTRANSP left out", 0x8C, LEFT_OUT, 0, 0, 0, false},
};

static struct stx_core other;
static uint8_t other_l1[L1_BYTES];
static const struct plant *plant;

static void spoil_registers(void) {
    if (plant->kind == XOR_LREG) {
        other.sfpu.lreg[plant->reg][plant->lane] ^= plant->bits;
    } else {
        uint32_t cell = stx_dst_peek(&other, plant->reg, plant->lane);
        stx_dst_poke(&other, plant->reg, plant->lane, cell | plant->bits);
    }
}

static void issue(void *ctx, uint32_t word) {
    (void)ctx;
    bool hit = plant && word >> 24 == plant->opcode;
    if (hit && plant->kind == LEFT_OUT) {
        return;
    }
    if (hit && plant->kind == XOR_WORD) {
        word ^= plant->bits;
    }
    (void)stx_issue(&other, 0, word);
    if (hit && plant->kind >= XOR_LREG) {
        spoil_registers();
    }
}

static uint32_t read_l1(void *ctx, uint32_t address) {
    const uint8_t *p = other_l1 + address;
    (void)ctx;
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void write_l1(void *ctx, uint32_t address, uint32_t value) {
    (void)ctx;
    for (unsigned i = 0; i < 4; i++) {
        other_l1[address + i] = (uint8_t)(value >> (8 * i));
    }
}

static const struct stx_selftest_target target = {NULL, issue, read_l1, write_l1};

/* A faulty word may be illegal: the other side goes on as silicon would. */
static enum stx_verdict go_on(void *ctx, const struct stx_fault *fault) {
    (void)ctx;
    (void)fault;
    return STX_CONTINUE;
}

static unsigned compare(struct stx_selftest_difference *d) {
    static const struct stx_port port = {.fault = go_on};
    stx_init(&core, l1, sizeof l1, NULL);
    stx_init(&other, other_l1, sizeof other_l1, &port);
    return stx_selftest(&core, L1_AT, &target, d);
}

TEST(two_cores_that_are_alike_pass_every_step) {
    struct stx_selftest_difference d;
    plant = NULL;
    CHECK_EQ(compare(&d), stx_selftest_steps());
}

TEST(each_planted_fault_is_found_and_its_word_named) {
    for (unsigned i = 0; i < sizeof plants / sizeof plants[0]; i++) {
        struct stx_selftest_difference d = {0};
        plant = &plants[i];
        bool found = compare(&d) < stx_selftest_steps();
        uint32_t named = plant->by_load ? d.load : d.word;
        if (!found || named >> 24 != plant->opcode) {
            printf("%s: %s, word %08" PRIx32 ", load %08" PRIx32 "\n", plant->what,
                   found ? d.step : "not found", d.word, d.load);
            test_bad = 1;
        }
    }
}

TEST(the_register_and_the_lane_are_named) {
    struct stx_selftest_difference d = {0};
    plant = &plants[10]; /* SFPMAD, lane 17 of LReg2 */
    CHECK(compare(&d) < stx_selftest_steps());
    CHECK_EQ(d.place, STX_SELFTEST_LREG);
    CHECK_EQ(d.where, 2);
    CHECK_EQ(d.lane, 17);
    CHECK_EQ(d.here ^ d.there, 1);
    plant = &plants[0]; /* MVMUL, row 3, column 5 of Dst */
    CHECK(compare(&d) < stx_selftest_steps());
    CHECK_EQ(d.place, STX_SELFTEST_DST);
    CHECK_EQ(d.where, 3);
    CHECK_EQ(d.lane, 5);
}

TEST(an_area_outside_l1_is_refused) {
    struct stx_selftest_difference d = {0};
    stx_init(&core, l1, sizeof l1, NULL);
    CHECK_EQ(stx_selftest(&core, L1_BYTES - 0x1000, &target, &d), 0);
    CHECK_EQ(d.index, UINT32_MAX);
}

int main(void) {
    RUN_IF(STX_DST_ROWS >= 1024, two_cores_that_are_alike_pass_every_step);
    RUN_IF(STX_DST_ROWS >= 1024, each_planted_fault_is_found_and_its_word_named);
    RUN_IF(STX_DST_ROWS >= 1024, the_register_and_the_lane_are_named);
    RUN(an_area_outside_l1_is_refused);
    return test_summary();
}
