/* SPDX-License-Identifier: Apache-2.0
 *
 * The fast element-wise forms and the fast maximum against the plain forms for data at the edges:
 * zeros, exponents whose sums or distances decide, mantissas of zeros, of ones and beside them. */
#include "fast/chosen.h"
#include "fpu/elwise.h"
#include "fpu/pool.h"
#include "fpu/product.h"
#include "insn/fpu.h"
#include "regs/dst.h"

static struct stx_core other;

struct mode {
    uint8_t format;
    bool dst32;
};
static const struct mode modes[] = {{BF16, true}, {BF16, false}, {TF32, true}, {TF32, false},
                                    {FP16, true}, {FP16, false}, {FP8, false}};
enum { MODES = sizeof modes / sizeof modes[0] };

static bool is_five(const struct mode *m) {
    return m->format == FP16 || m->format == FP8;
}

static uint32_t special_exponent(bool five) {
    static const uint8_t wide[] = {0,   1,   2,   5,   6,   7,   8,   12,  13,  24,  62,  63,  64,
                                   65,  69,  76,  115, 116, 126, 127, 128, 138, 139, 140, 150, 151,
                                   152, 190, 191, 192, 203, 241, 242, 252, 253, 254, 255};
    static const uint8_t narrow[] = {0, 1, 2, 4, 5, 7, 8, 12, 13, 15, 16, 20, 25, 27, 28, 30, 31};
    return five ? narrow[random32() % sizeof narrow] : wide[random32() % sizeof wide];
}

static uint32_t special_mantissa(void) {
    static const uint16_t m[] = {0, 1, 2, 7, 8, 0x10, 0x1FF, 0x200, 0x201, 0x3F8, 0x3FE, 0x3FF};
    return (uint32_t)m[random32() % (sizeof m / sizeof m[0])] << 13;
}

/* Mostly one of few exponents, so that terms meet. */
static uint32_t special_datum(bool five, uint32_t exponent) {
    uint32_t r = random32(), e = r & 3u ? exponent : special_exponent(five);
    e = r & 8u && e ? e - (r >> 8) % 14 : e;
    return (r & 0x80000000u) | (e & (five ? 31u : 255u)) << 23 | special_mantissa();
}

static void fill_specially(unsigned source, bool five) {
    uint32_t exponent = special_exponent(five);
    for (unsigned i = 0; i < 16 * 16; i++) {
        set_src(source, i / 16, i % 16, special_datum(five, exponent));
    }
}

/* Elements of 32 bits, and in their high halves those of 16. */
static void fill_dst_specially(const struct mode *m) {
    uint32_t exponent = special_exponent(is_five(m));
    for (unsigned i = 0; i < 8 * 16; i++) {
        uint32_t v = special_datum(is_five(m), exponent);
        if (m->dst32) {
            v = is_five(m) ? v + (112u << 23) : v;
            set_f32(i / 16, i % 16, random32() & 1u ? v : v | (random32() & 0x1FFFu));
        } else if (is_five(m)) {
            set_fp16(i / 16, i % 16, (v >> 16 & 0x8000u) | (v >> 13 & 0x7FFFu));
        } else {
            set_bf16(i / 16, i % 16, v >> 16);
        }
    }
    core.dst.valid[0] = random32() & 7u ? UINT32_MAX : random32();
}

static void begin(const struct mode *m, unsigned n) {
    start(m->format, m->format);
    if (m->dst32) {
        set_dst32();
    }
    set_phase(n / MODES & 3u);
    fill_specially(A, is_five(m));
    fill_specially(B, is_five(m));
    fill_dst_specially(m);
}

TEST(sums_differences_and_products_of_special_data_are_those_of_the_plain_form) {
    for (unsigned n = 0; n < 80 * MODES; n++) {
        const struct mode *m = &modes[n % MODES];
        begin(m, n);
        for (unsigned i = 0; i < 12; i++) {
            struct fpu_plan plan;
            const struct elwise_block block = {.op = (enum elwise_operation)(i % 3),
                                               .b = 8 * (i & 1u),
                                               .b_step = i < 10,
                                               .one_column = i == 9,
                                               .accumulate = i / 3 & 1u};
            fpu_plan_make(&plan, &core, 0);
            other.srca = core.srca, other.srcb = core.srcb, other.dst = core.dst;
            CHECK(forms_of(&core)->elwise(&core, &plan, &block));
            elwise_plain(&other, &plan, &block);
            CHECK(memcmp(&core.dst, &other.dst, sizeof core.dst) == 0);
            fill_dst_specially(m);
        }
    }
}

