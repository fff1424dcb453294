/* SPDX-License-Identifier: Apache-2.0
 *
 * The register of special values, 0xFFB120B4 (SPEC 10.4): which results set which bit, that bits
 * stay set, that words compute the same while they are noted. Operands and bits by hand, from the
 * meaning of each bit. */
#include "insn/fpu.h"
#include "num/special_bits.h"

enum { SPECIAL_VALUES = 0xFFB120B4, SMALL = 0x00800000, HUGE_ = 0x7F000000, INF = 0x7F800000 };
enum { NAN_ = 0x7FC00000, MINUS = (int)0x80000000u };

static void clear(void) {
    stx_mmio_write(&core, 0, SPECIAL_VALUES, 0);
}

static uint32_t seen(void) {
    return stx_mmio_read(&core, 0, SPECIAL_VALUES);
}

static void set_lreg(unsigned reg, uint32_t value) {
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        core.sfpu.lreg[reg][lane] = lane == 5 ? value : ONE;
    }
}

/* LReg3 = LReg0 * LReg1 + LReg2; lane 5 has these values, the others have ones. */
static uint32_t mad(uint32_t x, uint32_t y, uint32_t z) {
    start(BF16, BF16);
    clear();
    set_lreg(0, x);
    set_lreg(1, y);
    set_lreg(2, z);
    if (stx_try(&core, 0, TT_OP_SFPMAD(0, 1, 2, 3, 0)) != STX_DONE) {
        return ~0u;
    }
    (void)stx_try(&core, 0, TT_OP_SFPNOP);
    return seen();
}

static const struct {
    uint32_t x, y, z, bits;
} products[] = {
    {ONE, ONE, ONE, 0},
    {HUGE_, HUGE_, ONE, SPECIAL_SFPU_INF},
    {INF, ONE, ONE, SPECIAL_SFPU_INF},
    {INF, ONE, INF | 0x80000000u, SPECIAL_SFPU_NAN},
    {NAN_, ONE, ONE, SPECIAL_SFPU_NAN},
    {SMALL, 0x3F000000, 0, SPECIAL_SFPU_DENORMAL}, /* half of the smallest normal number */
    {SMALL, SMALL, 0, 0},                          /* too small even for 2^64 times as much */
    {SMALL, ONE, SMALL | 0x80000000u, 0},          /* an exact difference of 0 */
    {0x00C00000, ONE, SMALL | 0x80000000u, SPECIAL_SFPU_DENORMAL}, /* 2^-127 is left */
    {0, ONE, 0, 0},
};

TEST(the_vector_unit_sees_infinite_undefined_and_small_results) {
    for (unsigned i = 0; i < sizeof products / sizeof products[0]; i++) {
        CHECK_EQ(mad(products[i].x, products[i].y, products[i].z), products[i].bits);
    }
}

TEST(lanes_that_are_off_are_not_looked_at) {
    start(BF16, BF16);
    clear();
    set_lreg(0, INF);
    core.sfpu.use = 1u << 5;
    CHECK_EQ(stx_try(&core, 0, TT_OP_SFPMUL(0, 0, 9, 3, 0)), STX_DONE);
    CHECK_EQ(seen(), 0);
}

TEST(sums_of_integers_that_do_not_fit_are_seen) {
    static const struct {
        uint32_t vc, vd, mod, bits;
    } sums[] = {{0x7FFFFFFF, 1, 4, SPECIAL_SFPU_OVERFLOW},
                {0x7FFFFFFF, 0, 4, 0},
                {0x80000000, 0xFFFFFFFF, 4, SPECIAL_SFPU_OVERFLOW},
                {0x80000000, 1, 4 | 2, SPECIAL_SFPU_OVERFLOW},
                {0x80000000, 0x80000000, 4 | 2, 0}};
    for (unsigned i = 0; i < sizeof sums / sizeof sums[0]; i++) {
        start(BF16, BF16);
        clear();
        set_lreg(0, sums[i].vc);
        set_lreg(1, sums[i].vd);
        CHECK_EQ(stx_try(&core, 0, TT_OP_SFPIADD(0, 0, 1, sums[i].mod)), STX_DONE);
        CHECK_EQ(seen(), sums[i].bits);
    }
}

/* Row 0, column 0 of SrcA and SrcB hold these numbers in bfloat16, everything else is 0. */
static void sources(uint32_t a, uint32_t b) {
    start(BF16, BF16);
    clear();
    stx_src_poke(&core, 0, 0, 0, 0, a);
    stx_src_poke(&core, 1, 0, 0, 0, b);
}

