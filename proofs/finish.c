/* SPDX-License-Identifier: Apache-2.0
 *
 * finish.c - the end of a sum of the matrix unit.
 * Cores: rv32im. */
#include "proof.h"

#include "plain_mac.h"

#include "fast/common/finish_sum.c"
#include "num/format.h"
#include "num/bits.c"

/* Groups reach at most 8 * 31 * 127; their exponents are below 700. */
#define MOST (8 * 31 * 127)

static uint32_t magnitude_of(int32_t sum) {
    return (uint32_t)(sum < 0 ? -sum : sum);
}

/* A group below the top is aligned to a 16-bit element as by the plain form. */
THEOREM(group_at_16)(int32_t value, uint8_t right) {
    const struct fpu_mode mode = {.e8 = true};
    int32_t twice = value & -2;
    assume(value >= -2 * MOST && value <= 2 * MOST + 1);
    const struct fpu_term t = {0, magnitude_of(twice) << 12, twice < 0};
    uint32_t aligned = align_term(&mode, t, right) >> 13;
    claim(finish16_part(twice, right) == (twice < 0 ? -(int32_t)aligned : (int32_t)aligned));
}

/* A group's value and exponent as a term of the plain form. */
static struct fpu_term term_of(struct group_sum x) {
    assume(x.value >= -2 * MOST && x.value <= 2 * MOST + 1);
    assume(x.exponent > 0 && x.exponent < 700);
    const int32_t twice = x.value & -2;
    return (struct fpu_term){x.exponent, magnitude_of(twice) << 12, twice < 0};
}

static int32_t signed_term(const struct fpu_mode *mode, struct fpu_term t, int32_t top) {
    int32_t m = (int32_t)align_term(mode, t, top);
    return t.negative ? -m : m;
}

/* A group is aligned to a 32-bit element as by the plain form, at any distance from the top. */
THEOREM(group_at_32)(int32_t value, int32_t exponent, uint16_t distance) {
    const struct fpu_mode mode = {.acc32 = true, .e8 = true};
    const struct group_sum x = {value, exponent};
    const struct fpu_term t = term_of(x);
    const int32_t top = exponent + distance;
    const int32_t aligned = group_aligned(x, top);
    assume(top < 700);
    claim(aligned == signed_term(&mode, t, top));
    claim(distance > FINISH_REACH ||
          aligned == (int32_t)((uint32_t)(value & -2) << (FINISH_REACH - distance)));
}

/* The same for a 16-bit element. */
THEOREM(group_far_at_16)(int32_t value, int32_t exponent, uint16_t distance) {
    const struct fpu_mode mode = {.e8 = true};
    const struct group_sum x = {value, exponent};
    const struct fpu_term t = term_of(x);
    const int32_t top = exponent + distance;
    assume(top < 700);
    claim(group_in_units(x, top) == signed_term(&mode, t, top) >> 13);
}

/* Two groups near the top of a 16-bit element, which are aligned and added at once, are the sum of
 * both. */
THEOREM(two_groups_at_16)(int32_t a, int32_t b, uint8_t right_a, uint8_t right_b) {
    assume(a >= -2 * MOST && a <= 2 * MOST + 1 && b >= -2 * MOST && b <= 2 * MOST + 1);
    assume(right_a <= FINISH_ONCE && right_b <= FINISH_ONCE);
    claim(finish16_both(a, b, right_a, right_b) ==
          finish16_part(a & -2, right_a) + finish16_part(b & -2, right_b));
}

/* An element of 32 bits is aligned to the top as by the plain form. */
THEOREM(element_at_32)(uint32_t dst, uint16_t distance) {
    const struct fpu_mode mode = {.acc32 = true, .e8 = true};
    const int32_t exponent = (int32_t)(dst >> 23 & 255u), top = exponent + distance;
    assume(exponent > 0 && top < 700);
    const uint32_t aligned = align_dst(&mode, dst, top);
    claim(element_aligned(dst, top) == (int32_t)aligned);
    claim(finish32_lowered((int32_t)(dst & 0x7FFFFFu) | 1 << 23, distance) == (int32_t)aligned);
}

/* An element of 16 bits is aligned to the top as by the plain form: bfloat16 and FP16, in either
 * order. */
