/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * test_decode.c - loads and stores taken apart: encodings of an assembler (those of Zcb by hand,
 * from the tables of the extension), and what they mean. */
#include "../../port/trap/decode.c"
#include "test.h"

enum { LOAD = 0, SIGNED = 1, STORE = 2, FP = 4 };

struct row {
    uint32_t instruction;
    uint8_t base, bytes, reg, flags;
    int offset;
};

/* Each register holds a number of its own. */
static void fill(uintptr_t x[32]) {
    for (uint32_t i = 0; i < 32; i++) {
        x[i] = i * 0x01010101u;
    }
}

static bool is(const struct row *row) {
    uintptr_t x[32];
    fill(x);
    struct stx_trap_access a = stx_trap_decode(row->instruction, x);
    return a.bytes == row->bytes && a.reg == row->reg &&
           a.address == x[row->base] + (uintptr_t)row->offset &&
           a.length == ((row->instruction & 3u) == 3u ? 4 : 2) &&
           a.store == ((row->flags & STORE) != 0) && a.fp == ((row->flags & FP) != 0) &&
           (a.store || a.bytes == 4 || a.extend_sign == ((row->flags & SIGNED) != 0));
}

static unsigned wrong(const struct row *rows, unsigned count) {
    unsigned bad = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!is(&rows[i])) {
            printf("0x%08" PRIx32 "\n", rows[i].instruction);
            bad++;
        }
    }
    return bad;
}

#define WRONG(rows) wrong(rows, sizeof(rows) / sizeof *(rows))

TEST(base_loads_and_stores) {
    static const struct row rows[] = {
        {0xfff30283, 6, 1, 5, SIGNED, -1},      /* lb x5, -1(x6) */
        {0x7ff44383, 8, 1, 7, LOAD, 2047},      /* lbu x7, 2047(x8) */
        {0x80051483, 10, 2, 9, SIGNED, -2048},  /* lh x9, -2048(x10) */
        {0x006f5f83, 30, 2, 31, LOAD, 6},       /* lhu x31, 6(x30) */
        {0x01002083, 0, 4, 1, LOAD, 16},        /* lw x1, 16(x0) */
        {0x01f6a003, 13, 4, 0, LOAD, 31},       /* lw x0, 31(x13) */
        {0xfe530fa3, 6, 1, 5, STORE, -1},       /* sb x5, -1(x6) */
        {0x7e741fa3, 8, 2, 7, STORE, 2047},     /* sh x7, 2047(x8) */
        {0x80052023, 10, 4, 0, STORE, -2048},   /* sw x0, -2048(x10) */
        {0x0085a187, 11, 4, 3, FP, 8},          /* flw f3, 8(x11) */
        {0xfff62e27, 12, 4, 31, STORE | FP, -4} /* fsw f31, -4(x12) */
    };
    CHECK_EQ(WRONG(rows), 0);
}

TEST(compressed_loads_and_stores) {
    static const struct row rows[] = {
        {0x5fe0, 15, 4, 8, LOAD, 124},      /* c.lw x8, 124(x15) */
        {0x40dc, 9, 4, 15, LOAD, 4},        /* c.lw x15, 4(x9) */
        {0x40a8, 9, 4, 10, LOAD, 64},       /* c.lw x10, 64(x9) */
        {0xdf04, 14, 4, 9, STORE, 56},      /* c.sw x9, 56(x14) */
        {0x7fe0, 15, 4, 8, FP, 124},        /* c.flw f8, 124(x15) */
        {0xe324, 14, 4, 9, STORE | FP, 64}, /* c.fsw f9, 64(x14) */
        {0x5ffe, 2, 4, 31, LOAD, 252},      /* c.lwsp x31, 252 */
        {0x5082, 2, 4, 1, LOAD, 32},        /* c.lwsp x1, 32 */
        {0xdffe, 2, 4, 31, STORE, 252},     /* c.swsp x31, 252 */
        {0xc182, 2, 4, 0, STORE, 192},      /* c.swsp x0, 192 */
        {0x78f2, 2, 4, 17, FP, 60},         /* c.flwsp f17, 60 */
        {0xe24a, 2, 4, 18, STORE | FP, 4},  /* c.fswsp f18, 4 */
        {0x80e0, 9, 1, 8, LOAD, 3},         /* c.lbu x8, 3(x9) */
        {0x8040, 8, 1, 8, LOAD, 1},         /* c.lbu x8, 1(x8) */
        {0x84bc, 9, 2, 15, LOAD, 2},        /* c.lhu x15, 2(x9) */
        {0x84fc, 9, 2, 15, SIGNED, 2},      /* c.lh x15, 2(x9) */
        {0x88ac, 9, 1, 11, STORE, 2},       /* c.sb x11, 2(x9) */
        {0x8cac, 9, 2, 11, STORE, 2}        /* c.sh x11, 2(x9) */
    };
    CHECK_EQ(WRONG(rows), 0);
}

/* Also loads and stores of D, of RV64, and the free place beside c.sh. */
TEST(everything_else_is_none) {
    static const uint32_t others[] = {0x0085b187, 0x0035b427, 0x00823183, 0x00416183,
                                      0x00813823, 0x00520193, 0x0005f003, 0x00000073,
                                      0x0285,     0x829a,     0x8cec,     0x9002};
    uintptr_t x[32];
    fill(x);
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++) {
        CHECK_EQ(stx_trap_decode(others[i], x).bytes, 0);
    }
}

int main(void) {
    RUN(base_loads_and_stores);
    RUN(compressed_loads_and_stores);
    RUN(everything_else_is_none);
    return test_summary();
}
