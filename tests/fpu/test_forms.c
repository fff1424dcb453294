/* SPDX-License-Identifier: Apache-2.0
 *
 * The fast product and the multiply-adds that this library was built with against the plain
 * forms: every mode, every fidelity phase, operands of many kinds. An argument says how many blocks
 * of 128 dot products, and of 32 multiply-adds. */
#include <stdlib.h>

#include "sfpu/multiply_add.h" /* before a global variable has the name `core` */

#include "fast/chosen.h"
#include "fpu/elwise.h"
#include "fpu/pool.h"
#include "fpu/product.h"
#include "insn/fpu.h"

enum kind {
    NORMAL,     /* exponents as of normal deviates */
    NEAR,       /* few exponents: many ties, cancellation */
    WIDE,       /* any exponent */
    STAIRS,     /* large where the other is small */
    SPARSE,     /* nine of ten are zero */
    COARSE,     /* few mantissa bits: ties */
    DIFFERENCE, /* the second half is the first one negated */
    EDGE,       /* the largest and the smallest exponents */
    HOLES,      /* whole columns of SrcA and rows of SrcB are zeros or denormals */
    KINDS
};

static struct stx_core other;
static unsigned blocks = 8192; /* a million dot products */

static uint32_t exponent_of(enum kind kind, unsigned source, unsigned k) {
    uint32_t r = random32(), low = 0;
    switch (kind) {
    case HOLES:
        if (r >> 29 == 0) {
            return r % 256;
        } /* fall through */
    case NORMAL:
        while (low < 12 && (r >> low & 1u)) {
            low++;
        }
        return 128 - low;
    case NEAR:
    case DIFFERENCE:
        return 126 + r % 3;
    case WIDE:
        return r % 256;
    case STAIRS:
        return (source ? 150 - r % 8 * (k % 8) : 100 + r % 8 * (k % 8));
    case SPARSE:
        return r % 10 ? 0 : 120 + r % 16;
    case COARSE:
        return 127 - r % 16;
    default:
        return r % 4 == 0   ? 0
               : r % 4 == 1 ? 255
               : r % 4 == 2 ? 1 + (r >> 8) % 20
                            : 235 + (r >> 8) % 20;
    }
}

static uint32_t datum(enum kind kind, unsigned source, unsigned k) {
    uint32_t mantissa = random32() & 0x7FE000u;
    if (kind == COARSE) {
        mantissa &= 0x600000u;
    }
    return (random32() & 0x80000000u) | exponent_of(kind, source, k) << 23 | mantissa;
}

/* Which columns of SrcA are holes: all, none, all but one, or any. */
static uint32_t holes_of_columns(void) {
    uint32_t r = random32();
    return r >> 30 == 0   ? 0xFFFFu
           : r >> 30 == 1 ? 0xFFFFu & ~(1u << r % 16)
           : r >> 30 == 2 ? (r | r >> 12) & 0xFFFFu
                          : r & 0xFFFFu;
}

/* Which rows of SrcB are holes: all, none, or any. */
static uint32_t holes_of_rows(void) {
    uint32_t r = random32();
    return r >> 30 == 0 ? UINT32_MAX : r >> 30 == 1 ? 0 : r;
}

static void fill(enum kind kind, bool five) {
    const uint32_t columns = holes_of_columns(), rows = holes_of_rows();
    for (unsigned i = 0; i < 64 * 16; i++) {
        for (unsigned source = 0; source < 2; source++) {
            unsigned row = i / 16, col = i % 16;
            uint32_t v = datum(kind, source, source ? col : row);
            if (kind == DIFFERENCE && (source ? col : row % 16) >= 8) {
                v = get_src(source, source ? row : row - 8, source ? col - 8 : col);
                v ^= source ? 0x80000000u : 0;
            }
            if (kind == HOLES && (source ? rows >> row % 32 & 1u : columns >> col & 1u)) {
                v &= random32() & 1u ? 0 : 0x807FFFFFu;
            }
            if (five && kind != WIDE) { /* around the middle of five bits */
                v = (v & 0x807FFFFFu) | ((v >> 23 & 255u) ? (v - (112u << 23)) & 0x0F800000u : 0);
            }
            set_src(source, row, col, v);
        }
    }
}

