/* SPDX-License-Identifier: Apache-2.0
 *
 * reference.h - the exact value of a function, and the nearest number of a format. */
#ifndef ULP_REFERENCE_H
#define ULP_REFERENCE_H

#include "expression.h"
#include "format.h"

struct ulp_reference {
    struct ulp_expression expression;
    const struct ulp_format *format; /* format of results */
    bool simple;     /* binary64 is precise enough unless it is too close to a tie */
    bool never_zero; /* then 0 in binary64 means a number that is too small for it */
};

struct ulp_exact {
    double value;     /* the exact value in binary64, with a relative error of 2^-53 */
    uint32_t rounded; /* to nearest, ties to even, denormals kept */
};

/* Reads the expression; NULL or an error message. */
const char *ulp_reference_read(struct ulp_reference *r, const char *text,
                               const struct ulp_format *format);

struct ulp_exact ulp_reference_at(const struct ulp_reference *r, double x);
/* The same, always with MPFR. */
struct ulp_exact ulp_reference_exact(const struct ulp_reference *r, double x);

#endif
