/* SPDX-License-Identifier: Apache-2.0
 *
 * format.c - number formats of inputs and results, and the unit in the last place. */
#include "format.h"

#include <math.h>
#include <string.h>

const struct ulp_format ulp_bf16 = {"bf16", 16, 7, -126, 127, true, false};
/* The format in Dst: no infinity, no NaN, and one more exponent (docs/spec, 8.2). */
const struct ulp_format ulp_fp16 = {"fp16", 16, 10, -14, 16, false, false};
const struct ulp_format ulp_fp32 = {"fp32", 32, 23, -126, 127, true, false};
/* Its "binades" are 512 parts of equal length. */
const struct ulp_format ulp_int32 = {"int32", 32, 23, 0, 30, false, true};

const struct ulp_format *ulp_format_of(const char *name) {
    static const struct ulp_format *const all[] = {&ulp_bf16, &ulp_fp16, &ulp_fp32, &ulp_int32};
    for (unsigned i = 0; i < 4; i++) {
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

double ulp_value_of_fp16(uint32_t bits) {
    uint32_t magnitude = bits & 0x7FFFu, exponent = magnitude >> 10, fraction = magnitude & 0x3FFu;
    double value = exponent ? ldexp(fraction + 1024, (int)exponent - 25) : ldexp(fraction, -24);
    return bits & 0x8000u ? -value : value;
}

uint32_t ulp_pattern(const struct ulp_format *f, uint32_t order) {
    if (f->integer) {
        return order ^ 0x80000000u;
    }
    uint32_t half = 1u << (f->bits - 1);
    return order >= half ? order - half : (UINT32_MAX >> (32 - f->bits)) - order;
}

uint32_t ulp_order(const struct ulp_format *f, uint32_t bits) {
    if (f->integer) {
        return bits ^ 0x80000000u;
    }
    uint32_t half = 1u << (f->bits - 1);
    return is_negative(f, bits) ? (UINT32_MAX >> (32 - f->bits)) - bits : bits + half;
}

static int64_t place_of(const struct ulp_format *f, uint32_t bits) {
    int64_t at = magnitude_of(f, bits);
    return f->integer ? (int64_t)(int32_t)bits : is_negative(f, bits) ? -at : at;
}

int64_t ulp_steps(const struct ulp_format *f, uint32_t a, uint32_t b) {
    int64_t at_a = place_of(f, a), at_b = place_of(f, b);
    return at_a > at_b ? at_a - at_b : at_b - at_a;
}
