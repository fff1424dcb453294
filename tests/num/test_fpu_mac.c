/* SPDX-License-Identifier: Apache-2.0
 *
 * The FPU's arithmetic against its slow twin: 16-bit spaces exhaustively, special values with each
 * other, seeded random values elsewhere (SPEC 6.3, B.1). */
#include <stddef.h>

#include "num/fpu_mac.h"
#include "num/fpu_twin.h"
#include "test.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static uint32_t seed;

static uint32_t random32(void) {
    return test_random(&seed);
}

/* The sixteen modes: Dst 16 or 32 bits, exponents of 5 or 8 bits, four phases. */
#define MODES 16u
static struct twin twin_at(unsigned i) {
    return (struct twin){i & 1u, i >> 1 & 1u, i >> 2, false};
}

static struct fpu_mode mode_of(const struct twin *t) {
    return fpu_mode_make(t->acc32, t->e8, t->phase);
}

static uint32_t datum(uint32_t sign, uint32_t exponent, uint32_t mantissa) {
    return sign << 31 | exponent << 23 | mantissa << 13;
}

static bool same_term(struct fpu_term got, struct twin_term want) {
    int64_t value = got.negative ? -(int64_t)got.magnitude : (int64_t)got.magnitude;
    return got.exponent == want.exponent && value == want.value;
}

static struct fpu_term term_of(struct twin_term t) {
    return (struct fpu_term){(int32_t)t.exponent, (uint32_t)(t.value < 0 ? -t.value : t.value),
                             t.value < 0};
}

#define CHECK_TERM(i, b, a, got, want)                                                      \
    do {                                                                                    \
        struct fpu_term got_ = (got);                                                       \
        struct twin_term want_ = (want);                                                    \
        if (!same_term(got_, want_)) {                                                      \
            printf("%s:%d: mode %u, b %08x, a %08x: exponent %d, %s%u; expected %d, %d\n",  \
                   __FILE__, __LINE__, i, (unsigned)(b), (unsigned)(a), (int)got_.exponent, \
                   got_.negative ? "-" : "", (unsigned)got_.magnitude, (int)want_.exponent, \
                   (int)want_.value);                                                       \
            test_bad = 1;                                                                   \
            return;                                                                         \
        }                                                                                   \
    } while (0)

static void check_product(unsigned i, uint32_t b, uint32_t a, bool keep) {
    struct twin t = twin_at(i);
    struct fpu_mode mode = mode_of(&t);
    CHECK_TERM(i, b, a, fpu_product(&mode, b, a, keep), twin_product(&t, b, a, keep));
}

static void check_sum(unsigned i, uint32_t b, uint32_t a, bool keep) {
    struct twin t = twin_at(i);
    struct fpu_mode mode = mode_of(&t);
    CHECK_TERM(i, b, a, fpu_sum(&mode, a, b, keep), twin_sum(&t, a, b, keep));
}

static void check_group(unsigned i, const uint32_t *b, const uint32_t *a) {
    struct twin t = twin_at(i);
    struct fpu_mode mode = mode_of(&t);
    for (unsigned n = 0; n < 2; n++) {
        bool keep = n;
        mode.keeps = keep;
        CHECK_TERM(i, b[0], a[0], fpu_group(&mode, b, a), twin_group(&t, b, a, keep));
    }
}

static void check_accumulate(unsigned i, struct twin_term x, struct twin_term y, uint32_t dst) {
    struct twin t = twin_at(i);
    struct fpu_mode mode = mode_of(&t);
    uint32_t got = fpu_accumulate(&mode, term_of(x), term_of(y), dst);
    uint32_t want = twin_accumulate(&t, x, y, dst);
    if (got != want) {
        printf("mode %u, terms 2^%d * %d and 2^%d * %d, dst %08x: %08x, expected %08x\n", i,
               (int)x.exponent, (int)x.value, (int)y.exponent, (int)y.value, (unsigned)dst,
               (unsigned)got, (unsigned)want);
        test_bad = 1;
    }
}

