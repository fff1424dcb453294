/* SPDX-License-Identifier: Apache-2.0
 *
 * The ends of sums (finish_sum.h): two groups and an element of Dst, against the plain form, for
 * any exponents; and where the quick ends answer. */
#include "fast/common/finish_sum.h"
#include "num/fpu_mac.h"
#include "test.h"

enum { TRIES = 100000 };

static uint32_t seed = 0x5EEDE2D5u;

static uint32_t random32(void) {
    return test_random(&seed);
}

/* A group and the same as a term of the plain form. */
struct both {
    struct group_sum group;
    struct fpu_term term;
};

static struct both both_of(int32_t whole, int32_t exponent) {
    uint32_t magnitude = (uint32_t)(whole < 0 ? -whole : whole);
    struct both b = {{whole * 2 + (int32_t)(random32() & 1u), exponent},
                     {exponent, magnitude << 13, whole < 0}};
    return b;
}

/* Around an exponent, now near, now far; all bits, or few so that sums are ties. */
static struct both random_group(int32_t around) {
    uint32_t r = random32(), far = r & 3u ? 16 : 80;
    int32_t whole = (int32_t)(r >> 8 & 0x7FFFu) >> (r >> 28);
    int32_t power = (1 << (r >> 28) % 15) + (int32_t)(r >> 8 & 3u) - 1; /* or beside one */
    whole = (r & 12u) == 0 ? whole & 0x7C00 : r & 8u ? whole : power;
    int32_t exponent = around + 4 - (int32_t)(random32() % far);
    if (around == 255 && r & 32u) { /* a term above an infinity, or nothing above it */
        exponent += (int32_t)(r >> 20 & 63u);
        whole = r & 64u ? 0 : whole;
    }
    return both_of(r & 16u ? -whole : whole, r % 23 ? exponent : 0);
}

/* An element in the shape of a binary32: ordinary, at an end of the range, or nothing. */
static uint32_t random_element(uint32_t bits, int32_t exponents) {
    uint32_t r = random32(), e = (uint32_t)(exponents - 1) / 2 + random32() % 8;
    e = r & 3u ? e : r & 4u ? random32() % 30 : (uint32_t)exponents - random32() % 30;
    e = r % 29 ? e % (uint32_t)(exponents + 1) : 0;
    uint32_t mantissa = r & 24u ? random32() : r & 32u ? 0 : 0x7FFFFFu;
    return ((r & 64u) << 25 | e << 23 | (mantissa & 0x7FFFFFu)) & bits;
}

static int32_t exponent_of(uint32_t v) {
    return (int32_t)(v >> 23 & 255u);
}

TEST(elements_of_32_bits_end_as_the_plain_form_ends_them) {
    const struct fpu_mode mode = fpu_mode_make(true, true, 0);
    uint16_t cells[DST_LOW_HALF + 1][STX_COLS] = {{0}};
    for (unsigned n = 0; n < TRIES; n++) {
        uint32_t dst = random_element(UINT32_MAX, 255);
        struct both x = random_group(exponent_of(dst)), y = random_group(exponent_of(dst));
        uint32_t want = fpu_accumulate(&mode, x.term, y.term, dst);
        cells[0][3] = (uint16_t)(dst >> 16);
        cells[DST_LOW_HALF][3] = (uint16_t)dst;
        finish_any_f32(&mode, &cells[0][3], x.group, y.group);
        CHECK_EQ((uint32_t)cells[0][3] << 16 | cells[DST_LOW_HALF][3], want);
        CHECK_EQ(finish32_far(&mode, x.group, y.group, dst), want);
    }
}

static struct finish_element element_of(uint32_t v) {
    return (struct finish_element){exponent_of(v), (int32_t)(1024u | (v >> 13 & 1023u)), v >> 31};
}

/* By the long way: sign, exponent, mantissa. */
static uint32_t far16(const struct fpu_mode *mode, struct group_sum x, struct group_sum y,
                      uint32_t dst, unsigned bits) {
    const struct group_sum groups[2] = {x, y};
    const struct finish_element element = element_of(dst);
    uint32_t v = finish16_far(mode, groups, &element, bits);
    return (v & 0x7FFFu) | v >> 31 << 15;
}

/* In both orders of the cell, and without what it held. */
TEST(bfloat16_elements_end_as_the_plain_form_ends_them) {
    const struct fpu_mode mode = fpu_mode_make(false, true, 0);
    for (unsigned n = 0; n < TRIES; n++) {
        uint32_t dst = random_element(0xFFFF0000u, 255);
        struct both x = random_group(exponent_of(dst)), y = random_group(exponent_of(dst));
        bool raw = n & 1u, keep = n % 16;
        uint32_t want = fpu_accumulate(&mode, x.term, y.term, keep ? dst : 0) >> 16;
        uint16_t cell = (uint16_t)(raw ? dst_documented(dst >> 16) : dst >> 16);
        finish_bf16(&mode, &cell, raw, keep, x.group, y.group);
        CHECK_EQ(raw ? dst_from_documented(cell) : cell, want);
        CHECK_EQ(far16(&mode, x.group, y.group, keep ? dst : 0, 7), want);
    }
}

/* Sign, five bits of exponent, ten of mantissa. */
static uint32_t fp16_of(uint32_t v) {
    return (v >> 16 & 0x8000u) | (v >> 13 & 0x7FFFu);
}

