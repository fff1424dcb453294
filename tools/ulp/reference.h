/* SPDX-License-Identifier: Apache-2.0
 *
 * reference.h - what a function is exactly, and its nearest number of a format. */
#ifndef ULP_REFERENCE_H
#define ULP_REFERENCE_H

#include "expression.h"
#include "format.h"

struct ulp_reference {
    struct ulp_expression expression;
    const struct ulp_format *format; /* of results */
    bool simple;                     /* binary64 decides unless it is too close to a tie */
    bool never_zero;                 /* then: 0 in binary64 is a number that is too small for it */
};

struct ulp_exact {
    double value;     /* the exact value in binary64: 2^-53 of it is lost */
    uint32_t rounded; /* to nearest, ties to even, denormals kept */
};

/* NULL, or what is wrong with the expression. */
const char *ulp_reference_read(struct ulp_reference *r, const char *text,
                               const struct ulp_format *format);

struct ulp_exact ulp_reference_at(const struct ulp_reference *r, double x);
/* The same by MPFR in any case. */
struct ulp_exact ulp_reference_exact(const struct ulp_reference *r, double x);

#endif