TEST(the_matrix_unit_sees_infinite_and_small_results) {
    sources(0x7F000000, 0x7F000000);
    EXECUTE(TT_OP_ELWADD(0, 0, 0, 0, 0));
    CHECK_EQ(seen(), SPECIAL_FPU_INF);
    sources(0x7F000000, ONE);
    EXECUTE(TT_OP_ELWADD(0, 0, 0, 0, 0));
    CHECK_EQ(seen(), 0);
    sources(0x00C00000, 0x80800000);
    EXECUTE(TT_OP_ELWADD(0, 0, 0, 0, 0)); /* 1.5 - 1 times the smallest number */
    CHECK_EQ(seen(), SPECIAL_FPU_DENORMAL);
    sources(0x7F000000, 0x41000000);
    EXECUTE(TT_OP_MVMUL(0, 0, 0, 0)); /* 2^127 x 8 */
    CHECK_EQ(seen(), SPECIAL_FPU_INF);
    CHECK_EQ(stx_dst_bf16(&core, 0, 0), 0x7F80);
}

TEST(saturated_integers_are_seen) {
    for (unsigned over = 0; over < 2; over++) {
        start(INT8, INT8);
        set_int8();
        clear();
        core.dst.valid[0] = 1;
        stx_dst_set_f32(&core, 0, 0, 0x7FFFFFFF - 8 + over);
        stx_src_poke(&core, 0, 0, 0, 0, 0x3F800000 | 1u << 16); /* 8 */
        EXECUTE(TT_OP_ELWADD(0, 1, 0, 0, 0));
        CHECK_EQ(stx_dst_f32(&core, 0, 0), 0x7FFFFFFF);
        CHECK_EQ(seen(), over ? SPECIAL_FPU_SATURATED : 0);
    }
}

TEST(bits_stay_until_they_are_cleared) {
    sources(0x7F000000, 0x7F000000);
    EXECUTE(TT_OP_ELWADD(0, 0, 0, 0, 0));
    set_lreg(0, NAN_);
    EXECUTE(TT_OP_SFPMUL(0, 0, 9, 3, 0));
    CHECK_EQ(seen(), SPECIAL_FPU_INF | SPECIAL_SFPU_NAN);
    CHECK_EQ(seen(), SPECIAL_FPU_INF | SPECIAL_SFPU_NAN);
    clear();
    CHECK_EQ(seen(), 0);
}

TEST(what_nobody_has_noted_is_a_fault_not_a_zero) {
    start(BF16, BF16);
    (void)seen();
    CHECK_EQ(stx_last_fault(&core)->rule, STX_RULE_SPECIAL_UNKNOWN);
}

/* Random vector words and products leave the same state with and without noting. */
TEST(noting_changes_no_result) {
    static struct stx_core noted;
    for (unsigned round = 0; round < 300; round++) {
        start(BF16, BF16);
        for (unsigned reg = 0; reg < 8; reg++) {
            for (unsigned lane = 0; lane < STX_LANES; lane++) {
                core.sfpu.lreg[reg][lane] = random32();
            }
        }
        core.sfpu.use = round % 3 ? 0 : random32();
        noted = core;
        stx_mmio_write(&noted, 0, SPECIAL_VALUES, 0);
        uint32_t d = random32() % 8, a = random32() % 12, b = random32() % 12, c = random32() % 12;
        const uint32_t words[] = {TT_OP_SFPMAD(a, b, c, d, 0), TT_OP_SFPADDI(0x4123, d, 0),
                                  TT_OP_SFPLUT(d, 0, 0),       TT_OP_SFPIADD(5, c, d, 1),
                                  TT_OP_SFPSWAP(0, c, d, 1),   TT_OP_SFPMULI(0xBF80, d, 0)};
        uint32_t word = words[round % 6];
        (void)stx_try(&core, 0, word);
        (void)stx_try(&noted, 0, word);
        CHECK(!memcmp(core.sfpu.lreg, noted.sfpu.lreg, sizeof core.sfpu.lreg));
        CHECK_EQ(core.sfpu.flags, noted.sfpu.flags);
        CHECK_EQ(noted.sfpu.results, 0);
    }
}

int main(void) {
    RUN(the_vector_unit_sees_infinite_undefined_and_small_results);
    RUN(lanes_that_are_off_are_not_looked_at);
    RUN(sums_of_integers_that_do_not_fit_are_seen);
    RUN(the_matrix_unit_sees_infinite_and_small_results);
    RUN(saturated_integers_are_seen);
    RUN(bits_stay_until_they_are_cleared);
    RUN(what_nobody_has_noted_is_a_fault_not_a_zero);
    RUN(noting_changes_no_result);
    return test_summary();
}
