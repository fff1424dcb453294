/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * SFPLOADMACRO: the schedules that LLK uses for reciprocal, where, exponential and reduce, traced
 * by hand cycle by cycle (SPEC 8.10). Each word of a thread is a cycle; what is checked after a
 * word is what the next cycle reads. The numbers are such that every result is exact. */
#include <math.h>

#include "floats.h"
#include "sfpu.h"

#define ALL UINT32_MAX
enum { FP32 = 3, INT32 = 4, STAY = 7, STEP = 6 };

/* All lanes on, Dst valid, ADDR_MOD 6 steps on by two rows, the macros keep to the load's format
 * and wait for issued instructions. */
static void begin(uint32_t misc) {
    start();
    enable(ALL);
    for (unsigned row = 0; row < STX_DST_ROWS; row++) {
        stx_dst_row_set_valid(&core, row, true);
    }
    core.tcfg[0][28 + STEP] = 2;
    core.sfpu.misc = misc;
}

/* 32-bit elements of the vector at an address; a vector is 32 lanes. */
static uint32_t physical(unsigned address, unsigned lane) {
    unsigned row = (address & ~3u) + lane / 8;
    return (row & 0x1F8u) << 1 | (row & 0x207u);
}

static void set_dst(unsigned address, unsigned lane, uint32_t v) {
    unsigned col = 2 * (lane % 8) + (address >> 1 & 1u), row = physical(address, lane);
    stx_dst_poke(&core, row, col, v >> 31 << 15 | (v >> 16 & 127u) << 8 | (v >> 23 & 255u));
    stx_dst_poke(&core, row + 8, col, v & 0xFFFFu);
}

static uint32_t get_dst(unsigned address, unsigned lane) {
    unsigned row = (address & ~3u) + lane / 8;
    return stx_dst_f32(&core, row, 2 * (lane % 8) + (address >> 1 & 1u));
}

static void fill_dst(unsigned address, uint32_t v) {
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        set_dst(address, lane, v);
    }
}

/* SFPARECIP in closed form. */
static uint32_t arecip(uint32_t x) {
    uint32_t i = x >> 16 & 127u, l = (131072 + 257 + 2 * i) / (2 * (257 + 2 * i)) - 128;
    return (253 - (x >> 23)) << 23 | l << 16;
}

/* cycle | load     | simple           | store
 *   k   | L0 = x_k |                  |
 *  k+1  |          | L16 = arecip(L0) |
 *  k+2  |          |                  | Dst[2k] = L16 */
TEST(reciprocal_7b_takes_one_cycle_a_vector) {
    static const float x[5] = {1, 2.5f, 96, 0.375f, 1024};
    begin(0x110);
    core.sfpu.sequence[0] = 0x4B000044u;
    RUN_WORDS(TT_OP_SFPARECIP(0, 0, 12, 0));
    for (unsigned k = 0; k < 5; k++) {
        fill_dst(2 * k, bits(x[k]));
    }
    for (unsigned k = 0; k < 7; k++) {
        RUN_WORDS(k < 5 ? TT_OP_SFPLOADMACRO(0, FP32, STEP, 0) : TT_OP_SFPNOP);
        CHECK(all_are(0, bits(x[k < 5 ? k : 4])));
        if (k >= 1 && k < 6) {
            CHECK(all_are(16, arecip(bits(x[k - 1]))));
        }
        for (unsigned i = 0; i < 5; i++) {
            uint32_t stored = i + 2 <= k ? arecip(bits(x[i])) : bits(x[i]);
            CHECK_EQ(get_dst(2 * i, 31), stored);
        }
    }
    CHECK(!core.sfpu.apart);
}

/* cycle | load             | simple            | store
 *   0   | L0 = condition   |                   |
 *   1   | L0 = if true     | flags = (L0 == 0) |
 *   2   | L0 = if false, * | flags = all       |          * where flags say so
 *   3   | (next)           |                   | Dst[condition] = L0 */
