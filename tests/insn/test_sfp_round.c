/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Conversions and rounding of vectors: SFPCAST, SFP_STOCH_RND (SPEC 8.4, 8.7), for every rounding
 * mode, by arithmetic in double. */
#include <math.h>

#include "floats.h"
#include "sfpu.h"

#define ALL UINT32_MAX

static uint32_t seed = 0x53544F43u;
static uint32_t random_state[STX_LANES];

/* A bit enters on the left: the complement of the parity of bits 31, 21, 1, 0. */
static uint32_t next_random(uint32_t s) {
    uint32_t parity = (s >> 31) ^ (s >> 21) ^ (s >> 1) ^ s;
    return s >> 1 | ((parity & 1u) ^ 1u) << 31;
}

static void begin(void) {
    start();
    enable(ALL);
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        random_state[lane] = core.sfpu.prng[lane] = test_random(&seed);
    }
}

static bool generator_stepped_once(void) {
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        if (core.sfpu.prng[lane] != next_random(random_state[lane])) {
            return false;
        }
    }
    return true;
}

/* Random integers of every length in LReg1. */
static void random_integers(void) {
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        uint32_t r = test_random(&seed);
        core.sfpu.lreg[1][lane] =
            (r & 0x80000000u) | (r & 0x7FFFFFFFu) >> (test_random(&seed) % 31);
    }
    core.sfpu.lreg[1][0] = 0x80000000u;
    core.sfpu.lreg[1][1] = 0;
    core.sfpu.lreg[1][2] = 0x7FFFFFFFu;
    core.sfpu.lreg[1][3] = 0xFFFFFFFFu;
}

TEST(cast_0_is_the_hosts_conversion_of_sign_and_magnitude) {
    for (unsigned round = 0; round < 1000; round++) {
        begin();
        random_integers();
        RUN_WORDS(TT_OP_SFPCAST(1, 2, 0));
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            uint32_t v = lane_of(1, lane);
            CHECK_EQ(lane_of(2, lane), bits((float)(v & 0x7FFFFFFFu)) | (v & 0x80000000u));
            CHECK_EQ(core.sfpu.prng[lane], random_state[lane]);
        }
    }
}

/* m = 24 bits and 8 bits to be rounded, up if they are above the random number. */
static uint32_t cast_by_chance(uint32_t v, uint32_t random) {
    uint32_t magnitude = v & 0x7FFFFFFFu;
    int shift = 0;
    if (magnitude == 0) {
        return v;
    }
    for (; !(magnitude & 0x80000000u); shift++) {
        magnitude *= 2;
    }
    bool up = (magnitude & 0xFEu) > (random >> 9 & 0xFEu);
    double rounded = floor(magnitude / 256.0) + up;
    return bits((float)ldexp(rounded, 8 - shift)) | (v & 0x80000000u);
}

TEST(cast_1_rounds_by_chance) {
    for (unsigned round = 0; round < 1000; round++) {
        begin();
        random_integers();
        RUN_WORDS(TT_OP_SFPCAST(1, 2, 1));
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            CHECK_EQ(lane_of(2, lane), cast_by_chance(lane_of(1, lane), random_state[lane]));
        }
        CHECK(generator_stepped_once());
    }
}

TEST(cast_2_and_3_are_about_twos_complement) {
    static const uint32_t in[] = {0, 1, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu, 0x80000001u};
    static const uint32_t absolute[] = {0, 1, 0x7FFFFFFFu, 0x80000000u, 1, 0x7FFFFFFFu};
    static const uint32_t other[] = {0, 1, 0x7FFFFFFFu, 0x80000000u, 0x80000001u, 0xFFFFFFFFu};
    for (unsigned i = 0; i < 6; i++) {
        begin();
        set_all(1, in[i]);
        RUN_WORDS(TT_OP_SFPCAST(1, 2, 2), TT_OP_SFPCAST(1, 3, 3));
        CHECK(all_are(2, absolute[i]));
        CHECK(all_are(3, other[i]));
    }
}

/* ---- SFP_STOCH_RND ---- */

enum { NEAREST, CHANCE, TO_ZERO, CHANCE_3 };

static uint32_t threshold(unsigned mode, uint32_t random) {
    return mode == NEAREST ? 0x400000u : mode == TO_ZERO ? 0x7FFFFFu : random & 0x7FFFFFu;
}

/* Drops low bits of a float: one unit more if they reach the threshold, cut to as many bits. */
static uint32_t shorter_float(uint32_t v, unsigned drop, uint32_t t) {
    uint32_t e = v >> 23 & 255u, unit = 1u << drop;
    if (e == 0 || e == 255) {
        return e ? (v & 0x80000000u) | 0x7F800000u : 0;
    }
    return v / unit * unit + (v % unit >= t >> (23 - drop) ? unit : 0);
}

/* magnitude in units of 2^-23 */
static uint32_t to_integer(double fixed, uint32_t sign, uint32_t t, uint32_t max, bool keeps_sign) {
    double whole = floor(fixed / 8388608.0), fraction = fixed - whole * 8388608.0;
    double n = whole + (fraction >= t);
    uint32_t magnitude = n > max ? max : (uint32_t)n;
    return magnitude | (keeps_sign && magnitude ? sign : 0);
}