/* The products of Dst's infinities and of large numbers that have no bits for later phases. */
static void fill_with_infinities(const struct mode *m) {
    for (unsigned i = 0; i < 16 * 16; i++) {
        uint32_t r = random32(), high = 190 + r % 66, mantissa = r & 0x300u ? 0 : 0x10000u;
        set_src(A, i / 16, i % 16, (r & 0x80000000u) | (high << 23) | mantissa);
        set_src(B, i / 16, i % 16, (r << 1 & 0x80000000u) | (255 - r % 7 * 10) << 23);
        uint32_t v = (r << 2 & 0x80000000u) | 255u << 23 | (r & 0xC00u ? 0 : special_mantissa());
        if (i < 128 && m->dst32) {
            set_f32(i / 16, i % 16, r & 0x3000u ? v : ONE);
        } else if (i < 128) {
            set_bf16(i / 16, i % 16, r & 0x3000u ? v >> 16 : ONE >> 16);
        }
    }
    core.dst.valid[0] = UINT32_MAX;
}

TEST(infinities_in_dst_stay_or_go_as_with_the_plain_form) {
    unsigned out = 0;
    for (unsigned n = 0; n < 256; n++) {
        const struct mode *m = &modes[n & 3u];
        struct fpu_plan plan;
        const struct elwise_block block = {.op = ELWISE_MUL, .b_step = 1, .accumulate = true};
        uint8_t seen[2][2] = {{0, n & 4u ? 1 : 0}, {0, n & 4u ? 1 : 0}};
        begin(m, (n >> 3 & 3u) * MODES);
        fill_with_infinities(m);
        fpu_plan_make(&plan, &core, 0);
        other.srca = core.srca, other.srcb = core.srcb, other.dst = core.dst;
        plan.mode.infinity = seen[0];
        CHECK(forms_of(&core)->elwise(&core, &plan, &block));
        plan.mode.infinity = seen[1];
        elwise_plain(&other, &plan, &block);
        CHECK(memcmp(&core.dst, &other.dst, sizeof core.dst) == 0);
        CHECK_EQ(seen[0][0], seen[1][0]);
        out += seen[1][0];
    }
    CHECK(out > 150); /* all but phase 0 */
}

TEST(kept_denormals_and_integers_are_left_to_the_plain_form) {
    struct fpu_plan plan;
    const struct elwise_block block = {.b_step = 1};
    start(BF16, BF16);
    fpu_plan_make(&plan, &core, 0);
    CHECK(forms_of(&core)->elwise(&core, &plan, &block));
    plan.keep_denormal_b = true;
    CHECK(!forms_of(&core)->elwise(&core, &plan, &block));
    plan.keep_denormal_b = false;
    plan.style = FPU_INT8;
    CHECK(!forms_of(&core)->elwise(&core, &plan, &block));
}

static uint32_t special_scale(bool five) {
    uint32_t e = random32() % 8 ? (five ? 15 : 127) : special_exponent(five);
    return random32() % 3 ? e << 10 : POOL_ABSENT;
}

/* Few rows are there, so that each of their data is the largest somewhere. */
TEST(the_largest_of_special_data_is_that_of_the_plain_form) {
    for (unsigned n = 0; n < 250 * MODES; n++) {
        const struct mode *m = &modes[n % MODES];
        uint32_t scale[POOL_ROWS];
        struct fpu_plan plan;
        begin(m, n);
        fpu_plan_make(&plan, &core, 0);
        if (m->dst32 && is_five(m)) {
            CHECK(!forms_of(&core)->pool(&core, &plan, 0, scale, 0));
            continue;
        }
        for (unsigned i = 0; i < POOL_ROWS; i++) {
            scale[i] = n & 8u ? 127u << 10 >> (is_five(m) ? 3 : 0) : special_scale(is_five(m));
            scale[i] = n & 48u && i > (n & 3u) ? POOL_ABSENT : scale[i];
        }
        other.srca = core.srca, other.dst = core.dst;
        CHECK(forms_of(&core)->pool(&core, &plan, 0, scale, n / 8 & 3u));
        CHECK(pool_plain(&other, &plan, 0, scale, n / 8 & 3u));
        CHECK(memcmp(&core.dst, &other.dst, sizeof core.dst) == 0);
    }
}