TEST(where_takes_three_cycles_a_vector) {
    begin(0x770);
    core.sfpu.sequence[0] = 0x13000004u;
    core.sfpu.sequence[2] = 0x00000005u;
    RUN_WORDS(TT_OP_SFPSETCC(0, 0, 12, 6), TT_OP_SFPENCC(0, 0, 13, 0));
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        set_dst(0, lane, lane % 3 ? bits(1) : 0);
        set_dst(64, lane, 1000 + lane);
        set_dst(128, lane, 2000 + lane);
    }
    RUN_WORDS(TT_OP_SFPLOADMACRO(0, INT32, STAY, 0));
    CHECK_EQ(lane_of(0, 0), 0);
    CHECK_EQ(lane_of(0, 1), bits(1));
    CHECK_EQ(core.sfpu.flags, ALL);
    RUN_WORDS(TT_OP_SFPLOADMACRO(2 << 2, INT32, STAY, 64));
    CHECK_EQ(lane_of(0, 0), 1000); /* the load saw all lanes on */
    CHECK_EQ(core.sfpu.flags, 0x49249249u);
    RUN_WORDS(TT_OP_SFPLOAD(0, INT32, STEP, 128));
    CHECK_EQ(core.sfpu.flags, ALL);
    CHECK_EQ(get_dst(0, 0), 0);
    RUN_WORDS(TT_OP_SFPLOADMACRO(0, INT32, STAY, 0));
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        CHECK_EQ(get_dst(0, lane), lane % 3 ? 1000 + lane : 2000 + lane);
    }
}

/* Exponential, first part: nothing below -10.
 * cycle | load | simple                   | store
 *   0   | L0   |                          |
 *   1   |      | swap(L0, L14), 2 cycles  |
 *   2   |      |                          |
 *   3   |      |                          | Dst = L0 */
TEST(exponential_clamps_with_a_swap_of_two_cycles) {
    static const uint32_t x[] = {0xC2C80000u, 0x40A00000u}; /* -100, 5 */
    begin(0);
    core.cfg[0][1] = 1u << 30; /* mode 0 is FP32 */
    core.sfpu.sequence[1] = 0x13000004u;
    core.sfpu.templates[0] = TT_OP_SFPSWAP(0, 0, 14, 1);
    set_all(14, bits(-10));
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        set_dst(0, lane, x[lane % 2]);
    }
    RUN_WORDS(TT_OP_SFPLOADMACRO(1 << 2, FP32, STAY, 0));
    CHECK_EQ(lane_of(0, 0), bits(-100));
    RUN_WORDS(TT_OP_SFPNOP);
    CHECK_EQ(lane_of(0, 0), bits(-100)); /* not yet */
    RUN_WORDS(TT_OP_SFPNOP);
    CHECK_EQ(lane_of(0, 0), bits(-10));
    CHECK_EQ(lane_of(0, 1), bits(5));
    CHECK(all_are(14, bits(-10)));
    CHECK_EQ(get_dst(0, 0), bits(-100));
    RUN_WORDS(TT_OP_SFPNOP);
    CHECK_EQ(get_dst(0, 0), bits(-10));
    CHECK_EQ(get_dst(0, 1), bits(5));
}

/* Exponential, second part, L12 = 4, L13 = 1000; macro k loads L(k mod 4) in cycle k.
 * cycle | load    | mad                        | round             | simple           | store
 *   k   | Lk = x  |                            |                   |                  |
 *  k+1  |         | Lk = L12 Lk + L13, 2 cycles |                  |                  |
 *  k+3  |         |                            | Lk = uint16(Lk)   |                  |
 *  k+4  |         |                            |                   | L16 = Lk << 15   |
 *  k+5  |         |                            |                   |                  | L16 */
