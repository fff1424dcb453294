/* SPDX-License-Identifier: Apache-2.0
 *
 * format.h - number formats of inputs and results, and the unit in the last place.
 *
 * The ulp of a real number x in a format with m mantissa bits is Goldberg's: for 2^e <= |x| <
 * 2^(e+1) it is 2^(e-m); below the smallest normal number it is that of the smallest normal number.
 * The error of a result y for an exact value x is |y - x| / ulp(x): a correctly rounded result has
 * an error of at most 0.5. */
#ifndef ULP_FORMAT_H
#define ULP_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

struct ulp_format {
    const char *name;
    unsigned bits, mantissa; /* of the pattern; stored bits of the mantissa */
    int emin, emax;          /* exponents of normal numbers */
    bool specials;           /* the largest exponent field means infinity and NaN */
};

extern const struct ulp_format ulp_bf16, ulp_fp16, ulp_fp32;

/* "bf16", "fp16", "fp32"; NULL: none of them. */
const struct ulp_format *ulp_format_of(const char *name);

enum ulp_class { ULP_ZERO, ULP_DENORMAL, ULP_NORMAL, ULP_INFINITE, ULP_NAN };
enum ulp_class ulp_classify(const struct ulp_format *f, uint32_t bits);

double ulp_value(const struct ulp_format *f, uint32_t bits);
double ulp_largest(const struct ulp_format *f);
double ulp_smallest_normal(const struct ulp_format *f);
double ulp_unit(const struct ulp_format *f, double x);
/* |y - x| / ulp(x) for finite x and y. */
double ulp_error(const struct ulp_format *f, double x, double y);

/* The patterns in the order of their values, from 0 on: negative NaN, minus infinity ... -0, +0 ...
 * infinity, NaN; and the way back. */
uint32_t ulp_pattern(const struct ulp_format *f, uint32_t order);
uint32_t ulp_order(const struct ulp_format *f, uint32_t bits);
/* How many steps from one number of the format to the next lie between two; -0 and +0 are one. */
int64_t ulp_steps(const struct ulp_format *f, uint32_t a, uint32_t b);

#endif