/* A source datum: any sign and mantissa, an exponent around a middle; now and then special. */
static uint32_t random_datum(const struct twin *t, uint32_t middle, uint32_t spread) {
    static const uint8_t special[] = {0, 1, 2, 30, 31, 126, 127, 254, 255};
    uint32_t r = random32(), e = middle + random32() % spread;
    if (r % 16 == 0) {
        e = special[random32() % sizeof special];
    }
    uint32_t mantissa = r >> 4 & 1023u;
    if (r >> 14 & 1u) {
        mantissa &= r >> 15 & 1023u; /* few ones: ties */
    }
    return datum(r >> 31, e & (t->e8 ? 255u : 31u), mantissa);
}

/* A Dst element of the mode's width. */
static uint32_t random_dst(const struct twin *t, uint32_t middle, uint32_t spread) {
    uint32_t d = random_datum(t, middle, spread);
    if (t->acc32) {
        uint32_t wide = random32() % 2 ? random32() & 0x1FFFu : 0x1000u;
        return (d & 0x807FFFFFu) | ((middle + random32() % spread) & 255u) << 23 | wide;
    }
    return t->e8 ? d & 0xFFFF0000u : d;
}

TEST(products_of_all_significands_in_all_phases) {
    for (unsigned phase = 0; phase < 4; phase++) {
        for (uint32_t m = 0; m < 1u << 20; m++) {
            check_product(3 + 4 * phase, datum(0, 100, m & 1023u), datum(1, 120, m >> 10), false);
            if (test_bad) {
                return;
            }
        }
    }
}

TEST(products_of_all_exponents_in_all_modes) {
    for (unsigned i = 0; i < MODES; i++) {
        unsigned limit = i & 2u ? 256 : 32;
        for (uint32_t e = 0; e < limit * limit && !test_bad; e++) {
            uint32_t r = random32();
            uint32_t b = datum(r >> 31, e % limit, r & 1023u);
            uint32_t a = datum(r >> 30 & 1u, e / limit, r >> 10 & 1023u);
            check_product(i, b, a, r >> 29 & 1u);
        }
    }
}

TEST(sums_of_all_bf16_significands_at_all_distances) {
    for (uint32_t m = 0; m < 1u << 15; m++) {
        for (uint32_t d = 0; d < 15 && !test_bad; d++) {
            uint32_t near = datum(0, 100 + d, (m & 127u) << 3);
            uint32_t far = datum(m >> 14, 100, (m >> 7 & 127u) << 3);
            check_sum(3, near, far, false);
            check_sum(3, far, near, false);
        }
    }
}

TEST(sums_of_all_tf32_significands_where_they_overlap_most_and_least) {
    static const uint8_t distance[] = {0, 1, 10, 11, 12};
    for (uint32_t m = 0; m < 1u << 20; m++) {
        for (unsigned i = 0; i < COUNT(distance) && !test_bad; i++) {
            uint32_t a = datum(0, 100 + distance[i], m & 1023u), b = datum(1, 100, m >> 10);
            check_sum(3, b, a, false);
        }
    }
}

TEST(sums_of_all_exponents_in_all_modes) {
    for (unsigned i = 0; i < MODES; i++) {
        unsigned limit = i & 2u ? 256 : 32;
        for (uint32_t e = 0; e < limit * limit && !test_bad; e++) {
            uint32_t r = random32(), m = r >> 28 & 1u ? 1023u : 0;
            uint32_t b = datum(r >> 31, e % limit, r & m);
            uint32_t a = datum(r >> 30 & 1u, e / limit, r >> 10 & m);
            check_sum(i, b, a, r >> 29 & 1u);
        }
    }
}

/* Products equal but for one, at every distance up to past the limit of 30. */
TEST(a_product_is_aligned_to_the_largest_of_its_group) {
    static const uint32_t ones[] = {0, 0x200, 0x3FF, 0x155, 0x2AA, 1, 0x1F, 0x20, 0x3F, 0x40};
    for (unsigned phase = 0; phase < 4; phase++) {
        for (uint32_t n = 0; n < COUNT(ones) * COUNT(ones) * 40 * 2; n++) {
            uint32_t low = n / 80 % COUNT(ones), high = n / 80 / COUNT(ones), far = n / 2 % 40;
            uint32_t a[8] = {0}, b[8] = {0};
            a[phase] = datum(n & 1u, 120 - far, ones[low]);
            b[phase] = datum(0, 120, ones[high]);
            a[phase + 4] = b[phase + 4] = datum(0, 120, ones[high]);
            check_group(3 + 4 * phase, b, a);
            if (test_bad) {
                return;
            }
        }
    }
}

