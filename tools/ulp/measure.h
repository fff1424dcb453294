/* SPDX-License-Identifier: Apache-2.0
 *
 * measure.h - what is collected about results: errors of ordinary inputs, everything else in a
 * table of its own. Parts that are measured apart are added; their order does not matter. */
#ifndef ULP_MEASURE_H
#define ULP_MEASURE_H

#include "reference.h"

#define ULP_WORST 10u
#define ULP_BUCKETS 2048u /* of inputs in the order of their values, for plots */
#define ULP_BINS 36u      /* of the histogram: correctly rounded, at most 0.5, 1, 2, 4 ... more */
#define ULP_BINADES 512u  /* sign and exponent field of the input */
#define ULP_NO_INPUT UINT64_MAX

/* Inputs and results that have no error in ulp. What stands behind a name: how many there were, how
 * many of them were as the function is, and the first that was not. */
enum ulp_case {
    CASE_ZERO,       /* input +0 or -0 */
    CASE_INFINITE,   /* input infinite */
    CASE_NAN,        /* input NaN */
    CASE_DENORMAL,   /* denormal input; right: like the function there or like the one at 0 */
    CASE_DOMAIN,     /* the function is not defined; right: NaN */
    CASE_OVERFLOW,   /* it is infinite in the format; right: infinity or the largest number */
    CASE_UNDERFLOW,  /* it is below the smallest normal number; right: that number at most */
    CASE_EXACT_ZERO, /* it is 0 at an ordinary input; right: 0 */
    CASE_NOT_FINITE, /* it is an ordinary number, the result is NaN or infinite: always wrong */
    ULP_CASES
};
extern const char *const ulp_case_name[ULP_CASES];

struct ulp_case_count {
    uint64_t count, right, first_wrong;       /* first: its place in the order of values */
    uint32_t input, second, result, expected; /* of that one */
};

struct ulp_worst {
    double error;
    uint64_t order;
    uint32_t input, second, result, expected;
};

struct ulp_bounds {
    double ulp, relative; /* negative: none */
};

struct ulp_measure {
    uint64_t inputs, ordinary, correct; /* correct: correctly rounded */
    uint64_t sum[2];                    /* of errors, in 2^-32 ulp, low word first */
    double max_ulp, max_relative, max_absolute;
    uint64_t max_steps;
    uint64_t bin[ULP_BINS];
    uint64_t binade_count[ULP_BINADES];
    double binade_max[ULP_BINADES];
    double bucket_max[ULP_BUCKETS]; /* negative: no ordinary input there */
    struct ulp_worst worst[ULP_WORST];
    struct ulp_case_count cases[ULP_CASES];
    uint64_t first_break;                            /* of a bound */
    uint64_t turns, first_turn;                      /* pairs of neighbours in the wrong order */
    uint64_t mirrored, asymmetric, first_asymmetric; /* inputs whose opposite was tried */
    uint64_t sampled, differing;                     /* results that were computed plainly too */
};

/* What measuring needs to know. */
struct ulp_setting {
    const struct ulp_format *in, *out;
    const struct ulp_reference *reference;
    struct ulp_bounds bounds;
    uint32_t second; /* the second operand, if there is one */
    double at_zero;  /* the function at 0, for denormal inputs */
    double from, to; /* magnitudes of inputs that count; to is one of them */
};

void ulp_measure_begin(struct ulp_measure *m);
void ulp_measure_one(struct ulp_measure *m, const struct ulp_setting *s, uint32_t input,
                     uint32_t result);
void ulp_measure_add(struct ulp_measure *m, const struct ulp_measure *more);
double ulp_measure_mean(const struct ulp_measure *m);
/* Is no bound broken, and no result wrong where a number is expected? */
bool ulp_measure_within(const struct ulp_measure *m, const struct ulp_bounds *bounds);

#endif