/* A core with AVX2, and one that looks as if its machine had none. */
static void compute_on(struct stx_core *on, const struct elwise_block *sum) {
    const struct product_block product = {.b_step = 1, .d_step = 1, .rows = 8};
    struct fpu_plan plan;
    fpu_plan_make(&plan, on, 0);
    product_of_block(on, &plan, &product);
    CHECK(forms_of(on)->elwise(on, &plan, sum));
}

TEST(cores_with_and_without_avx2_compute_the_same) {
    for (unsigned n = 0; n < 16 * MODES; n++) {
        const struct elwise_block sum = {
            .op = (enum elwise_operation)(n % 3), .b_step = 1, .accumulate = true};
        begin(&modes[n % MODES], n);
        memcpy(&other, &core, sizeof core);
        other.avx2 = 0;
        compute_on(&core, &sum);
        compute_on(&other, &sum);
        CHECK(memcmp(&core.dst, &other.dst, sizeof core.dst) == 0);
    }
}

static int64_t integer_at(const struct stx_core *c, unsigned row, unsigned col) {
    uint32_t v = dst_f32_get(c, dst_row32(c, row), col);
    return v >> 31 ? -(int64_t)(v & 0x7FFFFFFFu) : (int64_t)v;
}

/* A number whose sum with v is a few below the end of the range, at it, or behind it. */
static int64_t beside_the_end(int64_t v) {
    uint32_t r = random32();
    int64_t end = r & 1u ? INT32_MAX : -(int64_t)INT32_MAX, old = end - v + (r >> 1) % 7 - 3;
    return old > INT32_MAX || old < -INT32_MAX ? v : old;
}

TEST(products_of_integers_saturate_at_both_ends) {
    const struct product_block block = {.b_step = 1, .d_step = 1, .rows = 8};
    for (unsigned n = 0; n < 64; n++) {
        struct fpu_plan plan;
        int64_t old[8][STX_COLS];
        start(INT8, INT8);
        set_dst32();
        set_int8();
        set_phase(n & 3u);
        for (unsigned i = 0; i < 16 * 16; i++) {
            set_src(A, i / 16, i % 16, (random32() & 0x807FE000u) | 16u << 23);
            set_src(B, i / 16, i % 16, (random32() & 0x807FE000u) | 16u << 23);
            set_f32(i / 16 % 8, i % 16, 0);
        }
        fpu_plan_make(&plan, &core, 0);
        product_plain(&core, &plan, &block);
        other.dst = core.dst;
        for (unsigned i = 0; i < 8 * 16; i++) {
            int64_t end = beside_the_end(integer_at(&other, i / 16, i % 16));
            old[i / 16][i % 16] = end;
            set_f32(i / 16, i % 16, end < 0 ? 0x80000000u | (uint32_t)-end : (uint32_t)end);
        }
        product_of_block(&core, &plan, &block);
        for (unsigned i = 0; i < 8 * 16; i++) {
            int64_t sum = old[i / 16][i % 16] + integer_at(&other, i / 16, i % 16);
            sum = sum > INT32_MAX ? INT32_MAX : sum < -INT32_MAX ? -INT32_MAX : sum;
            CHECK(integer_at(&core, i / 16, i % 16) == sum);
        }
    }
}

int main(void) {
    RUN_IF(fast.elwise && STX_SRC_LOW,
           sums_differences_and_products_of_special_data_are_those_of_the_plain_form);
    RUN_IF(fast.elwise, infinities_in_dst_stay_or_go_as_with_the_plain_form);
    RUN_IF(fast.elwise, kept_denormals_and_integers_are_left_to_the_plain_form);
    RUN_IF(fast.pool && STX_SRC_LOW, the_largest_of_special_data_is_that_of_the_plain_form);
    RUN_IF(fast.product_int8 && STX_SRC_LOW, products_of_integers_saturate_at_both_ends);
    begin(&modes[0], 0);
    RUN_IF(STX_CHOOSE && core.avx2, cores_with_and_without_avx2_compute_the_same);
    return test_summary();
}
