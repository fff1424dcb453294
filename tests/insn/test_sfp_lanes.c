/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Lanes are alike: what a word does to all lanes at once, some lanes, or lane after lane is the
 * same, whichever loop does it. Multiply-adds lane by lane against the plain form (SPEC 8.5);
 * loads and stores of all lanes against those of one lane at a time (SPEC 8.2). */
#include <stdlib.h>

#include "num/sfpu_mad.h"
#include "sfpu.h"

static uint32_t seed = 0x4C414E45u;
static unsigned long rounds = 4000;

#define SIGN 0x80000000u
#define ONE 0x3F800000u

/* Numbers of all kinds: near 1, few bits, zeros, the ends of the range, anything. */
static uint32_t number(void) {
    static const uint32_t special[] = {0,          SIGN,       1,          0x807FFFFF, 0x00800000,
                                       0x3F800000, 0xBF800000, 0x7F7FFFFF, 0x7F800000, 0xFFC00001};
    uint32_t v = test_random(&seed);
    switch (test_random(&seed) % 5) {
    case 0:
        return special[v % 10];
    case 1:
        return v;
    case 2:
        return v & 0xFFFF0000u;
    default:
        return (v & 0x807FFFFFu) | (118 + (v >> 23) % 16) << 23;
    }
}

static uint32_t some_lanes(void) {
    uint32_t kind = test_random(&seed) % 4;
    return kind < 2 ? UINT32_MAX : kind == 2 ? test_random(&seed) : 1u << test_random(&seed) % 32;
}

static void random_registers(void) {
    start();
    for (unsigned reg = 0; reg < 8; reg++) {
        for (unsigned lane = 0; lane < STX_LANES; lane++) {
            core.sfpu.lreg[reg][lane] = number();
        }
    }
    enable(some_lanes());
}

/* ---- multiply-adds ---- */

enum { MAD, ADD, MUL, ADDI, MULI, WORDS };
struct mad_word {
    unsigned kind, a, b, c, d, mod;
    uint32_t imm;
};

static struct mad_word random_word(void) {
    static const unsigned zero_or_one[] = {9, 10};
    uint32_t r = test_random(&seed), pick = test_random(&seed);
    struct mad_word w = {pick % WORDS, r & 15u, r >> 4 & 15u, r >> 8 & 15u, r >> 12 & 7u, 0, 0};
    w.mod = pick >> 8 & 1u ? pick >> 16 & 15u : 0;
    w.imm = number() >> 16;
    w.a = w.kind == ADD || pick >> 9 & 1u ? zero_or_one[1] : w.a;
    w.c = w.kind == MUL || pick >> 10 & 1u ? zero_or_one[0] : w.c;
    return w;
}

static uint32_t encoded(const struct mad_word *w) {
    switch (w->kind) {
    case MAD:
        return TT_OP_SFPMAD(w->a, w->b, w->c, w->d, w->mod);
    case ADD:
        return TT_OP_SFPADD(w->a, w->b, w->c, w->d, w->mod);
    case MUL:
        return TT_OP_SFPMUL(w->a, w->b, w->c, w->d, w->mod);
    case ADDI:
        return TT_OP_SFPADDI(w->imm, w->d, w->mod);
    default:
        return TT_OP_SFPMULI(w->imm, w->d, w->mod);
    }
}

static uint32_t result_of(const struct mad_word *w, uint32_t (*reg)[STX_LANES], unsigned lane) {
    uint32_t flip_c = w->mod & 2u ? SIGN : 0;
    if (w->kind == ADDI) {
        return stx_sfpu_mad_plain(w->imm << 16, ONE, reg[w->d][lane] ^ flip_c);
    } else if (w->kind == MULI) {
        return stx_sfpu_mad_plain(w->imm << 16, reg[w->d][lane] ^ flip_c, 0);
    }
    unsigned a = w->mod & 4u ? reg[7][lane] & 15u : w->a;
    return stx_sfpu_mad_plain(reg[a][lane] ^ (w->mod & 1u ? SIGN : 0), reg[w->b][lane],
                              reg[w->c][lane] ^ flip_c);
}

static void expect(const struct mad_word *w, uint32_t (*reg)[STX_LANES]) {
    static uint32_t before[STX_LREGS][STX_LANES];
    memcpy(before, reg, sizeof before);
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        unsigned d = w->mod & 8u ? before[7][lane] & 15u : w->d;
        if (core.sfpu.flags >> lane & 1u && d < 8) {
            reg[d][lane] = result_of(w, before, lane);
        }
    }
}

TEST(multiply_adds_of_any_lanes) {
    static uint32_t want[STX_LREGS][STX_LANES];
    for (unsigned long n = 0; n < rounds; n++) {
        struct mad_word w = random_word();
        random_registers();
        memcpy(want, core.sfpu.lreg, sizeof want);
        expect(&w, want);
        CHECK_EQ(run(encoded(&w)), STX_DONE);
        CHECK(memcmp(want, core.sfpu.lreg, sizeof want) == 0);
    }
}

/* ---- loads and stores ---- */

static const unsigned formats[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15};

/* Rows of Dst with anything in them, some invalid; the valid bits and register 3 too. */
static void random_dst(void) {
    for (unsigned row = 0; row < 32; row++) {
        for (unsigned col = 0; col < STX_COLS; col++) {
            core.dst.cell[row][col] = (uint16_t)test_random(&seed);
        }
    }
    core.dst.valid[0] = test_random(&seed) | test_random(&seed);
}

/* A word for all lanes; and lane after lane, from the same state. */
static bool same_lane_by_lane(uint32_t word) {
    static struct stx_core all, before;
    memcpy(&before, &core, sizeof core);
    enable(UINT32_MAX);
    if (run(word) != STX_DONE) {
        return false;
    }
    memcpy(&all, &core, sizeof core);
    memcpy(&core, &before, sizeof core);
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        enable(1u << lane);
        run(word);
    }
    return memcmp(all.sfpu.lreg, core.sfpu.lreg, sizeof all.sfpu.lreg) == 0 &&
           memcmp(&all.dst, &core.dst, sizeof all.dst) == 0;
}

TEST(loads_and_stores_of_all_lanes) {
    for (unsigned long n = 0; n < rounds / 8; n++) {
        unsigned format = formats[test_random(&seed) % (sizeof formats / sizeof formats[0])];
        unsigned row = test_random(&seed) % 8 * 2;
        random_registers();
        random_dst();
        if (test_random(&seed) % 4 == 0) {
            core.sfpu.lane_config[test_random(&seed) % 8] |= 1u << (4 + test_random(&seed) % 4);
        }
        CHECK(same_lane_by_lane(TT_OP_SFPLOAD(3, format, 3, row)));
        CHECK(same_lane_by_lane(TT_OP_SFPSTORE(3, format, 3, row)));
    }
}

int main(int argc, char **argv) {
    rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : rounds;
    RUN(multiply_adds_of_any_lanes);
    RUN(loads_and_stores_of_all_lanes);
    return test_summary();
}
