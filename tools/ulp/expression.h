/* SPDX-License-Identifier: Apache-2.0
 *
 * expression.h - the exact function as text: numbers, x, y, z, + - * / ^, parentheses, names of
 * functions. The parser makes a list of steps for a stack of numbers. */
#ifndef ULP_EXPRESSION_H
#define ULP_EXPRESSION_H

#include <mpfr.h>
#include <stdbool.h>

#define ULP_STEPS 64
#define ULP_STACK 16
#define ULP_MORE 2 /* operands besides x: y, z */

enum ulp_step_kind { STEP_NUMBER, STEP_INPUT, STEP_MORE, STEP_OPERATOR, STEP_FUNCTION };
struct ulp_step {
    enum ulp_step_kind kind;
    char text[64];     /* text of a number */
    char operator_;    /* + - * / ^, ~ changes the sign */
    unsigned function; /* index in the table of functions; of y and z: 0 and 1 */
};

struct ulp_expression {
    struct ulp_step step[ULP_STEPS];
    unsigned steps;
    double more[ULP_MORE]; /* y, z */
};

/* Parses a text; NULL or an error message. */
const char *ulp_expression_read(struct ulp_expression *e, const char *text);

/* How many operands it has besides x: with z it has y, too. */
unsigned ulp_expression_more(const struct ulp_expression *e);

/* The value for x, computed with the precision of result. */
void ulp_expression_exact(const struct ulp_expression *e, mpfr_srcptr x, mpfr_ptr result);

/* The same in binary64, for an expression that is a single function of the C library with an error
 * below four units in the last place of binary64; ulp_expression_is_simple() is false for all
 * others. */
bool ulp_expression_is_simple(const struct ulp_expression *e);
double ulp_expression_simple(const struct ulp_expression *e, double x);
/* True if such an expression is not 0 for any finite x. */
bool ulp_expression_never_zero(const struct ulp_expression *e);

#endif