/* Zeros, sums, anything, of which half is near the ends of the range; some rows invalid. */
static void fill_dst(unsigned how) {
    for (unsigned i = 0; i < 64 * 16; i++) {
        uint32_t v = how == 0 ? 0 : random32();
        if (how == 1) { /* bfloat16 order, around the sums */
            v = (v & 0x807Fu) | (122u + (v >> 20) % 16) << 7;
        }
        if (how == 2 && !(i / 16 & 8u)) { /* high halves */
            v |= v >> 16 & 1u ? 0x7FFFu : 0;
        }
        core.dst.cell[i / 16][i % 16] = (uint16_t)v;
    }
    core.dst.valid[0] = core.dst.valid[1] = how == 3 ? random32() : UINT32_MAX;
}

static struct product_block random_block(void) {
    uint32_t r = random32();
    struct product_block block = {.a0 = r & 0x38u, .b0 = r >> 8 & 0x38u, .b_step = 1, .d_step = 1};
    block.d0 = r >> 16 & 24u;
    block.rows = r >> 24 & 7u ? 8 : 4;
    if (r >> 28 == 0) { /* one row of SrcB for all */
        block.b_step = 0;
        block.b0 += r >> 4 & 7u;
        block.d_step = 2;
        block.rows = 4;
    }
    return block;
}

static bool same_result(void) {
    struct fpu_plan plan;
    struct product_block block = random_block();
    fpu_plan_make(&plan, &core, 0);
    other = core;
    product_of_block(&core, &plan, &block);
    product_plain(&other, &plan, &block);
    for (unsigned row = 0; row < 64; row++) {
        for (unsigned col = 0; col < 16; col++) {
            if (core.dst.cell[row][col] != other.dst.cell[row][col]) {
                printf("style %d dst32 %d phase %u: row %u col %u: %04x, plain form %04x\n",
                       (int)plan.style, plan.dst32, (unsigned)plan.mode.phase, row, col,
                       core.dst.cell[row][col], other.dst.cell[row][col]);
                return false;
            }
        }
    }
    return memcmp(core.dst.valid, other.dst.valid, sizeof core.dst.valid) == 0;
}

static void set_mode(uint32_t format, bool dst32, bool int8) {
    start(format, random32() & 1u && format != INT8 ? BF16 : format);
    if (dst32) {
        set_dst32();
    }
    if (int8) {
        set_int8();
    }
    if ((random32() & 7u) == 0) {
        keep_denormals();
    }
}

/* Sixteen blocks a filling of the sources, so that kept operands are used again. */
static bool agree(uint32_t format, bool dst32, bool int8) {
    for (unsigned n = 0; n < blocks / 8; n += 16) {
        enum kind kind = (enum kind)(n / 16 % KINDS);
        set_mode(format, dst32, int8);
        fill(kind, format == FP16 || format == FP8);
        for (unsigned i = 0; i < 16; i++) {
            set_phase(i & 3u);
            if (i % 4 == 0) {
                fill_dst(random32() & 3u);
            }
            if (!same_result()) {
                printf("operands of kind %d\n", (int)kind);
                return false;
            }
        }
    }
    return true;
}

TEST(bf16_dst32) {
    CHECK(agree(BF16, true, false));
}
TEST(bf16_dst16) {
    CHECK(agree(BF16, false, false));
}
TEST(tf32_dst32) {
    CHECK(agree(TF32, true, false));
}
TEST(tf32_dst16) {
    CHECK(agree(TF32, false, false));
}
TEST(fp16_dst16) {
    CHECK(agree(FP16, false, false));
}
TEST(fp16_dst32) {
    CHECK(agree(FP16, true, false));
}
TEST(fp8_dst16) {
    CHECK(agree(FP8, false, false));
}
TEST(int8_dst32) {
    CHECK(agree(INT8, true, true));
}

