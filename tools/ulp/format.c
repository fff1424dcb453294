/* SPDX-License-Identifier: Apache-2.0
 *
 * format.c - number formats of inputs and results, and the unit in the last place. */
#include "format.h"

#include <math.h>
#include <string.h>

const struct ulp_format ulp_bf16 = {"bf16", 16, 7, -126, 127, true};
/* As Dst holds it: no infinity, no NaN, one exponent more (docs/spec, 8.2). */
const struct ulp_format ulp_fp16 = {"fp16", 16, 10, -14, 16, false};
const struct ulp_format ulp_fp32 = {"fp32", 32, 23, -126, 127, true};

const struct ulp_format *ulp_format_of(const char *name) {
    static const struct ulp_format *const all[] = {&ulp_bf16, &ulp_fp16, &ulp_fp32};
    for (unsigned i = 0; i < 3; i++) {
        if (strcmp(all[i]->name, name) == 0) {
            return all[i];
        }
    }
    return NULL;
}

static uint32_t magnitude_of(const struct ulp_format *f, uint32_t bits) {
    return bits & (UINT32_MAX >> (33 - f->bits));
}

static bool is_negative(const struct ulp_format *f, uint32_t bits) {
    return bits >> (f->bits - 1) & 1u;
}

enum ulp_class ulp_classify(const struct ulp_format *f, uint32_t bits) {
    uint32_t magnitude = magnitude_of(f, bits), exponent = magnitude >> f->mantissa;
    uint32_t top = UINT32_MAX >> (33 - f->bits) >> f->mantissa;
    if (exponent == 0) {
        return magnitude ? ULP_DENORMAL : ULP_ZERO;
    }
    if (f->specials && exponent == top) {
        return magnitude == top << f->mantissa ? ULP_INFINITE : ULP_NAN;
    }
    return ULP_NORMAL;
}

double ulp_value(const struct ulp_format *f, uint32_t bits) {
    uint32_t magnitude = magnitude_of(f, bits), exponent = magnitude >> f->mantissa;
    uint32_t fraction = magnitude & ((1u << f->mantissa) - 1u);
    double value;
    switch (ulp_classify(f, bits)) {
    case ULP_NAN:
        return NAN;
    case ULP_INFINITE:
        value = INFINITY;
        break;
    case ULP_NORMAL:
        value =
            ldexp(fraction + (1u << f->mantissa), (int)exponent - 1 + f->emin - (int)f->mantissa);
        break;
    default:
        value = ldexp(fraction, f->emin - (int)f->mantissa);
    }
    return is_negative(f, bits) ? -value : value;
}

double ulp_largest(const struct ulp_format *f) {
    return ldexp(2 - ldexp(1, -(int)f->mantissa), f->emax);
}

double ulp_smallest_normal(const struct ulp_format *f) {
    return ldexp(1, f->emin);
}

double ulp_unit(const struct ulp_format *f, double x) {
    int e = f->emin + 1;
    if (x != 0) {
        frexp(x, &e); /* 2^(e-1) <= |x| < 2^e */
    }
    return ldexp(1, (e - 1 < f->emin ? f->emin : e - 1) - (int)f->mantissa);
}

double ulp_error(const struct ulp_format *f, double x, double y) {
    return fabs(y - x) / ulp_unit(f, x);
}

uint32_t ulp_pattern(const struct ulp_format *f, uint32_t order) {
    uint32_t half = 1u << (f->bits - 1);
    return order >= half ? order - half : (UINT32_MAX >> (32 - f->bits)) - order;
}

uint32_t ulp_order(const struct ulp_format *f, uint32_t bits) {
    uint32_t half = 1u << (f->bits - 1);
    return is_negative(f, bits) ? (UINT32_MAX >> (32 - f->bits)) - bits : bits + half;
}

int64_t ulp_steps(const struct ulp_format *f, uint32_t a, uint32_t b) {
    int64_t at_a = magnitude_of(f, a), at_b = magnitude_of(f, b);
    at_a = is_negative(f, a) ? -at_a : at_a;
    at_b = is_negative(f, b) ? -at_b : at_b;
    return at_a > at_b ? at_a - at_b : at_b - at_a;
}
