/* SPDX-License-Identifier: Apache-2.0
 *
 * The vector unit's multiply-add against the seven rules of SPEC 8.5 written down literally and
 * slowly, and against the host's fmaf() where the two must agree. An argument sets the number of
 * random triples (make soak: 10 million). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sfpu/multiply_add.h"
#include "softensix/softensix.h"
#include "floats.h"
#include "mad_wormhole.h"
#include "test.h"

static struct stx_core core;
static uint32_t seed = 0x4D414431u;
static unsigned long triples = 100000;

/* ---- the rules, one after the other, in 64 bits ---- */

struct term {
    int negative, e; /* e: exponent field */
    uint64_t m;      /* with hidden bit */
};

static struct term term_of(uint32_t v) {
    struct term t = {(int)(v >> 31), (int)(v >> 23 & 255u), 0};
    if (t.e != 0) {
        t.m = (v & 0x7FFFFFu) + 0x800000u;
    }
    return t;
}

static uint32_t number(int negative, uint32_t magnitude) {
    return (uint32_t)negative << 31 | magnitude;
}

/* v / 2^n; what is lost is told to lowest bit. */
static uint64_t shift_sticky(uint64_t v, int n) {
    uint64_t q = n > 63 ? 0 : v >> n;
    uint64_t lost = n > 63 ? v : v - (q << n);
    return q | (lost != 0);
}

static uint32_t rule2(uint32_t x, uint32_t y, uint32_t z, int product_negative) {
    float fx, fy, fz;
    memcpy(&fx, &x, 4);
    memcpy(&fy, &y, 4);
    memcpy(&fz, &z, 4);
    int zero = (x & 0x7F800000u) == 0 || (y & 0x7F800000u) == 0; /* denormals count as 0 */
    if (isnan(fx) || isnan(fy) || isnan(fz)) {
        return 0x7FC00000u;
    }
    if ((isinf(fx) || isinf(fy)) && (zero || (isinf(fz) && (z >> 31 != 0) != product_negative))) {
        return 0x7FC00000u;
    }
    return isinf(fz) ? z : number(product_negative, 0x7F800000u);
}

static uint32_t rules6and7(int negative, int e, uint64_t r) {
    int length = 0;
    for (uint64_t v = r; v; v >>= 1) {
        length++;
    }
    int n = length - 27; /* 5 - clz32 */
    e += n;
    if (e >= 255) {
        return number(negative, 0x7F800000u);
    }
    if (e <= 0) {
        n += 1;
        e = 0;
    }
    uint64_t m = n <= 0 ? r << -n : r >> n | ((r & (uint64_t)(n | 1)) != 0);
    uint64_t packed = ((uint64_t)e << 23) + (m / 8 % 0x800000u);
    packed += m % 8 + packed % 2 > 4;
    return number(negative, packed >> 23 ? (uint32_t)packed : 0);
}

static uint32_t reference(uint32_t x, uint32_t y, uint32_t z) {
    if (STX_ARCH == STX_ARCH_WORMHOLE) {
        return wormhole_reference(x, y, z);
    }
    struct term a = term_of(x), b = term_of(y), c = term_of(z);
    int negative = a.negative ^ b.negative, p = a.e + b.e - 127, e = p > c.e ? p : c.e;
    uint64_t product = a.m * b.m, mp = shift_sticky(product, 20), mz = c.m * 8;
    if (a.e == 255 || b.e == 255 || c.e == 255 || p >= 255) {
        return rule2(x, y, z, negative);
    }
    if (product == 0 || p < 0) {
        return mz ? z : number(negative & c.negative, 0);
    }
    mp = e - p > 31 || mp >> (e - p) == 0 ? 0 : shift_sticky(mp, e - p);
    mz = e - c.e > 31 || mz >> (e - c.e) == 0 ? 0 : shift_sticky(mz, e - c.e);
    int64_t sum =
        (negative ? -(int64_t)mp : (int64_t)mp) + (c.negative ? -(int64_t)mz : (int64_t)mz);
    if (sum == 0) {
        return number(negative & c.negative, 0);
    }
    return rules6and7(sum < 0, e, (uint64_t)(sum < 0 ? -sum : sum));
}

/* ---- operands ---- */