/* A slice of zero keeps its exponent, a zero operand does not (the word of SPEC 6.3). */
TEST(a_product_that_is_zero_by_its_slices_counts_in_the_maximum) {
    struct twin t = {true, true, 1, false};
    struct fpu_mode mode = mode_of(&t);
    uint32_t one = datum(0, 127, 0), half = datum(0, 126, 0x3E);
    uint32_t a[8] = {half, one}, b[8] = {one, one};
    struct fpu_term g = fpu_group(&mode, b, a);
    CHECK_EQ(g.exponent, 127 - 5);
    CHECK_EQ(g.magnitude, (31 * 64 / 2) << 13);
    a[1] = 0;
    g = fpu_group(&mode, b, a);
    CHECK_EQ(g.exponent, 126 - 5);
    CHECK_EQ(g.magnitude, (31 * 64) << 13);
}

TEST(groups_of_random_products) {
    for (uint32_t n = 0; n < 400000 && !test_bad; n++) {
        unsigned i = n % MODES;
        struct twin t = twin_at(i);
        uint32_t a[8], b[8], spread = 1u << random32() % 6, middle = random32() & 127u;
        for (unsigned k = 0; k < 8; k++) {
            a[k] = random_datum(&t, middle, spread);
            b[k] = random_datum(&t, 127, spread);
        }
        check_group(i, b, a);
    }
}

/* Terms around a Dst of exponent e; sums of eight products have up to 15 bits over 2^13. */
static struct twin_term random_term(const struct twin *t, int64_t e) {
    uint32_t r = random32();
    int64_t m = r >> 8 & 0x7FFFu, d = random32() % 8 ? random32() % 16 : random32() % 70;
    m &= r & 1u ? 0x7FFF : random32() & 0x7FFFu;
    struct twin_term x = {e + 8 - d, (r & 2u ? -m : m) * 0x2000};
    return r % 32 == 0 ? (struct twin_term){twin_zero_exponent(t), 0} : x;
}

static void accumulate_all_16_bit(unsigned first) {
    for (unsigned phase = 0; phase < 4; phase++) {
        unsigned i = first + 4 * phase;
        struct twin t = twin_at(i);
        for (uint32_t v = 0; v < 0x10000 && !test_bad; v++) {
            uint32_t dst = t.e8 ? v << 16 : (v & 0x8000u) << 16 | (v & 0x7FFFu) << 13;
            struct twin_term none = {0, 0}, zero = {twin_zero_exponent(&t), 0};
            check_accumulate(i, zero, none, dst);
            for (unsigned n = 0; n < 8; n++) {
                int64_t e = twin_exponent(dst);
                check_accumulate(i, random_term(&t, e), random_term(&t, e), dst);
            }
        }
    }
}

TEST(every_bf16_dst_with_nothing_and_with_near_terms) {
    accumulate_all_16_bit(2);
}

TEST(every_fp16_dst_with_nothing_and_with_near_terms) {
    accumulate_all_16_bit(0);
}

TEST(special_terms_and_special_dst_of_all_modes) {
    static const int32_t exponent[] = {-200, -1, 0, 1, 2, 30, 31, 32, 97, 127, 254, 255, 256, 400};
    static const int32_t value[] = {0, 1, 2, 3, 0x3FF, 0x400, 0x401, 0x7FF, 0x800, 0xFFF, 0x7FFF};
    static const uint32_t fraction[] = {0,       1,        0x1000,   0xFFFF,
                                        0x10000, 0x400000, 0x7FE000, 0x7FFFFF};
    uint32_t terms = COUNT(exponent) * COUNT(value) * 2;
    for (uint32_t n = 0; n < terms * COUNT(exponent) * COUNT(fraction) * 2 && !test_bad; n++) {
        uint32_t d = n / terms;
        int64_t v = value[n / 2 % COUNT(value)];
        struct twin_term x = {exponent[n % terms / 2 / COUNT(value)], (n & 1u ? -v : v) * 0x2000};
        uint32_t dst = (d & 1u) << 31 | fraction[d / 2 % COUNT(fraction)] |
                       ((uint32_t)exponent[d / 2 / COUNT(fraction)] & 255u) << 23;
        for (unsigned i = 0; i < MODES; i++) {
            struct twin t = twin_at(i);
            uint32_t bits = t.acc32 ? UINT32_MAX : t.e8 ? 0xFFFF0000u : 0x8FFFE000u;
            check_accumulate(i, x, (struct twin_term){x.exponent - (int)(n % 5), x.value / 2 * 2},
                             dst & bits);
        }
    }
}