THEOREM(element_at_16)(uint16_t cell, bool raw, bool e8, uint16_t distance) {
    const struct fpu_mode mode = {.e8 = e8};
    const uint32_t dst =
        e8 ? (raw ? dst_from_documented(cell) : cell) << 16
           : fp16_datum(dst_fp16_from_documented(raw ? cell : dst_documented(cell)));
    const struct finish_element e =
        e8 ? finish_bf16_element((int16_t)cell, raw) : finish_fp16_element((int16_t)cell, raw);
    assume(e.exponent > 0 && e.exponent + distance < 700);
    claim(e.exponent == (int32_t)plain_exponent_of(dst) && e.negative == dst >> 31);
    const int32_t aligned = (int32_t)(align_dst(&mode, dst, e.exponent + distance) >> 13);
    claim(finish16_lowered(&e, e.exponent + distance) == aligned);
    claim(shifted(e.significand * 2, distance) == aligned);
}

/* What is left of a sum of 0 and an infinity, and what is noted of it. */
struct lost {
    uint8_t seen[2];
    struct fpu_mode mode;
};
static void lost_set(struct lost *l, bool acc32, bool e8, bool noted, bool stays) {
    l->seen[0] = 0;
    l->seen[1] = stays;
    l->mode = (struct fpu_mode){.acc32 = acc32, .e8 = e8, .infinity = noted ? l->seen : NULL};
}

/* Slow. A sum of a 32-bit element that is not 0 becomes the element that the plain form makes of
 * it, at both ends of the range, too. */
THEOREM(whole_sum_to_f32)(int32_t sum, int32_t top) {
    const struct fpu_mode mode = {.acc32 = true, .e8 = true};
    assume(sum > -(1 << 29) && sum < 1 << 29 && sum != 0 && top > 0 && top < 700);
    const struct fpu_term t = {top, magnitude_of(sum), sum < 0};
    claim(rounded_f32(&mode, sum, top, 0) == fpu_accumulate(&mode, t, plain_nothing, 0));
}

/* Slow. The same for 16 bits: bfloat16 and FP16. */
THEOREM(whole_sum_to_16)(int32_t sum, int32_t top, bool e8) {
    const struct fpu_mode mode = {.e8 = e8};
    const struct finish_element none = {0, 1024, false};
    assume(sum > -(1 << 16) && sum < 1 << 16 && sum != 0 && top > 0 && top < 700);
    const struct fpu_term t = {top, magnitude_of(sum) << 13, sum < 0};
    const uint32_t v =
        e8 ? rounded_16(&mode, sum, top, &none, 7) : rounded_16(&mode, sum, top, &none, 10);
    claim((v & SIGN_BIT | (v & 0x7FFFu) << (e8 ? 16 : 13)) ==
          fpu_accumulate(&mode, t, plain_nothing, 0));
}

/* Slow. A sum of 0 leaves what the plain form leaves, and notes an infinity as that does. */
THEOREM(nothing_left_of_32)(uint32_t dst, uint16_t distance, bool noted, bool stays) {
    struct lost fast, plain;
    const int32_t top = (int32_t)plain_exponent_of(dst) + distance;
    assume(plain_exponent_of(dst) > 0 && top < 700);
    lost_set(&fast, true, true, noted, stays);
    lost_set(&plain, true, true, noted, stays);
    const struct fpu_term t = {top, align_dst(&plain.mode, dst, top), !(dst >> 31)};
    claim(rounded_f32(&fast.mode, 0, top, dst) ==
          fpu_accumulate(&plain.mode, t, plain_nothing, dst));
    claim(fast.seen[0] == plain.seen[0]);
}

/* The same for bfloat16. */
THEOREM(nothing_left_of_16)(uint16_t cell, uint16_t distance, bool noted, bool stays) {
    struct lost fast, plain;
    const struct finish_element e = finish_bf16_element((int16_t)cell, false);
    const uint32_t dst = (uint32_t)cell << 16;
    const int32_t top = e.exponent + distance;
    assume(e.exponent > 0 && top < 700);
    lost_set(&fast, false, true, noted, stays);
    lost_set(&plain, false, true, noted, stays);
    const struct fpu_term t = {top, align_dst(&plain.mode, dst, top), !(dst >> 31)};
    const uint32_t v = rounded_16(&fast.mode, 0, top, &e, 7);
    claim((v & SIGN_BIT | (v & 0x7FFFu) << 16) ==
          fpu_accumulate(&plain.mode, t, plain_nothing, dst));
    claim(fast.seen[0] == plain.seen[0]);
}