TEST(exponential_keeps_five_vectors_under_way) {
    begin(0);
    core.cfg[0][1] = 1u << 30; /* mode 0 is FP32 */
    core.sfpu.sequence[0] = 0x631685DFu;
    RUN_WORDS(TT_OP_SFPMAD(12, 0, 13, 13, 0), TT_OP_SFP_STOCH_RND(0, 0, 0, 0, 14, 14),
              TT_OP_SFPSHFT(15, 0, 15, 1));
    set_all(12, bits(4));
    set_all(13, bits(1000));
    for (unsigned k = 0; k < 8; k++) {
        fill_dst(2 * k, bits((float)k));
    }
    for (unsigned cycle = 0; cycle < 13; cycle++) {
        RUN_WORDS(cycle < 8 ? TT_OP_SFPLOADMACRO(cycle % 4, 0, STAY, 2 * cycle) : TT_OP_SFPNOP);
        for (unsigned k = 0; k < 8 && k <= cycle; k++) {
            unsigned age = cycle - k;
            uint32_t sum = 4 * k + 1000, x = bits((float)k);
            uint32_t reg = age < 2 ? x : age < 3 ? bits((float)sum) : sum;
            if (age < 4) {
                CHECK(all_are(k % 4, reg));
            } else if (age == 4) {
                CHECK(all_are(16, sum << 15));
            }
            CHECK_EQ(get_dst(2 * k, 5), age >= 5 ? sum << 15 : x);
        }
    }
    CHECK(!core.sfpu.apart);
}

enum { E, T2, Z, Y }; /* registers of the 24-bit reciprocal */
#define WORD_Y(offset) TT_OP_SFPLOADMACRO(0 << 2 | Y, FP32, STAY, offset)
#define WORD_T2(offset) TT_OP_SFPLOADMACRO(2 << 2 | T2, FP32, STAY, offset)
#define WORD_E(offset) TT_OP_SFPLOADMACRO(1 << 2 | E, FP32, STAY, offset)
#define WORD_MAD TT_OP_SFPMAD(E, Y, 10, E, 1)
#define WORD_Z(offset) TT_OP_SFPLOADMACRO(3 << 2 | Z, FP32, STAY, offset)

static void prepare_reciprocal_24b(void) {
    begin(0xFF0);
    stx_try(&core, 0, TT_OP_SFPARECIP(0, 0, 12, 0));
    stx_try(&core, 0, TT_OP_SFPMAD(0, 0, 0, 13, 0));
    stx_try(&core, 0, TT_OP_SFPMAD(T2, 0, Z, 14, 0));
    stx_try(&core, 0, TT_OP_SFPSWAP(0, 10, 15, 1));
    core.sfpu.sequence[0] = 0x73000004u;
    core.sfpu.sequence[1] = 0x13001544u;
    core.sfpu.sequence[2] = 0x00000697u;
    core.sfpu.sequence[3] = 0x5B00CE00u;
}

/* x = 4: y = arecip(x) = 255 / 1024, e = 1 - x y = 2^-8; one vector alone.
 * cycle | load   | simple            | mad                          | store
 *   0   | Y = x  |                   |                              |
 *   1   |        | Y = arecip(Y)     |                              |
 *   2   | E = x  |                   |                              |
 *   3   |        | L16 = arecip(E)   | E = 1 - E Y (the thread's)   |
 *   5   |        |                   | E = E E + E                  | Dst = E (1 - x y)
 *   6   | T2 = e |                   |                              |
 *   7   |        |                   | T2 = T2 E + T2               | Dst = L16 (y)
 *   9   | Z = y  | T2 = min(T2, 1)   |                              |
 *  11   |        |                   | L16 = T2 Z + Z               |
 *  13   |        |                   |                              | Dst = L16 */