TEST(random_terms_and_dst_of_all_modes) {
    for (uint32_t n = 0; n < 400000 && !test_bad; n++) {
        unsigned i = n % MODES;
        struct twin t = twin_at(i);
        uint32_t dst = random_dst(&t, random32() % 256, 2);
        int64_t e = twin_exponent(dst);
        check_accumulate(i, random_term(&t, e), random_term(&t, e), dst);
    }
}

/* The examples of SPEC B.1, as words. */
TEST(the_worked_examples_of_the_specification) {
    struct fpu_mode bf16 = fpu_mode_make(false, true, 0), wide = fpu_mode_make(true, false, 0);
    struct fpu_term none = {0, 0, false}, tiny = {127 - 8, 0x800000, false};
    CHECK_EQ(fpu_accumulate(&bf16, tiny, none, 0x3F800000), 0x3F810000); /* 1 + 2^-8 */
    tiny.negative = true;
    CHECK_EQ(fpu_accumulate(&bf16, tiny, none, 0xBF800000), 0xBF810000);
    CHECK_EQ(fpu_accumulate(&bf16, none, none, 0x7FC00000), 0x7F800000); /* NaN -> infinity */
    CHECK_EQ(fpu_accumulate(&bf16, none, none, 0x80000000), 0);
    CHECK_EQ(fpu_accumulate(&bf16, none, none, 0x007F0000), 0);
    struct fpu_term zero = fpu_product(&wide, 0, 0, false); /* carries exponent 97 */
    CHECK_EQ(fpu_accumulate(&wide, zero, none, 0x20000001), 0);
    CHECK_EQ(fpu_accumulate(&wide, zero, none, 0x2FFFFFFF), 0x30000000);
    CHECK_EQ(fpu_accumulate(&wide, zero, none, 0x30000001), 0x30000002);
}

TEST(integers_saturate_and_have_no_minus_zero) {
    static const uint32_t special[] = {0,          1,          0x01000000, 0x7F000000, 0x7FFFFFFF,
                                       0x80000000, 0x80000001, 0x81000000, 0xFEFFFFFF, 0xFFFFFFFF};
    for (uint32_t n = 0; n < 300000; n++) {
        uint32_t dst = n % 3 ? special[random32() % COUNT(special)] : random32();
        dst += n % 7 ? 0 : random32() % 64;
        int32_t value = (int32_t)(random32() % 0x2000000u) - 0x1000000;
        value = n % 5 ? value : (int32_t)(random32() % 64) - 32;
        CHECK_EQ(fpu_accumulate_int(dst, value), twin_accumulate_integer(dst, value));
        CHECK_EQ(fpu_accumulate_int(0x80000000u + n, (int32_t)n), 0);
    }
}

/* 1.0 * 1.0 and -(1 + 2^-23) leave -2^-23: one unit. Sources: tt-metal issue 38306. */
TEST(a_sum_of_minus_1_is_normalised_as_the_chip_does) {
    struct fpu_mode mode = fpu_mode_make(true, true, 0);
    struct fpu_term one = {127, 0x800000, false}, none = {0, 0, false};
    uint32_t wrong = STX_ARCH == STX_ARCH_WORMHOLE ? 0xC1800000u : 0xB4000000u;
    CHECK_EQ(fpu_accumulate(&mode, one, none, 0xBF800001u), wrong);
    one.negative = true;
    CHECK_EQ(fpu_accumulate(&mode, one, none, 0x3F800001u), 0x34000000u);
    mode.right_minus_1 = true;
    one.negative = false;
    CHECK_EQ(fpu_accumulate(&mode, one, none, 0xBF800001u), 0xB4000000u);
}

