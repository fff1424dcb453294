/* SPDX-License-Identifier: Apache-2.0
 *
 * normalise.cpp - softmax, or layer normalisation, of each row of a matrix of COLUMNS columns of
 * tiles. A row of tiles stays in one half of Dst throughout: its tiles in slots 0 and 1, maxima or
 * means in slot 2, sums in slot 3. The vector unit does all arithmetic, in binary32.
 *
 * Operands of BF16 are unpacked to TF32, so that MOVA2D writes both halves of each number.
 *
 * Constants: is_fp32_dest_acc_en (true), LAYERNORM, COLUMNS (1 or 2). Parameters: formats, TILES,
 * A, A_BYTES, RESULT, RESULT_BYTES. */
#include "kernel.h"

#ifdef LLK_TRISC_UNPACK

#include "thread_unpack.h"

void run_kernel(RUNTIME_PARAMETERS params) {
    own::unpack_tiles_a(params);
}

#endif

#ifdef LLK_TRISC_MATH

#include "thread_math.h"

using own::u32;

using own::VECTOR_STAY;

enum : u32 { NEXT_8_ROWS = 0, FIRST_ROW = 1 };
enum : u32 { LOW = 2, SUM = 3 }; /* slots of Dst; the tiles are in 0 and 1 */
enum : u32 { VECTORS = 32, GROUPS = 8 };
enum : u32 { L0, L1, L2, L3, L4, L5, L6, L7, ZERO = 9, ONE = 10, ONE_OVER_N = 12, EPSILON = 13 };
enum : u32 { AS_FP32 = 3, SMALLER_FIRST = 1 };

/* Multiplications, additions and exchanges take two cycles. Blackhole's vector unit waits for their
 * results; on Wormhole the next word must not use them. */
static void settle() {
#ifdef ARCH_WORMHOLE
    TTI_SFPNOP;
#endif
}

/* d = a b + c */
static void mad(u32 a, u32 b, u32 c, u32 d) {
    TT_SFPMAD(a, b, c, d, 0);
    settle();
}

/* d = c - a b. Wormhole's SFPMAD cannot negate the product. */
static void minus_product(u32 a, u32 b, u32 c, u32 d) {
#ifdef ARCH_BLACKHOLE
    TT_SFPMAD(a, b, c, d, 1);
#else
    TT_SFPMOV(0, a, L7, 1);
    mad(L7, b, c, d);
#endif
}

static void multiply(u32 a, u32 b, u32 d) {
    TT_SFPMUL(a, b, ZERO, d, 0);
    settle();
}

static void exchange(u32 first, u32 second) {
    TT_SFPSWAP(0, first, second, SMALLER_FIRST);
    settle();
}

static void load(u32 lreg, u32 slot, u32 vector) {
    TT_SFPLOAD(lreg, AS_FP32, VECTOR_STAY, slot * own::TILE_ROWS + 2 * vector);
}

static void store(u32 lreg, u32 slot, u32 vector) {
    TT_SFPSTORE(lreg, AS_FP32, VECTOR_STAY, slot * own::TILE_ROWS + 2 * vector);
}

static void set(u32 lreg, u32 bits) {
    TT_SFPLOADI(lreg, 10, bits & 0xFFFFu);
    TT_SFPLOADI(lreg, 8, bits >> 16);
}

static void constant(u32 lreg, u32 bits) {
    set(L0, bits);
    TT_SFPCONFIG(0, lreg, 0);
}

/* Sets L0 to 0 in lanes where L6 < limit. */
static void zero_where_below(u32 limit) {
    set(L4, limit);
#ifdef ARCH_BLACKHOLE
    TTI_SFPGT(0, L6, L4, 1);
#else
    minus_product(ONE, L4, L6, L4);
    TTI_SFPSETCC(0, L4, 0, 0);
#endif
    TTI_SFPMOV(0, ZERO, L0, 0);
    TTI_SFPENCC(0, 0, 0, 0);
}

/* L3 = L3 L2 + a number. */
static void next_coefficient(u32 bits) {
    set(L4, bits);
    mad(L3, L2, L4, L3);
}

/* L0 = exp(L0) for numbers that are at most 0: x = k ln 2 + r, exp(x) = 2^k exp(r), with a
 * polynomial for exp(r). Below -87.3 it is 0. */
