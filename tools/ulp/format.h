/* SPDX-License-Identifier: Apache-2.0
 *
 * format.h - number formats of inputs and results, and the unit in the last place.
 *
 * The ulp of a real number x in a format with m mantissa bits is Goldberg's: for 2^e <= |x| <
 * 2^(e+1) it is 2^(e-m); below the smallest normal number it is the ulp of that number. The error
 * of a result y for an exact value x is |y - x| / ulp(x): a correctly rounded result has an error
 * of at most 0.5. */
#ifndef ULP_FORMAT_H
#define ULP_FORMAT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct ulp_format {
    const char *name;
    unsigned bits, mantissa; /* bits of the pattern; stored bits of the mantissa */
    int emin, emax;          /* exponents of normal numbers */
    bool specials;           /* the largest exponent field means infinity and NaN */
    bool integer;            /* two's complement: the unit is 1 everywhere */
};

extern const struct ulp_format ulp_bf16, ulp_fp16, ulp_fp32, ulp_int32;

/* The format called "bf16", "fp16", "fp32" or "int32"; NULL for any other name. */
const struct ulp_format *ulp_format_of(const char *name);

enum ulp_class { ULP_ZERO, ULP_DENORMAL, ULP_NORMAL, ULP_INFINITE, ULP_NAN };
static inline enum ulp_class ulp_classify(const struct ulp_format *f, uint32_t bits) {
    if (f->integer) {
        return bits ? ULP_NORMAL : ULP_ZERO;
    }
    uint32_t magnitude = bits & (UINT32_MAX >> (33 - f->bits)), exponent = magnitude >> f->mantissa;
    uint32_t top = UINT32_MAX >> (33 - f->bits) >> f->mantissa;
    if (exponent == 0) {
        return magnitude ? ULP_DENORMAL : ULP_ZERO;
    }
    if (f->specials && exponent == top) {
        return magnitude == top << f->mantissa ? ULP_INFINITE : ULP_NAN;
    }
    return ULP_NORMAL;
}

/* 2^e, for exponents of binary64. */
static inline double ulp_power(int e) {
    uint64_t bits = (uint64_t)(e + 1023) << 52;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The exponent of the unit in the last place of x. */
static inline int ulp_unit_exponent(const struct ulp_format *f, double x) {
    uint64_t bits;
    if (f->integer) {
        return 0;
    }
    memcpy(&bits, &x, sizeof bits);
    int e = (int)(bits >> 52 & 2047u) - 1023; /* 2^e <= |x| < 2^(e+1), if x is not tiny */
    return (e < f->emin ? f->emin : e) - (int)f->mantissa;
}
static inline double ulp_unit(const struct ulp_format *f, double x) {
    return ulp_power(ulp_unit_exponent(f, x));
}

/* |y - x| / ulp(x) for finite x and y. */
static inline double ulp_error(const struct ulp_format *f, double x, double y) {
    return (y > x ? y - x : x - y) * ulp_power(-ulp_unit_exponent(f, x));
}

double ulp_value_of_fp16(uint32_t bits);
static inline double ulp_value(const struct ulp_format *f, uint32_t bits) {
    if (f->integer) {
        return (double)(int32_t)bits;
    }
    if (!f->specials) {
        return ulp_value_of_fp16(bits);
    }
    uint32_t wide = bits << (32 - f->bits);
    float value;
    memcpy(&value, &wide, sizeof value);
    return (double)value;
}
static inline double ulp_largest(const struct ulp_format *f) {
    return f->integer ? 2147483647.0 : (2 - ulp_power(-(int)f->mantissa)) * ulp_power(f->emax);
}
static inline double ulp_smallest_normal(const struct ulp_format *f) {
    return ulp_power(f->emin);
}

/* Convert between patterns and their position in the order of values, which begins at 0: negative
 * NaN, minus infinity ... -0, +0 ... infinity, NaN. */
uint32_t ulp_pattern(const struct ulp_format *f, uint32_t order);
uint32_t ulp_order(const struct ulp_format *f, uint32_t bits);
/* How many numbers of the format b is away from a; -0 and +0 count as one. */
int64_t ulp_steps(const struct ulp_format *f, uint32_t a, uint32_t b);

#endif