static const uint32_t special[] = {0,          0x80000000, 1,          0x807FFFFF, 0x00800000,
                                   0x80800001, 0x3F800000, 0xBF800000, 0x3FFFFFFF, 0x40000000,
                                   0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7F800001,
                                   0xFFC00000, 0x4B000001, 0x33800000, 0xB3FFFFFF, 0x5F000001};
enum { SPECIALS = sizeof special / sizeof special[0] };

static uint32_t near_one(void) {
    return (test_random(&seed) & 0x807FFFFFu) | (120 + test_random(&seed) % 16) << 23;
}

/* Any bits; moderate exponents; z near -x * y; results near the smallest normal; few bits. */
static void random_triple(uint32_t *x, uint32_t *y, uint32_t *z) {
    uint32_t kind = test_random(&seed) % 5;
    *x = kind == 0 ? test_random(&seed) : near_one();
    *y = kind == 0 ? test_random(&seed) : near_one();
    *z = kind == 0 ? test_random(&seed) : near_one();
    if (kind == 2) {
        *z = bits(-as_float(*x) * as_float(*y)) + test_random(&seed) % 5 - 2;
    } else if (kind == 3) {
        *x = (*x & 0x807FFFFFu) | (test_random(&seed) % 20) << 23;
        *z = (*z & 0x807FFFFFu) | (test_random(&seed) % 20) << 23;
    } else if (kind == 4) {
        *x &= 0xFFFF0000u;
        *y &= 0xFFFF8000u;
        *z &= 0xFFF80000u;
    }
}

static void check(uint32_t x, uint32_t y, uint32_t z) {
    uint32_t got = stx_sfpu_mad(x, y, z), plain = stx_sfpu_mad_plain(x, y, z);
    uint32_t want = reference(x, y, z);
    if (got != want || plain != want) {
        printf("mad(%08x, %08x, %08x) = %08x, plain form %08x, expected %08x\n", (unsigned)x,
               (unsigned)y, (unsigned)z, (unsigned)got, (unsigned)plain, (unsigned)want);
        test_bad = 1;
    }
}

TEST(every_triple_of_special_operands_follows_the_rules) {
    for (unsigned i = 0; i < SPECIALS * SPECIALS * SPECIALS && !test_bad; i++) {
        check(special[i % SPECIALS], special[i / SPECIALS % SPECIALS],
              special[i / SPECIALS / SPECIALS]);
    }
}

TEST(random_triples_follow_the_rules) {
    for (unsigned long i = 0; i < triples && !test_bad; i++) {
        uint32_t x, y, z;
        random_triple(&x, &y, &z);
        check(x, y, z);
    }
}

TEST(products_next_to_the_smallest_normal_follow_the_rules) {
    for (unsigned i = 0; i < 1000 && !test_bad; i++) {
        uint32_t x = (test_random(&seed) & 0x807FFFFFu) | 126u << 23; /* from 1/2 to 1 */
        uint32_t y = bits(0x1p-126f / as_float(x)) + test_random(&seed) % 5 - 2;
        check(x, y, 0);
    }
}

/* Where the chips differ: x, y, z, Wormhole's result, Blackhole's. */
static const uint32_t examples[][5] = {
    {0xBF800000, 0, 0x80000000, 0, 0x80000000},                    /* zeros are +0 */
    {0x80800000, 0x3F000000, 0, 0, 0x80000000},                    /* so is underflow */
    {0x00800000, 0x3F7FFFFF, 0, 0, 0x00800000},                    /* before rounding */
    {0x7F7FFFFF, 0x40000000, 0xFF800000, 0x7FFFFFFF, 0xFF800000},  /* bits leak */
    {0x7FC00000, 0x3F800000, 0x3F800000, 0x7F800001, 0x7FC00000},  /* none at 255 */
    {0x7FC00000, 0x3F000000, 0, 0x7FC00001, 0x7FC00000},           /* below 255 */
    {0xC0FFFFFF, 0x417FFFFA, 0xBF800007, 0xC300FFFC, 0xC300FFFD}}; /* a bit is lost */

TEST(each_chip_has_its_own_nans_zeros_and_lost_bits) {
    for (unsigned i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const uint32_t *v = examples[i];
        CHECK_EQ(stx_sfpu_mad(v[0], v[1], v[2]), STX_ARCH == STX_ARCH_WORMHOLE ? v[3] : v[4]);
    }
}

enum { LANES = 32 };