TEST(binary16_elements_end_as_the_plain_form_ends_them) {
    const struct fpu_mode mode = fpu_mode_make(false, false, 0);
    for (unsigned n = 0; n < TRIES; n++) {
        uint32_t dst = random_element(0x8FFFE000u, 31);
        struct both x = random_group(exponent_of(dst)), y = random_group(exponent_of(dst));
        bool raw = n & 1u, keep = n % 16;
        uint32_t want = fp16_of(fpu_accumulate(&mode, x.term, y.term, keep ? dst : 0));
        uint32_t documented = dst_fp16_to_documented(fp16_of(dst));
        uint16_t cell = (uint16_t)(raw ? documented : dst_from_documented(documented));
        finish_fp16(&cell, raw, keep, x.group, y.group);
        CHECK_EQ(dst_fp16_from_documented(raw ? cell : dst_documented(cell)), want);
        CHECK_EQ(far16(&mode, x.group, y.group, keep ? dst : 0, 10), want);
    }
}

/* Should the quick end answer: are the groups near the top, and the result not 0, with an exponent,
 * before a carry of the rounding, of 1 to `last`? 2: both will do, as the result does not tell
 * whether there was a carry. */
static unsigned answers(bool near, int32_t exponent, bool carried, int32_t last) {
    if (!near) {
        return 0;
    }
    if (carried && (exponent == 1 || exponent == last + 1)) {
        return 2;
    }
    return exponent >= 1 && exponent <= last;
}

static int32_t largest(int32_t a, int32_t b, int32_t c) {
    int32_t ab = a > b ? a : b;
    return ab > c ? ab : c;
}

/* How many binades below the top the result may be: finding the first bit by a table is quick for
 * the upper ones only. */
#ifdef BITS_CLZ_FAST
enum { LOWEST = 23 };
#else
enum { LOWEST = 10 };
#endif

TEST(the_quick_end_of_32_bits_answers_for_groups_within_12_binades_and_ordinary_results) {
    const struct fpu_mode mode = fpu_mode_make(true, true, 0);
    for (unsigned n = 0; n < TRIES; n++) {
        uint32_t v, dst = random_element(UINT32_MAX, 255), some = dst & 0x7F800000u ? dst : 0;
        struct both x = random_group(exponent_of(dst)), y = random_group(exponent_of(dst));
        uint32_t r = fpu_accumulate(&mode, x.term, y.term, some);
        int32_t top = largest(x.group.exponent, y.group.exponent, exponent_of(dst));
        bool near = top - x.group.exponent <= 12 && top - y.group.exponent <= 12;
        near &= top - exponent_of(r) <= LOWEST;
        unsigned may = answers(near, exponent_of(r), !(r & 0x7FFFFFu), 253);
        if (top > 0) { /* others are no case for it */
            bool does = finish32_near(x.group, y.group, some, &v);
            CHECK(may == 2 || does == may);
            CHECK(!does || v == r);
        }
    }
}

/* bits: of the mantissa; last: the last exponent. */
static bool answers_16(unsigned bits, bool e8, int32_t last) {
    const struct fpu_mode mode = fpu_mode_make(false, e8, 0);
    for (unsigned n = 0; n < TRIES; n++) {
        uint32_t v, negative, dst = random_element(e8 ? 0xFFFF0000u : 0x8FFFE000u, e8 ? 255 : 31);
        int32_t e = exponent_of(dst);
        struct both x = random_group(e), y = random_group(e);
        uint32_t r = fpu_accumulate(&mode, x.term, y.term, dst);
        int32_t top = largest(x.group.exponent, y.group.exponent, e);
        struct finish_element element = element_of(dst);
        bool overflow = (r & 0x7FFFFFFFu) == (e8 ? 0x7F800000u : 0x0FFFE000u);
        unsigned may = answers(top > 0, exponent_of(r), !(r & 0x7FFFFFu) || overflow, last);
        bool does = finish16_near(x.group, y.group, element, bits, &v, &negative);
        if ((may != 2 && does != may) ||
            (does && ((v << (23 - bits)) != (r & 0x7FFFFFFFu) || negative != r >> 31))) {
            printf("%08x %d*2^%d %d*2^%d: %d, should %u, result %08x\n", (unsigned)dst,
                   (int)x.group.value, (int)x.group.exponent, (int)y.group.value,
                   (int)y.group.exponent, does, may, (unsigned)r);
            return false;
        }
    }
    return true;
}

TEST(the_quick_end_of_bfloat16_answers_for_all_groups_and_ordinary_results) {
    CHECK(answers_16(7, true, 253));
}

TEST(the_quick_end_of_binary16_answers_for_all_groups_and_ordinary_results) {
    CHECK(answers_16(10, false, 30));
}

int main(void) {
    RUN(elements_of_32_bits_end_as_the_plain_form_ends_them);
    RUN(bfloat16_elements_end_as_the_plain_form_ends_them);
    RUN(binary16_elements_end_as_the_plain_form_ends_them);
    RUN(the_quick_end_of_32_bits_answers_for_groups_within_12_binades_and_ordinary_results);
    RUN(the_quick_end_of_bfloat16_answers_for_all_groups_and_ordinary_results);
    RUN(the_quick_end_of_binary16_answers_for_all_groups_and_ordinary_results);
    return test_summary();
}