/* bf16 to binary32 by adding a +0 that is kept: of 65,024 normal numbers, 2,816 change. Measured on
 * P300 and N300: exponents 1 to 10 gain exactly 2^-127, 11 rounds up, from 12 on nothing is gained
 * (tt-metal issue 54910). */
TEST(a_kept_plus_zero_changes_2816_normal_bfloat16) {
    static const struct fpu_term nothing = {0, 0, false};
    struct fpu_mode mode = fpu_mode_make(true, true, 0), simulator = mode;
    unsigned changed = 0;
    simulator.loses_plus_zero = true;
    for (uint32_t half = 0; half < 0x10000; half++) {
        uint32_t a = half << 16, e = a >> 23 & 255u;
        if (e == 0 || e == 255) {
            continue;
        }
        uint32_t got = fpu_accumulate(&mode, fpu_sum(&mode, a, 0, true), nothing, 0);
        int64_t units = (int64_t)(a & 0x7FFFFF) + 0x800000; /* of 2^(e - 150) */
        int64_t gained = e <= 10 ? (a >> 31 ? -1 : 1) * (0x800000 >> e) : 0;
        if (e <= 10) { /* 2^-127 is 2^(23 - e) units */
            uint32_t want_e = e;
            units += gained;
            if (units < 0x800000) { /* a power of two, less something: one binade below */
                units *= 2;
                want_e--;
            }
            CHECK_EQ(got, units >= 0x1000000
                              ? (a & 0x80000000u) | (want_e + 1) << 23 | (units / 2 - 0x800000)
                          : want_e ? (a & 0x80000000u) | want_e << 23 | (units - 0x800000)
                                   : 0);
        }
        changed += got != a;
        CHECK_EQ(fpu_accumulate(&mode, fpu_sum(&simulator, a, 0, true), nothing, 0), a);
    }
    CHECK_EQ(changed, 2816);
}

/* 2^100 times sixteen kept zeros of 2^-127 each: 2^-23, with the sign of each zero. */
TEST(kept_zeros_count_in_sums_of_products) {
    struct fpu_mode mode = fpu_mode_make(false, true, 0);
    uint32_t a[8], plus[8] = {0}, minus[8];
    for (unsigned k = 0; k < 8; k++) {
        a[k] = datum(0, 227, 0);
        minus[k] = 0x80000000u;
    }
    mode.keeps = true;
    struct fpu_term p = fpu_group(&mode, plus, a), m = fpu_group(&mode, minus, a);
    CHECK_EQ(fpu_accumulate(&mode, p, p, 0), 0x34000000);
    CHECK_EQ(fpu_accumulate(&mode, m, m, 0), 0xB4000000);
    CHECK_EQ(fpu_accumulate(&mode, p, m, 0), 0);
    mode.keeps = false;
    p = fpu_group(&mode, plus, a);
    CHECK_EQ(fpu_accumulate(&mode, p, p, 0), 0);
}

int main(void) {
    seed = 0x5EED0601u;
    RUN(products_of_all_significands_in_all_phases);
    RUN(products_of_all_exponents_in_all_modes);
    RUN(sums_of_all_bf16_significands_at_all_distances);
    RUN(sums_of_all_tf32_significands_where_they_overlap_most_and_least);
    RUN(sums_of_all_exponents_in_all_modes);
    RUN(a_product_is_aligned_to_the_largest_of_its_group);
    RUN(a_product_that_is_zero_by_its_slices_counts_in_the_maximum);
    RUN(groups_of_random_products);
    RUN(every_bf16_dst_with_nothing_and_with_near_terms);
    RUN(every_fp16_dst_with_nothing_and_with_near_terms);
    RUN(special_terms_and_special_dst_of_all_modes);
    RUN(random_terms_and_dst_of_all_modes);
    RUN(the_worked_examples_of_the_specification);
    RUN(a_sum_of_minus_1_is_normalised_as_the_chip_does);
    RUN(a_kept_plus_zero_changes_2816_normal_bfloat16);
    RUN(kept_zeros_count_in_sums_of_products);
    RUN(integers_saturate_and_have_no_minus_zero);
    return test_summary();
}