TEST(reciprocal_24b_of_one_vector) {
    const uint32_t y = bits(255.0f / 1024), e = 0x3B800000u;
    const uint32_t word[14] = {WORD_Y(0),    TT_OP_SFPNOP, WORD_E(0),    WORD_MAD,     TT_OP_SFPNOP,
                               TT_OP_SFPNOP, WORD_T2(0),   TT_OP_SFPNOP, TT_OP_SFPNOP, WORD_Z(0),
                               TT_OP_SFPNOP, TT_OP_SFPNOP, TT_OP_SFPNOP, TT_OP_SFPNOP};
    const double d = ldexp(1, -8);
    const uint32_t e2 = bits((float)(d * d + d)), t2 = bits((float)((d * d + d) * d + d));
    prepare_reciprocal_24b();
    fill_dst(0, bits(4));
    for (unsigned cycle = 0; cycle < 14; cycle++) {
        RUN_WORDS(word[cycle]);
        CHECK(cycle != 0 || all_are(Y, bits(4)));
        CHECK(cycle != 1 || all_are(Y, y));
        CHECK(cycle != 2 || all_are(E, bits(4)));
        CHECK(cycle != 3 || (all_are(E, bits(4)) && all_are(16, y)));
        CHECK(cycle != 4 || all_are(E, e));
        CHECK(cycle != 5 || (all_are(E, e) && get_dst(0, 9) == e));
        CHECK(cycle != 6 || (all_are(E, e2) && all_are(T2, e)));
        CHECK(cycle != 7 || (all_are(T2, e) && get_dst(0, 9) == y));
        CHECK(cycle != 8 || all_are(T2, t2));
        CHECK(cycle != 9 || all_are(Z, y));
        CHECK(cycle != 10 || all_are(T2, t2));
        CHECK(cycle != 11 || all_are(16, y));
        CHECK(cycle != 12 || (all_are(16, bits(0.25f)) && get_dst(0, 9) == y));
    }
    CHECK_EQ(get_dst(0, 9), bits(0.25f));
    CHECK(!core.sfpu.apart);
}

/* The kernel: a vector begins every five cycles. */
TEST(reciprocal_24b_of_eight_vectors_is_within_an_ulp) {
    float x[8][STX_LANES];
    uint32_t seed = 0x52454350u;
    prepare_reciprocal_24b();
    for (unsigned i = 0; i < 8 * STX_LANES; i++) {
        uint32_t r = test_random(&seed);
        x[i / 32][i % 32] = as_float((r & 0x807FFFFFu) | (100 + r % 50) << 23);
        set_dst(2 * (i / 32), i % 32, bits(x[i / 32][i % 32]));
    }
    for (unsigned k = 0; k <= 8; k++) {
        RUN_WORDS(k < 8 ? WORD_Y(2 * k) : TT_OP_SFPNOP, k ? WORD_T2(2 * k - 2) : TT_OP_SFPNOP,
                  k < 8 ? WORD_E(2 * k) : TT_OP_SFPNOP, k < 8 ? WORD_MAD : TT_OP_SFPNOP,
                  k ? WORD_Z(2 * k - 2) : TT_OP_SFPNOP);
    }
    RUN_WORDS(TT_OP_SFPNOP, TT_OP_SFPNOP, TT_OP_SFPNOP, TT_OP_SFPNOP);
    for (unsigned i = 0; i < 8 * STX_LANES; i++) {
        double want = 1.0 / (double)x[i / 32][i % 32];
        CHECK(fabs((double)as_float(get_dst(2 * (i / 32), i % 32)) / want - 1) < 1.5e-7);
    }
}

/* Maximum of columns: L4..L7 hold the maxima of four vectors. With macro 1 the loaded register and
 * L5 are sorted, with macro 0 the loaded one and L4.
 * cycle | load          | simple
 *   0   | L1 = b        |
 *   1   | L0 = c        | sort(L5, L1), 2 cycles
 *   2   | L1 = d        |                         L1 is d: the younger result remains
 *   3   |               | sort(L7, L1), the thread's
 *   5   |               | sort(L6, L0), the thread's
 *   7   | L0 = a        |
 *   8   |               | sort(L4, L0) */