static bool same_elements(void) {
    struct fpu_plan plan;
    uint32_t r = random32();
    struct elwise_block block = {(enum elwise_operation)(r % 3),
                                 r >> 4 & 0x38u,
                                 r >> 8 & 0x38u,
                                 r >> 12 & 1u,
                                 r >> 16 & 24u,
                                 r >> 20 & 1u,
                                 r >> 21 & 1u};
    fpu_plan_make(&plan, &core, 0);
    plan.keep_denormal_b = false;
    other = core;
    if (!fast.elwise || !forms_of(&core)->elwise(&core, &plan, &block)) {
        elwise_plain(&core, &plan, &block);
    }
    elwise_plain(&other, &plan, &block);
    return memcmp(&core.dst, &other.dst, sizeof core.dst) == 0;
}

TEST(element_wise) {
    static const uint8_t formats[] = {BF16, TF32, FP16, FP8};
    for (unsigned n = 0; n < blocks; n += 32) {
        unsigned format = formats[n / 32 % 4];
        set_mode(format, random32() & 1u, false);
        fill((enum kind)(n / 128 % KINDS), format == FP16 || format == FP8);
        for (unsigned i = 0; i < 32; i++) {
            set_phase(i & 3u);
            if (i % 4 == 0) {
                fill_dst(random32() & 3u);
            }
            CHECK(same_elements());
        }
    }
}

static uint32_t scale_of(const struct fpu_plan *plan) {
    uint32_t highest = plan->style == FPU_E5 ? 31u : 255u, e = random32() & highest;
    return random32() % 8 == 0 ? POOL_ABSENT : (random32() & 1u ? highest / 2 : e) << 10;
}

static void make_negative(unsigned a0) {
    for (unsigned i = 0; i < POOL_ROWS * STX_COLS; i++) {
        unsigned row = a0 + i / STX_COLS, col = i % STX_COLS;
        set_src(0, row, col, get_src(0, row, col) | 0x80000000u);
    }
}

/* Rows scaled by any exponent, each its own or all alike, or not there; sometimes nothing that is
 * positive; Dst of every kind, valid or not. */
static bool same_largest(void) {
    struct fpu_plan plan;
    uint32_t scale[POOL_ROWS], a0 = random32() & 0x30u, physical = random32() & 0x13u;
    fpu_plan_make(&plan, &core, 0);
    physical |= plan.dst32 ? 0 : random32() & 8u;
    bool alike = random32() & 1u;
    for (unsigned i = 0; i < POOL_ROWS; i++) {
        scale[i] = alike && i ? scale[0] : scale_of(&plan);
    }
    if (random32() % 16 == 0) {
        make_negative(a0);
    }
    other = core;
    bool done = fast.pool && forms_of(&core)->pool(&core, &plan, a0, scale, physical);
    return pool_plain(&other, &plan, a0, scale, physical) &&
           (!done || memcmp(&core.dst, &other.dst, sizeof core.dst) == 0);
}

TEST(largest_of_rows) {
    static const uint8_t formats[] = {BF16, TF32, FP16, FP8};
    for (unsigned n = 0; n < blocks; n += 32) {
        unsigned format = formats[n / 32 % 4];
        bool five = format == FP16 || format == FP8;
        set_mode(format, !five && (random32() & 1u), false);
        fill((enum kind)(n / 128 % KINDS), five);
        for (unsigned i = 0; i < 32; i++) {
            if (i % 4 == 0) {
                fill_dst(random32() & 3u);
            }
            CHECK(same_largest());
        }
    }
}

