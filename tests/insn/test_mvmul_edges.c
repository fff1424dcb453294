/* SPDX-License-Identifier: Apache-2.0
 *
 * MVMUL where the ranges end, against the slow twin: results that vanish or overflow, products far
 * below the largest, groups far below Dst (SPEC 6.3). */
#include "insn/dot.h"

/* What a test asks of the exponents: the group's, and by how much Dst's is larger. */
struct edge {
    int32_t group, dst_above;
    uint32_t spread; /* of the data of one source, a power of two */
};

static int32_t clip(int32_t exponent, int32_t largest) {
    return exponent < 0 ? 0 : exponent > largest ? largest : exponent;
}

static void fill_source(unsigned source, int32_t exponent, int32_t largest, uint32_t spread) {
    for (unsigned i = 0; i < 16 * 16; i++) {
        uint32_t r = random32(), below = (r >> 4) % spread;
        uint32_t e = r % 29 ? (uint32_t)clip(exponent - (int32_t)below, largest) : 0;
        set_src(source, i / 16, i % 16, (r & 0x80000000u) | e << 23 | (r >> 8 & 0x7FE000u));
    }
}

static void fill_dst(const struct view *v, int32_t exponent, int32_t largest) {
    for (unsigned i = 0; i < 8 * 16; i++) {
        uint32_t r = random32(), e = (uint32_t)clip(exponent + (int32_t)(r >> 8 & 1u), largest);
        if (v->dst32) {
            set_f32(i / 16, i % 16, (r & 0x807FFFFFu) | e << 23);
        } else if (v->twin.e8) {
            set_bf16(i / 16, i % 16, (r & 0x807Fu) | e << 7);
        } else {
            set_fp16(i / 16, i % 16, (r & 0x83FFu) | e << 10);
        }
    }
}

static void one_edge(unsigned mode, const struct edge *edge) {
    uint32_t format = mode & 1u ? TF32 : FP16;
    start(format, format);
    core.cfg[0][1] |= (mode >> 1 & 1u) << 29;
    set_phase(mode >> 2 & 3u);
    struct view v = view_now();
    int32_t largest = v.twin.e8 ? 255 : 31;
    int32_t both = edge->group - (int32_t)twin_adjust(&v.twin);
    int32_t a = both / 2 + (int32_t)(random32() % 5) - 2;
    fill_source(A, clip(a, largest), largest, edge->spread);
    fill_source(B, clip(both - a, largest), largest, edge->spread);
    fill_dst(&v, edge->group + edge->dst_above, v.dst32 ? 255 : largest);
    compare(&(struct shape){0, 1, 0, 1, 8}, TT_OP_MVMUL(0, 0, 0, 0));
}

/* All sixteen modes. */
static void many(unsigned rounds, struct edge (*choose)(unsigned mode)) {
    for (unsigned n = 0; n < 16 * rounds && !test_bad; n++) {
        struct edge edge = choose(n % 16);
        one_edge(n % 16, &edge);
    }
}

static struct edge near_nothing(unsigned mode) {
    (void)mode;
    return (struct edge){(int32_t)(random32() % 16) - 8, (int32_t)(random32() % 5) - 2,
                         1u << random32() % 3};
}

TEST(results_that_vanish) {
    many(12, near_nothing);
}

static struct edge near_overflow(unsigned mode) {
    int32_t top = mode & 3u ? 255 : 31; /* FP16 in a 16-bit Dst: 31 */
    return (struct edge){top - (int32_t)(random32() % 8), (int32_t)(random32() % 5) - 2,
                         1u << random32() % 3};
}

TEST(results_that_overflow) {
    many(12, near_overflow);
}

static struct edge wide(unsigned mode) {
    (void)mode;
    return (struct edge){16 + (int32_t)(random32() % 16), (int32_t)(random32() % 9) - 4, 32};
}

TEST(products_far_below_the_largest) {
    many(12, wide);
}

/* 12..17: where a group is rounded twice for a 16-bit Dst, and where it vanishes. */
static struct edge below_dst(unsigned mode) {
    int32_t group = mode & 3u ? 16 : 2;
    return (struct edge){group, 12 + (int32_t)(random32() % 6), 1u << random32() % 2};
}

TEST(groups_far_below_dst) {
    many(20, below_dst);
}

/* Sums of 8191 units, and 16382, are where two roundings give more than one; they are rare. */
TEST(fp16_groups_are_rounded_twice) {
    for (unsigned n = 0; n < 3000 && !test_bad; n++) {
        one_edge(0, &(struct edge){2, 14, 1});
    }
}

int main(void) {
    RUN_IF(STX_SRC_LOW, results_that_vanish);
    RUN_IF(STX_SRC_LOW, results_that_overflow);
    RUN_IF(STX_SRC_LOW, products_far_below_the_largest);
    RUN_IF(STX_SRC_LOW, groups_far_below_dst);
    RUN_IF(STX_SRC_LOW, fp16_groups_are_rounded_twice);
    return test_summary();
}
