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
#include "fpu/forms_fill.h"
#include "insn/fpu.h"

static struct stx_core other;
static unsigned blocks = 8192; /* a million dot products */

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

/* As when rows are summed by multiplying with a column of ones. */
TEST(one_column) {
    for (unsigned n = 0; n < 64; n++) {
        set_mode(n & 16u ? TF32 : BF16, n & 32u, false);
        fill(n % 5 == 0 ? NEAR : NORMAL, false);
        leave_column(n % 16);
        for (unsigned i = 0; i < 8; i++) {
            set_phase(i & 3u);
            fill_dst(i / 2);
            CHECK(same_result());
        }
    }
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
    RUN(one_column);
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