TEST(reduce_sorts_loaded_vectors_into_four_maxima) {
    static const float old[4] = {1, 20, 3, 40}, next[4] = {10, 2, 30, 4}; /* L4..L7; a b c d */
    begin(0);
    core.sfpu.sequence[0] = 0x84;
    core.sfpu.sequence[1] = 0x85;
    RUN_WORDS(TT_OP_SFPSWAP(0, 4, 12, 1), TT_OP_SFPSWAP(0, 5, 13, 1));
    for (unsigned i = 0; i < 4; i++) {
        set_all(4 + i, bits(old[i]));
        fill_dst((i & 2u) * 8 + 2 * (i & 1u), bits(next[i]));
    }
    RUN_WORDS(TT_OP_SFPLOADMACRO(5, FP32, STAY, 2));
    CHECK(all_are(1, bits(2)));
    RUN_WORDS(TT_OP_SFPLOAD(0, FP32, STAY, 16));
    CHECK(all_are(5, bits(20)) && all_are(1, bits(2)));
    RUN_WORDS(TT_OP_SFPLOAD(1, FP32, STAY, 18));
    CHECK(all_are(5, bits(20)) && all_are(1, bits(4)) && all_are(0, bits(30)));
    RUN_WORDS(TT_OP_SFPSWAP(0, 7, 1, 1), TT_OP_SFPNOP);
    CHECK(all_are(7, bits(40)) && all_are(1, bits(4)));
    RUN_WORDS(TT_OP_SFPSWAP(0, 6, 0, 1), TT_OP_SFPNOP);
    CHECK(all_are(6, bits(30)) && all_are(0, bits(3)));
    RUN_WORDS(TT_OP_SFPLOADMACRO(0, FP32, STAY, 0));
    CHECK(all_are(0, bits(10)) && all_are(4, bits(1)));
    RUN_WORDS(TT_OP_SFPLOAD(8, FP32, STEP, 0));
    CHECK(all_are(4, bits(1)));
    RUN_WORDS(TT_OP_SFPNOP);
    CHECK(all_are(4, bits(10)) && all_are(0, bits(1)));
}

/* A scheduled multiply-add whose word says "to the register that LReg7 names": bit 6 of its byte
 * says LReg16, and that counts. */
TEST(lreg16_comes_before_the_register_that_lreg7_names) {
    for (unsigned to_16 = 0; to_16 < 2; to_16++) {
        begin(0x310);
        fill_dst(0, bits(4));
        set_all(1, bits(9));
        set_all(2, bits(2));
        set_all(7, 1);
        set_all(16, bits(8));
        core.sfpu.templates[0] = TT_OP_SFPMAD(10, 2, 0, 0, 8); /* 1 * LReg2 + what was loaded */
        core.sfpu.sequence[0] = (to_16 ? 0x44u : 0x04u) << 8;
        RUN_WORDS(TT_OP_SFPLOADMACRO(0, FP32, STAY, 0), TT_OP_SFPNOP, TT_OP_SFPNOP, TT_OP_SFPNOP);
        CHECK(all_are(1, to_16 ? bits(9) : bits(6)));
        CHECK(all_are(16, to_16 ? bits(6) : bits(8)));
        CHECK(all_are(0, bits(4)));
    }
}

/* SFPNOP fits every sub-unit but the store; other words their own. */
/* The store of a sequence, in a format of its own: as a push of the stack it writes 32 bits, for
 * which half as many rows are there; the load before it takes 16 bits from the same rows. */
TEST(a_store_of_a_small_dst_is_looked_at_when_its_sequence_begins) {
    enum { BF16_LOAD = 2, INT16_STORE = 8, PUSH = 10, STORE_NEXT = 3u << 24 };
    static const struct {
        unsigned address, format;
        bool fits;
    } row[] = {{0, PUSH, true},
               {STX_DST_ROWS / 2 - 4, PUSH, true},
               {STX_DST_ROWS / 2, PUSH, false},
               {STX_DST_ROWS - 4, PUSH, false},
               {STX_DST_ROWS / 2, INT32, false},
               {STX_DST_ROWS / 2 - 4, INT32, true},
               {STX_DST_ROWS - 4, INT16_STORE, true},
               {STX_DST_ROWS - 4, BF16_LOAD, true}};
    for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
        begin(row[i].format);
        core.sfpu.sequence[0] = STORE_NEXT;
        uint32_t word = TT_OP_SFPLOADMACRO(0, BF16_LOAD, STAY, row[i].address);
        CHECK_EQ(stx_try(&core, 0, word), row[i].fits ? STX_DONE : STX_FAULT);
        CHECK_EQ(stx_last_fault(&core)->rule, row[i].fits ? STX_RULE_NONE : STX_RULE_NOT_PRESENT);
        CHECK_EQ(core.sfpu.apart, row[i].fits);
    }
}