static void exponential() {
    constexpr u32 ROUNDER = 0x4B400000, SMALLEST = 0xC2AEAC4F; /* 1.5 2^23, ln(2^-126) */
    TTI_SFPMOV(0, L0, L6, 0);
    set(L3, SMALLEST);
    exchange(L0, L3); /* L0 gets the larger one */
    set(L3, ROUNDER);
    set(L4, 0x3FB8AA3B); /* 1 / ln 2 */
    mad(L0, L4, L3, L1); /* k, in the low bits */
    minus_product(L3, ONE, L1, L5);
    set(L4, 0x3F317200); /* the upper bits of ln 2 */
    minus_product(L5, L4, L0, L2);
    set(L4, 0x35BFBE8E);           /* the lower ones */
    minus_product(L5, L4, L2, L2); /* r */
    set(L3, 0x3AB6DE32);
    next_coefficient(0x3C0920A4);
    next_coefficient(0x3D2AAA2A);
    next_coefficient(0x3E2AAA43);
    next_coefficient(0x3F000000);
    multiply(L3, L2, L3);
    mad(L3, L2, L2, L3);
    TTI_SFPADD(ONE, L3, ONE, L0, 0); /* exp(r) */
    settle();
    TTI_SFPSHFT(23, 0, L1, 1); /* k to the exponent */
    TTI_SFPIADD(0, L1, L0, 4);
    zero_where_below(SMALLEST);
}

/* L1 is about 1 / L0, for numbers from 1 on. The table of Blackhole's vector unit gives seven bits.
 * Otherwise the number's bits are subtracted as an integer from a constant, which gives three. */
static void reciprocal_estimate() {
#ifdef ARCH_BLACKHOLE
    TTI_SFPARECIP(0, L0, L1, 0);
#else
    set(L2, 0x7EF311C7);
    TTI_SFPMOV(0, L0, L1, 0);
    TTI_SFPIADD(0, L2, L1, 2 | 4); /* L2 - L1 */
#endif
}

/* L1 = 1 / L0 with three Newton steps, and a fourth where the estimate has only three bits. */
static void reciprocal() {
#ifdef ARCH_BLACKHOLE
    const u32 steps = 3;
#else
    const u32 steps = 4;
#endif
    reciprocal_estimate();
    for (u32 i = 0; i < steps; i++) {
        minus_product(L0, L1, ONE, L2);
        mad(L2, L1, L1, L1);
    }
}

/* L0 = 1 / sqrt(L0) for positive numbers: an estimate in integer arithmetic, then y = y (3/2 - x y
 * y / 2) three times, and last y + (1 - x y y) y / 2. */
static void reciprocal_root() {
    TTI_SFPMOV(0, L0, L1, 0);
    TTI_SFPSHFT(0xFFF, 0, L1, 1);
    set(L2, 0x5F3759DF);
    TTI_SFPIADD(0, L2, L1, 2 | 4); /* L2 - L1 */
    set(L5, 0x3F000000);
    set(L6, 0x3FC00000);
    for (u32 i = 0; i < 3; i++) {
        multiply(L0, L1, L2);
        multiply(L2, L1, L2);
        minus_product(L2, L5, L6, L2);
        multiply(L1, L2, L1);
    }
    multiply(L0, L1, L2);
    minus_product(L2, L1, ONE, L2);
    multiply(L1, L5, L6);
    mad(L2, L6, L1, L0);
}

/* Combines two registers into the first one; the second is overwritten. */
struct add {
    static void of(u32 into, u32 other) {
        TT_SFPADD(ONE, into, other, into, 0);
        settle();
    }
};
struct larger {
    static void of(u32 into, u32 other) {
        exchange(into, other);
    }
};

/* Index of one of the four vectors of a group of four rows: even and odd columns of the left face,
 * then of the right one. */
static u32 vector_of(u32 group, u32 which) {
    u32 face = group / 4 * 2 + which / 2;
    return face * 8 + group % 4 * 2 + which % 2;
}

/* Each lane of L0 becomes the combination of the eight lanes of its row. */
template <typename combine> static void all_lanes() {
    for (u32 distance = 1; distance < 8; distance *= 2) {
        TTI_SFPMOV(0, L0, L1, 0);
        for (u32 i = 0; i < distance; i++) {
            TTI_SFPSHFT2(0, L1, L1, 3); /* lanes rotate by one */
            TTI_SFPNOP;
        }
        combine::of(L0, L1);
    }
}

