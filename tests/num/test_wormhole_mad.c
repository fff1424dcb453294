/* SPDX-License-Identifier: Apache-2.0
 *
 * test_wormhole_mad.c - Wormhole's multiply-add beside its seven rules, in a library for
 * either chip. */
/* A name of its own: the library of that chip has the function too. */
#include "num/sfpu_mad.h"
#define stx_sfpu_mad_wormhole wormhole_mad
#include "../../lib/num/sfpu_mad_wormhole.c"

#include "mad_wormhole.h"
#include "test.h"

static uint32_t seed = 1;

static void check(uint32_t x, uint32_t y, uint32_t z) {
    uint32_t got = wormhole_mad(x, y, z), want = wormhole_reference(x, y, z);
    if (got != want) {
        printf("mad(%08lx, %08lx, %08lx) = %08lx, expected %08lx\n", (unsigned long)x,
               (unsigned long)y, (unsigned long)z, (unsigned long)got, (unsigned long)want);
        test_bad = 1;
    }
}

TEST(every_triple_of_ends_of_exponents_follows_the_rules) {
    static const uint32_t ends[] = {0,          0x00000001, 0x007FFFFF, 0x00800000,
                                    0x00800001, 0x3F800000, 0x3FFFFFFF, 0x40000000,
                                    0x4B000001, 0x33800000, 0x5F000001, 0x7F000000,
                                    0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7FC00000};
    enum { ENDS = sizeof ends / sizeof *ends };
    for (unsigned i = 0; i < 8 * ENDS * ENDS * ENDS && !test_bad; i++) {
        uint32_t n = i >> 3, x = ends[n % ENDS], y = ends[n / ENDS % ENDS];
        check(x | (i & 1u) << 31, y | (i & 2u) << 30, ends[n / ENDS / ENDS] | (i & 4u) << 29);
    }
}

TEST(any_bits_follow_the_rules) {
    for (unsigned i = 0; i < 300000 && !test_bad; i++) {
        uint32_t x = test_random(&seed), y = test_random(&seed);
        check(x, y, test_random(&seed));
    }
}

/* Exponents that meet: sums of which bits are lost, differences that cancel. */
TEST(terms_of_one_size_follow_the_rules) {
    for (unsigned i = 0; i < 300000 && !test_bad; i++) {
        uint32_t x = (test_random(&seed) & 0x807FFFFFu) | (1 + test_random(&seed) % 254) << 23;
        uint32_t y = (test_random(&seed) & 0x807FFFFFu) | 127u << 23;
        uint32_t near = test_random(&seed) % 5 - 2, sign = test_random(&seed) & 0x80000000u;
        check(x, y, (x & 0x7FFFFFFFu) + (near << 23) + (test_random(&seed) & 0xFFu) + sign);
        check(x, 0x3F800000, ((x ^ 0x80000000u) + near) ^ (test_random(&seed) % 16 ? 0 : sign));
    }
}

/* The product counts as one of exponent 255, however large it is: beside a NaN of the other sign
 * and nearly the same mantissa bits of the difference leak. */
TEST(products_that_overflow_beside_a_nan_follow_the_rules) {
    for (unsigned i = 0; i < 100000 && !test_bad; i++) {
        uint32_t x = (test_random(&seed) & 0x7FFFFFu) | (200 + test_random(&seed) % 55) << 23;
        uint32_t y = (160 + test_random(&seed) % 95) << 23; /* a power of two */
        uint32_t z = (x & 0x7FFFFFu) + test_random(&seed) % 5 - 2;
        check(x, y, 0xFF800000u | (z & 0x7FFFFFu));
        check(x | 0x80000000u, y, 0x7F800000u | (z & 0x7FFFFFu));
        check(x, y, 0x7F800000u | (z & 0x7FFFFFu));
    }
}

int main(void) {
    RUN(every_triple_of_ends_of_exponents_follows_the_rules);
    RUN(any_bits_follow_the_rules);
    RUN(terms_of_one_size_follow_the_rules);
    RUN(products_that_overflow_beside_a_nan_follow_the_rules);
    return test_summary();
}