TEST(a_template_has_to_fit_its_sub_unit) {
    static const uint32_t words[] = {TT_OP_SFPNOP, TT_OP_SFPABS(0, 0, 0, 0),
                                     TT_OP_SFPMAD(10, 2, 0, 0, 0)};
    for (unsigned i = 0; i < 4 * 3 * 4; i++) {
        unsigned template = i % 4, word = i / 4 % 3, unit = i / 12;
        begin(0xF10);
        core.sfpu.templates[template] = words[word];
        core.sfpu.sequence[0] = (4u + template) << (8 * unit);
        bool fits = word == 0 ? unit != 3 : unit == word - 1;
        CHECK_EQ(run(TT_OP_SFPLOADMACRO(0, FP32, STAY, 0)), fits ? STX_DONE : STX_FAULT);
        CHECK(fits || stx_last_fault(&core)->rule == STX_RULE_SFPU_TEMPLATE);
    }
}

/* While a sequence is under way, constants still come from the first eight lanes of LReg0. */
TEST(constants_can_be_set_while_a_sequence_is_under_way) {
    begin(0x310);
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        core.sfpu.lreg[0][lane] = 100 + lane;
    }
    core.sfpu.templates[0] = TT_OP_SFPMAD(10, 2, 0, 0, 0);
    core.sfpu.sequence[0] = (4u | 4u << 3) << 8; /* in five cycles */
    RUN_WORDS(TT_OP_SFPLOADMACRO(1, FP32, STAY, 0), TT_OP_SFPCONFIG(0, 12, 0), TT_OP_SFPNOP);
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        CHECK_EQ(lane_of(12, lane), 100 + lane % 8);
    }
}

/* It is not executed: its odd address is nobody's, and the change of a macro counts once. */
TEST(a_template_that_is_stored_breaks_no_rule_of_its_own) {
    const uint32_t odd = TT_OP_SFPSTORE(12, FP32, STAY, 1);
    begin(0x310);
    stx_policy_set(&core, STX_RULE_SFPU_MACRO_CHANGE, STX_POLICY_SILICON);
    core.sfpu.templates[0] = TT_OP_SFPMAD(10, 2, 0, 0, 0);
    core.sfpu.sequence[0] = (4u | 4u << 3) << 8; /* in five cycles */
    RUN_WORDS(TT_OP_SFPLOADMACRO(1, FP32, STAY, 0), odd);
    CHECK(core.sfpu.apart);
    CHECK_EQ(core.sfpu.templates[0], odd);
    CHECK_EQ(stx_rule_count(&core, STX_RULE_SFPU_MACRO_CHANGE), 1);
    CHECK_EQ(stx_rule_count(&core, STX_RULE_SFPU_ADDRESS), 0);
    CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_NONE);
}

int main(void) {
    RUN_IF(STX_MACROS, reciprocal_7b_takes_one_cycle_a_vector);
    RUN_IF(STX_DST_ROWS >= 512 && STX_MACROS, where_takes_three_cycles_a_vector);
    RUN_IF(STX_MACROS, exponential_clamps_with_a_swap_of_two_cycles);
    RUN_IF(STX_MACROS, exponential_keeps_five_vectors_under_way);
    RUN_IF(STX_MACROS, reciprocal_24b_of_one_vector);
    RUN_IF(STX_MACROS, reciprocal_24b_of_eight_vectors_is_within_an_ulp);
    RUN_IF(STX_MACROS, reduce_sorts_loaded_vectors_into_four_maxima);
    RUN_IF(STX_MACROS, lreg16_comes_before_the_register_that_lreg7_names);
    RUN_IF(STX_MACROS && STX_DST_ROWS < STX_DST_NAMES,
           a_store_of_a_small_dst_is_looked_at_when_its_sequence_begins);
    RUN_IF(STX_MACROS, a_template_has_to_fit_its_sub_unit);
    RUN_IF(STX_MACROS, constants_can_be_set_while_a_sequence_is_under_way);
    RUN_IF(STX_MACROS, a_template_that_is_stored_breaks_no_rule_of_its_own);
    return test_summary();
}