/* Like numbers of programs, like each other, or anything; sums that cancel. */
static uint32_t operand_of(unsigned how, uint32_t other_operand) {
    uint32_t r = random32();
    switch (how) {
    case 0:
        return (r & 0x807FFFFFu) | (120u + (r >> 23) % 12) << 23;
    case 1:
        return (r & 0x807F0000u) | (90u + (r >> 23) % 80) << 23;
    case 2:
        return r;
    case 3:
        return r % 3 ? (r & 0xFFFFu) << 16 : 0;
    default:
        return (other_operand ^ 0x80000000u) + r % 9 - 4;
    }
}

static float product_of(uint32_t x, uint32_t y) {
    float a, b;
    memcpy(&a, &x, sizeof a);
    memcpy(&b, &y, sizeof b);
    return a * b;
}

enum { LANES = 32 };

/* Operands of all lanes; sums near 0 in a third of the cases. */
static void lanes_fill(unsigned n, uint32_t *a, uint32_t *b, uint32_t *c) {
    unsigned how = random32() % 4;
    for (unsigned i = 0; i < LANES; i++) {
        a[i] = operand_of(how, 0);
        b[i] = operand_of(how, 0);
        float p = product_of(a[i], b[i]);
        memcpy(&c[i], &p, sizeof p);
        c[i] = operand_of(n % 3 ? how : 4, c[i]);
    }
}

TEST(multiply_adds) {
    for (unsigned n = 0; n < blocks; n++) {
        uint32_t a[LANES], b[LANES], c[LANES], out[LANES];
        lanes_fill(n, a, b, c);
        sfpu_mad_lanes(&core, a, b, c, out, LANES);
        for (unsigned i = 0; i < LANES; i++) {
            CHECK_EQ(out[i], stx_sfpu_mad_plain(a[i], b[i], c[i]));
            CHECK_EQ(stx_sfpu_mad(a[i], b[i], c[i]), stx_sfpu_mad_plain(a[i], b[i], c[i]));
        }
    }
}

TEST(products_alone) {
    for (unsigned n = 0; n < blocks; n++) {
        uint32_t a[LANES], b[LANES], c[LANES], out[LANES];
        lanes_fill(n, a, b, c);
        sfpu_mul_lanes(&core, a, b, out, LANES);
        for (unsigned i = 0; i < LANES; i++) {
            CHECK_EQ(out[i], stx_sfpu_mad_plain(a[i], b[i], 0));
        }
    }
}

TEST(sums_and_differences_alone) {
    sub_lanes_form *difference = forms_of(&core)->sub_lanes;
    for (unsigned n = 0; n < blocks; n++) {
        uint32_t a[LANES], b[LANES], c[LANES], out[LANES];
        lanes_fill(n, a, b, c);
        for (unsigned i = 0; n % 2 && i < LANES; i++) {
            a[i] = operand_of(4, b[i]) + (random32() % 5 << 22);
        }
        sfpu_add_lanes(&core, a, b, out, LANES);
        for (unsigned i = 0; i < LANES; i++) {
            CHECK_EQ(out[i], stx_sfpu_mad_plain(0x3F800000u, a[i], b[i]));
            a[i] ^= n / 2 % 2 ? 0x80000000u : 0;
        }
        if (difference) {
            difference(a, b, out, LANES);
        }
        for (unsigned i = 0; difference && i < LANES; i++) {
            CHECK_EQ(out[i], stx_sfpu_mad_plain(a[i], 0xBF800000u, b[i]));
        }
    }
}

int main(int argc, char **argv) {
    if (argc > 1) {
        blocks = (unsigned)strtoul(argv[1], NULL, 10);
    }
    RUN(bf16_dst32);
    RUN(bf16_dst16);
    RUN(tf32_dst32);
    RUN(tf32_dst16);
    RUN(fp16_dst16);
    RUN(fp16_dst32);
    RUN(fp8_dst16);
    RUN(int8_dst32);
    RUN(element_wise);
    RUN(largest_of_rows);
    RUN(multiply_adds);
    RUN(products_alone);
    RUN(sums_and_differences_alone);
    return test_summary();
}