/* Combines each row of a slot, applies `then` to the result, and stores it to the whole row. */
template <typename combine, typename function> static void rows(u32 slot, function &&then) {
    for (u32 group = 0; group < GROUPS; group++) {
        for (u32 i = 0; i < 4; i++) {
            load(L0 + i, slot, vector_of(group, i));
        }
        combine::of(L0, L1);
        combine::of(L2, L3);
        combine::of(L0, L2);
        all_lanes<combine>();
        then();
        for (u32 i = 0; i < 4; i++) {
            store(L0, slot, vector_of(group, i));
        }
    }
}

/* Slot `into` becomes the combination, over all tiles, of f of each tile's number. f finds the
 * number in L0 and leaves its result there. */
template <typename combine, typename function> static void tiles(u32 into, function &&f) {
    for (u32 vector = 0; vector < VECTORS; vector++) {
        for (u32 tile = 0; tile < COLUMNS; tile++) {
            load(L0, tile, vector);
            f(tile, vector);
            if (tile > 0) {
                TTI_SFPMOV(0, L0, L1, 0);
                load(L0, into, vector);
                combine::of(L0, L1);
            }
            store(L0, into, vector);
        }
    }
}

/* Subtracts from L0 the maximum, or the mean, of its row. */
static void less_low(u32 vector) {
    load(L1, LOW, vector);
    minus_product(ONE, L1, L0, L0);
}

/* Multiplies every number of the tiles, after `before`, by the number of SUM at the same place. */
template <typename function> static void times_sum(function &&before) {
    for (u32 i = 0; i < COLUMNS * VECTORS; i++) {
        load(L0, i / VECTORS, i % VECTORS);
        before(i % VECTORS);
        load(L1, SUM, i % VECTORS);
        multiply(L0, L1, L0);
        store(L0, i / VECTORS, i % VECTORS);
    }
}

static void softmax() {
    tiles<larger>(LOW, [](u32, u32) {});
    rows<larger>(LOW, [] {});
    tiles<add>(SUM, [](u32 tile, u32 vector) {
        less_low(vector);
        exponential();
        store(L0, tile, vector);
    });
    rows<add>(SUM, [] {
        reciprocal();
        TTI_SFPMOV(0, L1, L0, 0);
    });
    times_sum([](u32) {});
}

static void layernorm() {
    tiles<add>(LOW, [](u32, u32) {});
    rows<add>(LOW, [] { multiply(L0, ONE_OVER_N, L0); });
    tiles<add>(SUM, [](u32, u32 vector) {
        less_low(vector);
        multiply(L0, L0, L0);
    });
    rows<add>(SUM, [] {
        mad(L0, ONE_OVER_N, EPSILON, L0);
        reciprocal_root();
    });
    times_sum(less_low);
}

static void set_constants() {
    TTI_SFPENCC(3, 0, 0, 10);
    constant(EPSILON, 0x3727C5AC);                   /* 1e-5 */
    set(L0, COLUMNS == 1 ? 0x42000000 : 0x42800000); /* 32, 64 */
    reciprocal();
    TTI_SFPMOV(0, L1, L0, 0);
    TTI_SFPCONFIG(0, ONE_OVER_N, 0);
}

void run_kernel(RUNTIME_PARAMETERS params) {
    const u32 move = TT_OP_MOVA2D(0, 0, NEXT_8_ROWS, 2, 0);
    own::dst_half half;
    own::math_configure(params.formats);
    own::addr_mod(NEXT_8_ROWS, own::rows(8), own::rows(0), 8);
    own::addr_mod(FIRST_ROW, own::ROWS_CLEAR, own::ROWS_CLEAR, own::DST_CLEAR);
    own::addr_mod(VECTOR_STAY, own::rows(0), own::rows(0), 0);
    own::mop_loops(1, 8, move, move, TT_OP_MOVA2D(0, 0, FIRST_ROW, 2, 0),
                   TT_OP_SETRWC(1, 0, 0, 0, 0, 15));
    set_constants();
    for (u32 i = 0; i < params.TILES; i += COLUMNS) {
        half.wait();
        for (u32 tile = 0; tile < COLUMNS; tile++) {
            half.begin_at(tile * own::TILE_ROWS);
            TTI_MOP(1, 0, 0);
        }
        half.begin_at(0);
        TTI_STALLWAIT(own::HOLD_SFPU, own::UNTIL_MATH_IDLE);
        LAYERNORM ? layernorm() : softmax();
        half.done();
    }
}

#endif

#ifdef LLK_TRISC_PACK

#include "thread_pack.h"

void run_kernel(RUNTIME_PARAMETERS params) {
    own::pack_tiles(params, params.TILES, COLUMNS);
}

#endif
