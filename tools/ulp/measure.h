/* SPDX-License-Identifier: Apache-2.0
 *
 * measure.h - what is collected about results: errors of ordinary inputs, and a table of all other
 * cases. Parts can be measured separately and added in any order. */
#ifndef ULP_MEASURE_H
#define ULP_MEASURE_H

#include "reference.h"

#define ULP_WORST 10u
#define ULP_BUCKETS 2048u /* of inputs in the order of their values, for plots */
#define ULP_BINS 36u /* bins of the histogram: correctly rounded, at most 0.5, 1, 2, 4 ... more */
#define ULP_BINADES 512u /* sign and exponent field of the input */
#define ULP_NO_INPUT UINT64_MAX

/* Inputs and results without an error in ulp. For each case the table has the number of inputs, how
 * many of them had the function's value, and the first that did not. */
enum ulp_case {
    CASE_ZERO,      /* input +0 or -0 */
    CASE_INFINITE,  /* input infinite */
    CASE_NAN,       /* input NaN */
    CASE_DENORMAL,  /* denormal input; right: the function's value there or at 0 */
    CASE_DOMAIN,    /* the function is not defined; right: NaN */
    CASE_OVERFLOW,  /* its value is infinite in the format; right: infinity or the largest number */
    CASE_UNDERFLOW, /* its value is below the smallest normal number; right: at most that number */
    CASE_EXACT_ZERO, /* its value is 0 at an ordinary input; right: 0 */
    CASE_NOT_FINITE, /* its value is an ordinary number, but the result is NaN or infinite: always
                        wrong */
    ULP_CASES
};
extern const char *const ulp_case_name[ULP_CASES];

struct ulp_case_count {
    uint64_t count, right, first_wrong; /* first_wrong: its position in the order of values */
    uint32_t input, result, expected;   /* of the first wrong one */
    uint32_t more[ULP_MORE];
};

struct ulp_worst {
    double error;
    uint64_t order;
    uint32_t input, more[ULP_MORE], result, expected;
};

struct ulp_bounds {
    double ulp, relative; /* negative: none */
};

struct ulp_measure {
    uint64_t inputs, ordinary, correct; /* correct: correctly rounded */
    uint64_t sum[2];                    /* sum of errors in units of 2^-32 ulp, low word first */
    double max_ulp, max_relative, max_absolute;
    uint64_t max_steps;
    uint64_t bin[ULP_BINS];
    uint64_t binade_count[ULP_BINADES];
    double binade_max[ULP_BINADES];
    double bucket_max[ULP_BUCKETS]; /* negative: no ordinary input there */
    struct ulp_worst worst[ULP_WORST];
    struct ulp_case_count cases[ULP_CASES];
    uint64_t first_break;                            /* first input that breaks a bound */
    uint64_t turns, first_turn;                      /* pairs of neighbours in the wrong order */
    uint64_t mirrored, asymmetric, first_asymmetric; /* inputs whose negation was also tried */
    uint64_t sampled, differing; /* results that were also computed word by word */
};

/* What measuring needs to know. */
struct ulp_setting {
    const struct ulp_format *in, *out;
    const struct ulp_reference *reference;
    struct ulp_bounds bounds;
    uint32_t more[ULP_MORE]; /* the operands besides x that there are */
    double at_zero;          /* the function at 0, for denormal inputs */
    double from, to;         /* magnitudes of inputs that count, including `to` */
};

void ulp_measure_begin(struct ulp_measure *m);
void ulp_measure_one(struct ulp_measure *m, const struct ulp_setting *s, uint32_t input,
                     uint32_t result);
void ulp_measure_add(struct ulp_measure *m, const struct ulp_measure *more);
double ulp_measure_mean(const struct ulp_measure *m);
/* True if there is no bound, or no result breaks one: an error that is too large, or at an ordinary
 * input a wrong result where the function overflows, underflows, is 0 or is not defined. */
bool ulp_measure_within(const struct ulp_measure *m, const struct ulp_bounds *bounds);

#endif
