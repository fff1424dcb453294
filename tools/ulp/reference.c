/* SPDX-License-Identifier: Apache-2.0
 *
 * reference.c - the exact value of a function, and the nearest number of a format. */
#include "reference.h"

#include <math.h>
#include <string.h>

/* Bits of the first attempt, how many of them cancellation may remove, and bits of the second
 * attempt. */
enum { FIRST = 512, CANCELLED = 300, SECOND = 2048 };

const char *ulp_reference_read(struct ulp_reference *r, const char *text,
                               const struct ulp_format *format) {
    const char *wrong = ulp_expression_read(&r->expression, text);
    r->format = format;
    r->simple = !wrong && format == &ulp_fp32 && ulp_expression_is_simple(&r->expression);
    r->never_zero = r->simple && ulp_expression_never_zero(&r->expression);
    return wrong;
}

/* The pattern of a value that the format can represent. */
static uint32_t pattern_of(const struct ulp_format *f, double value) {
    if (f->integer) { /* the nearest integer in range; for NaN the smallest */
        double most = ulp_largest(f);
        return value > most            ? 0x7FFFFFFFu
               : !(value >= -most - 1) ? 0x80000000u
                                       : (uint32_t)(int64_t)value;
    }
    uint32_t sign = signbit(value) ? 1u << (f->bits - 1) : 0;
    uint32_t top = (UINT32_MAX >> (33 - f->bits) >> f->mantissa) << f->mantissa;
    double magnitude = fabs(value);
    if (isnan(value)) {
        return f->specials ? top | 1u << (f->mantissa - 1) : UINT32_MAX >> (33 - f->bits);
    }
    if (magnitude > ulp_largest(f)) {
        return sign | (f->specials ? top : UINT32_MAX >> (33 - f->bits));
    }
    if (magnitude < ulp_smallest_normal(f)) {
        return sign | (uint32_t)ldexp(magnitude, (int)f->mantissa - f->emin);
    }
    int e;
    double fraction = frexp(magnitude, &e);
    uint32_t mantissa = (uint32_t)ldexp(fraction, (int)f->mantissa + 1);
    return sign | (((uint32_t)(e - 1 - f->emin) << f->mantissa) + mantissa);
}

static double nearest_integer(mpfr_srcptr value) {
    mpfr_t number;
    mpfr_init2(number, 64);
    mpfr_rint_roundeven(number, value, MPFR_RNDN);
    double rounded = mpfr_get_d(number, MPFR_RNDN);
    mpfr_clear(number);
    return rounded;
}

/* Rounded to nearest, in the format's exponent range. */
static double rounded_by_mpfr(const struct ulp_format *f, mpfr_srcptr value) {
    mpfr_t number;
    if (f->integer) {
        return nearest_integer(value);
    }
    mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
    mpfr_init2(number, f->mantissa + 1);
    mpfr_set_emin(f->emin - (int)f->mantissa + 1);
    mpfr_set_emax(f->emax + 1);
    int inexact = mpfr_set(number, value, MPFR_RNDN);
    inexact = mpfr_check_range(number, inexact, MPFR_RNDN);
    mpfr_subnormalize(number, inexact, MPFR_RNDN);
    double rounded = mpfr_get_d(number, MPFR_RNDN);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    mpfr_clear(number);
    return rounded;
}

static struct ulp_exact exact_with(const struct ulp_reference *r, double x, mpfr_prec_t bits,
                                   bool *sure) {
    struct ulp_exact exact;
    mpfr_t input, value;
    mpfr_init2(input, 53);
    mpfr_init2(value, bits);
    mpfr_set_d(input, x, MPFR_RNDN);
    ulp_expression_exact(&r->expression, input, value);
    *sure = !mpfr_regular_p(value) ||
            mpfr_can_round(value, bits - CANCELLED, MPFR_RNDN, MPFR_RNDN, r->format->mantissa + 1);
    exact.value = mpfr_get_d(value, MPFR_RNDN);
    exact.rounded = pattern_of(r->format, rounded_by_mpfr(r->format, value));
    mpfr_clear(input);
    mpfr_clear(value);
    return exact;
}

struct ulp_exact ulp_reference_exact(const struct ulp_reference *r, double x) {
    bool sure;
    struct ulp_exact exact = exact_with(r, x, FIRST, &sure);
    return sure ? exact : exact_with(r, x, SECOND, &sure);
}

/* True if a binary64 number is so close to the middle of two binary32 numbers that its own error
 * may decide. */
static bool near_a_tie(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t rest = bits & 0x1FFFFFFFu; /* below the last bit of binary32 */
    return rest >= 0x10000000u - 16 && rest <= 0x10000000u + 16;
}

/* Rounds values for which binary64 is precise enough: ordinary ones that are not close to ties, and
 * those far too large or too small for binary32. */
static bool rounded_by_binary64(double value, uint32_t *rounded) {
    double size = fabs(value);
    bool ordinary = size >= 0x1p-125 && size <= 0x1p127 && !near_a_tie(value);
    if (ordinary || size >= 0x1p129 || (size > 0 && size <= 0x1p-151)) {
        float nearest = (float)value;
        memcpy(rounded, &nearest, sizeof nearest);
        return true;
    }
    return false;
}

struct ulp_exact ulp_reference_at(const struct ulp_reference *r, double x) {
    struct ulp_exact exact;
    if (r->simple && isfinite(x)) {
        exact.value = ulp_expression_simple(&r->expression, x);
        if (exact.value == 0 && r->never_zero) {
            exact.value = signbit(exact.value) ? -0x1p-1074 : 0x1p-1074;
        }
        if (rounded_by_binary64(exact.value, &exact.rounded)) {
            return exact;
        }
    }
    return ulp_reference_exact(r, x);
}
