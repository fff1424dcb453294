/* SPDX-License-Identifier: Apache-2.0
 *
 * elwise.c - element-wise sums and products of the matrix unit: the term of one element.
 * Cores: rv32im. */
#include "proof.h"

#include "plain_mac.h"

#include "fast/elwise/elwise_scalar.c"
#include "num/bits.c"

/* What prepare() makes of a mode. */
static struct elwise how(struct fpu_plan *plan, bool acc32, bool e8, uint32_t phase,
                         enum elwise_operation op) {
    const struct elwise_block block = {.op = op};
    struct elwise e;
    plan->mode = (struct fpu_mode){.acc32 = acc32, .e8 = e8, .phase = phase};
    int32_t adjust = e8 ? -127 : acc32 ? 97 : -15;
    plan->mode.adjust = adjust - ((phase & 1u) ? 5 : 0) - ((phase & 2u) ? 7 : 0);
    plan->mode.zero_exponent = plan->mode.adjust > 0 ? plan->mode.adjust : 0;
    prepare(&e, plan, &block);
    return e;
}

static bool same(struct term t, struct fpu_term plain) {
    return t.magnitude << 13 == plain.magnitude && t.exponent == plain.exponent &&
           t.sign >> 31 == plain.negative;
}

/* A sum or difference of two datums, where sum_of() does not decline, is that of fpu_sum(). */
THEOREM(term_of_sum)(uint32_t a, uint32_t b, bool acc32, bool e8, uint8_t phase, bool subtract) {
    struct fpu_plan plan = {.rare = 0};
    struct term t;
    assume(phase < 4 && !(a & 0x1FFFu) && !(b & 0x1FFFu));
    const struct elwise e = how(&plan, acc32, e8, phase, subtract ? ELWISE_SUB : ELWISE_ADD);
    bool done = sum_of(&e, a, b, &t);
    assume(done);
    claim(same(t, fpu_sum(&plan.mode, a, b ^ (uint32_t)subtract << 31, false)));
}

/* A product of two datums, where product_of() does not decline, is that of fpu_product(). */
THEOREM(term_of_product)(uint32_t a, uint32_t b, bool acc32, bool e8, uint8_t phase) {
    struct fpu_plan plan = {.rare = 0};
    struct term t;
    assume(phase < 4 && !(a & 0x1FFFu) && !(b & 0x1FFFu));
    split(phase, 0, 2);
    const struct elwise e = how(&plan, acc32, e8, phase, ELWISE_MUL);
    bool done = product_of(&e, a, b, &t);
    assume(done);
    claim(same(t, fpu_product(&plan.mode, b, a, false)));
}

static void assume_term(struct term t) {
    assume(t.magnitude < 1u << 12 && t.exponent > -32 && t.exponent <= 400);
}

/* A term alone, where exact() does not decline, is the binary32 that fpu_accumulate() gives. */
THEOREM(exact_term)(uint32_t magnitude, uint32_t sign, int32_t exponent) {
    const struct term t = {magnitude, sign, exponent};
    const struct fpu_mode mode = {.acc32 = true, .e8 = true};
    const struct fpu_term plain = {exponent, magnitude << 13, sign >> 31};
    uint32_t v;
    assume_term(t);
    bool done = exact(&t, bits_clz8, 1u << 31, &v);
    assume(done);
    claim(v == fpu_accumulate(&mode, plain, plain_nothing, 0));
}

/* The same, where rounded() does not decline, as a bfloat16. */
THEOREM(rounded_term)(uint32_t magnitude, uint32_t sign, int32_t exponent) {
    const struct term t = {magnitude, sign, exponent};
    const struct fpu_mode mode = {.e8 = true};
    const struct fpu_term plain = {exponent, magnitude << 13, sign >> 31};
    uint32_t v;
    assume_term(t);
    bool done = rounded(&t, bits_clz8, &v);
    assume(done);
    claim((v | sign >> 31 << 15) == fpu_accumulate(&mode, plain, plain_nothing, 0) >> 16);
}