/* Few bits, at exponents up to 40 apart: results in the middle between two. */
static uint32_t ragged(void) {
    uint32_t v = test_random(&seed), zeros = test_random(&seed) % 24;
    return ((v & 0x807FFFFFu) | (108 + test_random(&seed) % 40) << 23) >> zeros << zeros;
}

static uint32_t any_operand(uint32_t v) {
    uint32_t choice = test_random(&seed) % 16;
    return choice == 0 ? special[test_random(&seed) % SPECIALS] : choice < 8 ? ragged() : v;
}

static void fill(uint32_t *x, uint32_t *y, uint32_t *z) {
    for (unsigned i = 0; i < LANES; i++) {
        random_triple(&x[i], &y[i], &z[i]);
        x[i] = any_operand(x[i]);
        y[i] = any_operand(y[i]);
        z[i] = any_operand(z[i]);
    }
}

/* Results of all lanes, in the place of x. */
static void check_lanes(const char *what, const uint32_t *got, const uint32_t *want) {
    for (unsigned i = 0; i < LANES; i++) {
        if (got[i] != want[i]) {
            printf("%s: lane %u is %08x, expected %08x\n", what, i, (unsigned)got[i],
                   (unsigned)want[i]);
            test_bad = 1;
        }
    }
}

TEST(loops_over_lanes_give_the_same) {
    for (unsigned long n = 0; n < triples / LANES && !test_bad; n++) {
        uint32_t x[LANES], y[LANES], z[LANES], got[LANES], mad[LANES], mul[LANES], add[LANES];
        fill(x, y, z);
        for (unsigned i = 0; i < LANES; i++) {
            mad[i] = reference(x[i], y[i], z[i]);
            mul[i] = reference(x[i], y[i], 0);
            add[i] = reference(0x3F800000u, x[i], z[i]);
        }
        sfpu_mul_lanes(&core, x, y, got, LANES);
        check_lanes("product", got, mul);
        sfpu_add_lanes(&core, x, z, got, LANES);
        check_lanes("sum", got, add);
        sfpu_mad_lanes(&core, x, y, z, x, LANES);
        check_lanes("multiply-add in place", x, mad);
    }
}

static int normal(uint32_t v) {
    uint32_t e = v >> 23 & 255u;
    return e > 0 && e < 255;
}

/* A product that needs no sticky bit plus a term of its sign: the correctly rounded sum, unless a
 * term vanishes completely. (Two sticky bits add up to a carry, which the rules keep.) */
TEST(sums_of_one_sign_are_correctly_rounded) {
    if (STX_MAD_OWN_NANS) {
        return; /* Wormhole loses a bit of large sums */
    }
    for (unsigned long i = 0; i < triples; i++) {
        uint32_t x = near_one() & 0xFFFFF000u, y = near_one() & 0xFFFFF000u, z = near_one();
        z = (z & 0x7FFFFFFFu) | ((x ^ y) & 0x80000000u);
        uint32_t want = bits(fmaf(as_float(x), as_float(y), as_float(z)));
        if (normal(want)) {
            CHECK_EQ(stx_sfpu_mad(x, y, z), want);
        }
    }
}

TEST(products_and_sums_alone_are_correctly_rounded) {
    for (unsigned long i = 0; i < triples; i++) {
        uint32_t x = near_one(), y = near_one();
        CHECK_EQ(stx_sfpu_mad(x, y, 0), bits(as_float(x) * as_float(y)));
        if (normal(bits(as_float(x) + as_float(y)))) {
            CHECK_EQ(stx_sfpu_mad(x, 0x3F800000u, y), bits(as_float(x) + as_float(y)));
        }
    }
}

int main(int argc, char **argv) {
    if (argc > 1) {
        triples = strtoul(argv[1], NULL, 0);
    }
    stx_init(&core, NULL, 0, NULL);
    RUN(every_triple_of_special_operands_follows_the_rules);
    RUN(random_triples_follow_the_rules);
    RUN(products_next_to_the_smallest_normal_follow_the_rules);
    RUN(each_chip_has_its_own_nans_zeros_and_lost_bits);
    RUN(loops_over_lanes_give_the_same);
    RUN(sums_of_one_sign_are_correctly_rounded);
    RUN(products_and_sums_alone_are_correctly_rounded);
    return test_summary();
}