static uint32_t float_to_integer(uint32_t v, uint32_t t, uint32_t max, bool keeps_sign) {
    uint32_t e = v >> 23 & 255u;
    if (e >= 143) {
        return max | (keeps_sign ? v & 0x80000000u : 0);
    }
    double magnitude = e < 126 ? 0 : fabs((double)as_float(v));
    return to_integer(floor(magnitude * 8388608.0), v & 0x80000000u, t, max, keeps_sign);
}

static uint32_t integer_to_integer(uint32_t v, unsigned shift, uint32_t t, unsigned mod) {
    double fixed = floor(ldexp(v & 0x7FFFFFFFu, 23 - (int)shift));
    return to_integer(fixed, v & 0x80000000u, t, mod == 5 ? 127 : 255, mod == 5);
}

static uint32_t expected(uint32_t v, unsigned mod, unsigned shift, uint32_t t) {
    static const uint32_t max[8] = {0, 0, 255, 127, 0, 0, 65535, 32767};
    if (mod <= 1) {
        return shorter_float(v, mod ? 16 : 13, t);
    }
    return mod == 4 || mod == 5 ? integer_to_integer(v, shift, t, mod)
                                : float_to_integer(v, t, max[mod], mod & 1u);
}

/* Floats about the size of integers, integers, specials. */
static void random_operands(unsigned mod) {
    static const uint32_t special[] = {0,           0x80000000u, 0x7F800000u, 0xFF800000u,
                                       0x7FC00000u, 0x3F000000u, 0x3EFFFFFFu, 0x3F7FFFFFu,
                                       0x477FFF80u, 0xC2FF0000u, 0x00400000u, 0x7F7FFFFFu};
    random_integers();
    for (unsigned lane = 0; lane < STX_LANES && (mod & 6u) != 4; lane++) {
        uint32_t r = test_random(&seed), e = 120 + test_random(&seed) % 28;
        core.sfpu.lreg[1][lane] = lane < 12 ? special[lane] : (r & 0x807FFFFFu) | e << 23;
    }
}

static bool rounds(unsigned mode, unsigned mod, bool immediate) {
    unsigned shift = test_random(&seed) % 32;
    begin();
    random_operands(mod);
    set_all(3, immediate ? test_random(&seed) : (test_random(&seed) & ~31u) | shift);
    run(TT_OP_SFP_STOCH_RND(mode, shift, 3, 1, 2, mod | (immediate ? 8 : 0)));
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        uint32_t v = lane_of(1, lane), t = threshold(mode, random_state[lane]);
        uint32_t want = expected(v, mod, shift, t);
        if (lane_of(2, lane) != want) {
            printf("mode %u mod %u: %08x -> %08x, expected %08x\n", mode, mod, (unsigned)v,
                   (unsigned)lane_of(2, lane), (unsigned)want);
            return false;
        }
    }
    return generator_stepped_once();
}

TEST(stoch_rnd_in_all_flavours_and_rounding_modes) {
    for (unsigned round = 0; round < 200; round++) {
        for (unsigned mode = 0; mode < 4; mode++) {
            for (unsigned mod = 0; mod < 8; mod++) {
                CHECK(rounds(mode, mod, round & 1u));
            }
        }
    }
}

TEST(stoch_rnd_up_as_often_as_the_fraction_says) {
    unsigned up = 0;
    begin();
    set_all(1, bits(10.3f));
    for (unsigned i = 0; i < 1000; i++) {
        RUN_WORDS(TT_OP_SFP_STOCH_RND(1, 0, 0, 1, 2, 6));
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            up += lane_of(2, lane) == 11;
        }
    }
    CHECK(up > 9200 && up < 10000); /* 9,600 of 32,000; sigma 82 */
}

TEST(stoch_rnd_steps_only_lanes_that_are_on) {
    begin();
    enable(0xFFu);
    RUN_WORDS(TT_OP_SFP_STOCH_RND(0, 0, 0, 1, 2, 0), TT_OP_SFPCAST(1, 2, 1));
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        uint32_t s = random_state[lane];
        CHECK_EQ(core.sfpu.prng[lane], lane < 8 ? next_random(next_random(s)) : s);
    }
}

/* Seeding (SPEC 7): 32 steps, then every second output from lane 31 down. */
TEST(prng_seed_gives_each_lane_its_state) {
    uint32_t s = 0x12345678u;
    start();
    stx_mmio_write(&core, 0, 0xFFEF0000u + 4 * 186, s);
    for (unsigned i = 0; i < 32; i++) {
        s = next_random(s);
    }
    for (unsigned i = 0; i < STX_LANES; i++) {
        s = next_random(next_random(s));
        CHECK_EQ(core.sfpu.prng[31 - i], s);
    }
}

int main(void) {
    RUN(cast_0_is_the_hosts_conversion_of_sign_and_magnitude);
    RUN(cast_1_rounds_by_chance);
    RUN(cast_2_and_3_are_about_twos_complement);
    RUN(stoch_rnd_in_all_flavours_and_rounding_modes);
    RUN(stoch_rnd_up_as_often_as_the_fraction_says);
    RUN(stoch_rnd_steps_only_lanes_that_are_on);
    RUN(prng_seed_gives_each_lane_its_state);
    return test_summary();
}
