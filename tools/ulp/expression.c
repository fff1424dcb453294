/* SPDX-License-Identifier: Apache-2.0
 *
 * expression.c - parses the exact function and computes it with MPFR. */
#include "expression.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int one_argument(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
typedef void more_arguments(mpfr_ptr result, mpfr_ptr *argument);

static double reciprocal_root(double x) {
    return 1 / sqrt(x);
}

/* min(a, b), max(a, b); if_negative(c, a, b) is a where c < 0, otherwise b; if_positive tests c >
 * 0, where(c, a, b) c != 0, which holds for NaN. */
static void minimum(mpfr_ptr result, mpfr_ptr *a) {
    mpfr_min(result, a[0], a[1], MPFR_RNDN);
}
static void maximum(mpfr_ptr result, mpfr_ptr *a) {
    mpfr_max(result, a[0], a[1], MPFR_RNDN);
}
static void if_negative(mpfr_ptr result, mpfr_ptr *a) {
    mpfr_set(result, mpfr_nan_p(a[0]) ? a[0] : mpfr_sgn(a[0]) < 0 ? a[1] : a[2], MPFR_RNDN);
}
static void if_positive(mpfr_ptr result, mpfr_ptr *a) {
    mpfr_set(result, mpfr_nan_p(a[0]) ? a[0] : mpfr_sgn(a[0]) > 0 ? a[1] : a[2], MPFR_RNDN);
}

static void where(mpfr_ptr result, mpfr_ptr *a) {
    mpfr_set(result, mpfr_zero_p(a[0]) ? a[2] : a[1], MPFR_RNDN);
}

static int floor_of(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t how) {
    (void)how;
    return mpfr_floor(result, x);
}
static int ceil_of(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t how) {
    (void)how;
    return mpfr_ceil(result, x);
}
static int trunc_of(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t how) {
    (void)how;
    return mpfr_trunc(result, x);
}
static int round_of(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t how) {
    (void)how;
    return mpfr_roundeven(result, x);
}
static int sign_of(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t how) {
    return mpfr_nan_p(x) ? mpfr_set(result, x, how) : mpfr_set_si(result, mpfr_sgn(x), how);
}
static int erf_inverse(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t how);

static const struct function {
    const char *name;
    one_argument *exact;
    double (*simple)(double); /* function of the C library, if its error is small everywhere */
    more_arguments *more;
    unsigned arguments;
} functions[] = {
    {"exp", mpfr_exp, exp, NULL, 1},
    {"exp2", mpfr_exp2, exp2, NULL, 1},
    {"exp10", mpfr_exp10, NULL, NULL, 1},
    {"expm1", mpfr_expm1, expm1, NULL, 1},
    {"log", mpfr_log, log, NULL, 1},
    {"log2", mpfr_log2, log2, NULL, 1},
    {"log10", mpfr_log10, log10, NULL, 1},
    {"log1p", mpfr_log1p, log1p, NULL, 1},
    {"sin", mpfr_sin, sin, NULL, 1},
    {"cos", mpfr_cos, cos, NULL, 1},
    {"tan", mpfr_tan, tan, NULL, 1},
    {"asin", mpfr_asin, asin, NULL, 1},
    {"acos", mpfr_acos, acos, NULL, 1},
    {"atan", mpfr_atan, atan, NULL, 1},
    {"sinh", mpfr_sinh, sinh, NULL, 1},
    {"cosh", mpfr_cosh, cosh, NULL, 1},
    {"tanh", mpfr_tanh, tanh, NULL, 1},
    {"asinh", mpfr_asinh, asinh, NULL, 1},
    {"acosh", mpfr_acosh, acosh, NULL, 1},
    {"atanh", mpfr_atanh, atanh, NULL, 1},
    {"sqrt", mpfr_sqrt, sqrt, NULL, 1},
    {"rsqrt", mpfr_rec_sqrt, reciprocal_root, NULL, 1},
    {"cbrt", mpfr_cbrt, cbrt, NULL, 1},
    {"erf", mpfr_erf, erf, NULL, 1},
    {"erfc", mpfr_erfc, NULL, NULL, 1},
    {"erfinv", erf_inverse, NULL, NULL, 1},
    {"gamma", mpfr_gamma, NULL, NULL, 1},
    {"digamma", mpfr_digamma, NULL, NULL, 1},
    {"floor", floor_of, floor, NULL, 1},
    {"ceil", ceil_of, ceil, NULL, 1},
    {"trunc", trunc_of, trunc, NULL, 1},
    {"round", round_of, NULL, NULL, 1},
    {"frac", mpfr_frac, NULL, NULL, 1},
    {"abs", mpfr_abs, fabs, NULL, 1},
    {"sign", sign_of, NULL, NULL, 1},
    {"min", NULL, NULL, minimum, 2},
    {"max", NULL, NULL, maximum, 2},
    {"if_negative", NULL, NULL, if_negative, 3},
    {"if_positive", NULL, NULL, if_positive, 3},
    {"where", NULL, NULL, where, 3},
};
#define FUNCTIONS (sizeof functions / sizeof functions[0])

/* Solves erf(y) = x with Newton's method, beginning in binary64. */
static int erf_inverse(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t how) {
    mpfr_t y, step, slope;
    int cmp = mpfr_nan_p(x) ? 1 : mpfr_cmpabs_ui(x, 1);
    if (cmp > 0) {
        mpfr_set_nan(result);
        return 0;
    }
    if (cmp == 0 || mpfr_zero_p(x)) {
        cmp == 0 ? mpfr_set_inf(result, mpfr_sgn(x)) : (void)mpfr_set(result, x, how);
        return 0;
    }
    mpfr_inits2(mpfr_get_prec(result), y, step, slope, (mpfr_ptr)NULL);
    mpfr_ui_sub(step, 1, x, how); /* the initial value, with an error below 1 % */
    mpfr_sqr(y, x, how);
    mpfr_ui_sub(y, 1, y, how);
    mpfr_log(y, y, how);
    double logarithm = mpfr_get_d(y, how), t = 2 / (3.14159265358979 * 0.147) + logarithm / 2;
    double start = sqrt(sqrt(t * t - logarithm / 0.147) - t);
    if (fabs(mpfr_get_d(x, how)) <
        1e-6) { /* where that formula suffers from cancellation: x * sqrt(pi) / 2 */
        mpfr_mul_d(y, x, 0.886226925452758, how);
    } else {
        mpfr_set_d(y, mpfr_sgn(x) < 0 ? -start : start, how);
    }
    for (unsigned i = 0; i < 12; i++) { /* 2^-6, 2^-12 ... more than 4,000 bits */
        mpfr_erf(step, y, how);
        mpfr_sub(step, step, x, how);
        mpfr_sqr(slope, y, how);
        mpfr_neg(slope, slope, how);
        mpfr_exp(slope, slope, how);
        mpfr_div(step, step, slope, how);
        mpfr_mul_d(step, step, 0.5, how);
        mpfr_const_pi(slope, how);
        mpfr_sqrt(slope, slope, how);
        mpfr_mul(step, step, slope, how);
        mpfr_sub(y, y, step, how);
    }
    int inexact = mpfr_set(result, y, how);
    mpfr_clears(y, step, slope, (mpfr_ptr)NULL);
    return inexact;
}

enum { ANY_BASE = 0 }; /* of a number, by its prefix */

struct reader {
    const char *at, *wrong;
    struct ulp_expression *to;
    unsigned depth;
};

static void read_sum(struct reader *r);

static struct ulp_step *add_step(struct reader *r, enum ulp_step_kind kind) {
    static struct ulp_step nowhere;
    if (r->to->steps == ULP_STEPS) {
        r->wrong = "the expression is too long";
        return &nowhere;
    }
    struct ulp_step *step = &r->to->step[r->to->steps++];
    *step = (struct ulp_step){.kind = kind};
    return step;
}

static bool next_is(struct reader *r, char c) {
    while (*r->at == ' ') {
        r->at++;
    }
    return *r->at == c;
}

/* A number as MPFR reads it too: decimal, or hexadecimal after 0x. */
static bool is_number(const char *text) {
    mpfr_t number;
    mpfr_init2(number, 64);
    bool good = mpfr_set_str(number, text, ANY_BASE, MPFR_RNDN) == 0;
    mpfr_clear(number);
    return good;
}

static void read_number(struct reader *r) {
    char *end;
    (void)strtod(r->at, &end);
    struct ulp_step *step = add_step(r, STEP_NUMBER);
    size_t length = (size_t)(end - r->at);
    if (length >= sizeof step->text) {
        r->wrong = "a number has too many digits";
        return;
    }
    memcpy(step->text, r->at, length);
    if (!is_number(step->text)) {
        r->wrong = "a number that cannot be read";
    }
    r->at = end;
}

static void read_arguments(struct reader *r, unsigned function) {
    for (unsigned i = 0; i < functions[function].arguments && !r->wrong; i++) {
        if (!next_is(r, i ? ',' : '(')) {
            r->wrong = i ? "a function has too few arguments" : "a function without (";
            return;
        }
        r->at++;
        read_sum(r);
    }
    if (!r->wrong && !next_is(r, ')')) {
        r->wrong = "a ) is missing";
        return;
    }
    r->at++;
    add_step(r, STEP_FUNCTION)->function = function;
}

static void read_name(struct reader *r) {
    size_t length = 0;
    while (isalnum((unsigned char)r->at[length]) || r->at[length] == '_') {
        length++;
    }
    if (length == 1 && *r->at == 'x') {
        r->at++;
        add_step(r, STEP_INPUT);
        return;
    }
    if (length == 1 && (*r->at == 'y' || *r->at == 'z')) {
        add_step(r, STEP_MORE)->function = *r->at++ == 'z';
        return;
    }
    for (unsigned i = 0; i < FUNCTIONS; i++) {
        if (strlen(functions[i].name) == length && strncmp(functions[i].name, r->at, length) == 0) {
            r->at += length;
            read_arguments(r, i);
            return;
        }
    }
    r->wrong = "a name that is not a function";
}

static void read_operand(struct reader *r) {
    if (++r->depth > ULP_STACK) {
        r->wrong = "too many parentheses";
    } else if (next_is(r, '-')) {
        r->at++;
        read_operand(r);
        add_step(r, STEP_OPERATOR)->operator_ = '~';
    } else if (next_is(r, '(')) {
        r->at++;
        read_sum(r);
        if (!r->wrong && !next_is(r, ')')) {
            r->wrong = "a ) is missing";
        }
        r->at += !r->wrong;
    } else if (isdigit((unsigned char)*r->at) || *r->at == '.') {
        read_number(r);
    } else if (isalpha((unsigned char)*r->at)) {
        read_name(r);
    } else {
        r->wrong = "a number, x or a function is missing";
    }
    if (!r->wrong && next_is(r, '^')) {
        r->at++;
        read_operand(r);
        add_step(r, STEP_OPERATOR)->operator_ = '^';
    }
    r->depth--;
}

static void read_product(struct reader *r) {
    read_operand(r);
    while (!r->wrong && (next_is(r, '*') || next_is(r, '/'))) {
        char c = *r->at++;
        read_operand(r);
        add_step(r, STEP_OPERATOR)->operator_ = c;
    }
}

static void read_sum(struct reader *r) {
    read_product(r);
    while (!r->wrong && (next_is(r, '+') || next_is(r, '-'))) {
        char c = *r->at++;
        read_product(r);
        add_step(r, STEP_OPERATOR)->operator_ = c;
    }
}

const char *ulp_expression_read(struct ulp_expression *e, const char *text) {
    struct reader r = {text, NULL, e, 0};
    e->steps = 0;
    read_sum(&r);
    if (!r.wrong && !next_is(&r, '\0')) {
        r.wrong = "something follows the expression";
    }
    return r.wrong;
}

static void operate(char operator_, mpfr_ptr a, mpfr_srcptr b) {
    switch (operator_) {
    case '+':
        mpfr_add(a, a, b, MPFR_RNDN);
        break;
    case '-':
        mpfr_sub(a, a, b, MPFR_RNDN);
        break;
    case '*':
        mpfr_mul(a, a, b, MPFR_RNDN);
        break;
    case '/':
        mpfr_div(a, a, b, MPFR_RNDN);
        break;
    default:
        mpfr_pow(a, a, b, MPFR_RNDN);
    }
}

static unsigned call(const struct function *f, mpfr_ptr *stack, unsigned depth) {
    depth -= f->arguments;
    if (f->exact) {
        f->exact(stack[depth], stack[depth], MPFR_RNDN);
    } else {
        f->more(stack[depth], stack + depth);
    }
    return depth + 1;
}

void ulp_expression_exact(const struct ulp_expression *e, mpfr_srcptr x, mpfr_ptr result) {
    mpfr_t number[2 * ULP_STACK];
    mpfr_ptr stack[2 * ULP_STACK];
    unsigned depth = 0, made = 0;
    for (unsigned i = 0; i < e->steps; i++) {
        const struct ulp_step *s = &e->step[i];
        if (s->kind <= STEP_MORE && depth == made) {
            mpfr_init2(number[made], mpfr_get_prec(result));
            stack[made] = number[made];
            made++;
        }
        if (s->kind == STEP_NUMBER) {
            mpfr_set_str(stack[depth++], s->text, ANY_BASE, MPFR_RNDN);
        } else if (s->kind == STEP_INPUT) {
            mpfr_set(stack[depth++], x, MPFR_RNDN);
        } else if (s->kind == STEP_MORE) {
            mpfr_set_d(stack[depth++], e->more[s->function], MPFR_RNDN);
        } else if (s->kind == STEP_FUNCTION) {
            depth = call(&functions[s->function], stack, depth);
        } else if (s->operator_ == '~') {
            mpfr_neg(stack[depth - 1], stack[depth - 1], MPFR_RNDN);
        } else {
            depth--;
            operate(s->operator_, stack[depth - 1], stack[depth]);
        }
    }
    mpfr_set(result, stack[0], MPFR_RNDN);
    for (unsigned i = 0; i < made; i++) {
        mpfr_clear(number[i]);
    }
}

unsigned ulp_expression_more(const struct ulp_expression *e) {
    unsigned more = 0;
    for (unsigned i = 0; i < e->steps; i++) {
        if (e->step[i].kind == STEP_MORE && e->step[i].function >= more) {
            more = e->step[i].function + 1;
        }
    }
    return more;
}

static bool is_reciprocal(const struct ulp_expression *e) {
    return e->steps == 3 && e->step[0].kind == STEP_NUMBER && strcmp(e->step[0].text, "1") == 0 &&
           e->step[1].kind == STEP_INPUT && e->step[2].kind == STEP_OPERATOR &&
           e->step[2].operator_ == '/';
}

bool ulp_expression_is_simple(const struct ulp_expression *e) {
    return is_reciprocal(e) ||
           (e->steps == 2 && e->step[0].kind == STEP_INPUT && e->step[1].kind == STEP_FUNCTION &&
            functions[e->step[1].function].simple);
}

double ulp_expression_simple(const struct ulp_expression *e, double x) {
    return is_reciprocal(e) ? 1 / x : functions[e->step[1].function].simple(x);
}

bool ulp_expression_never_zero(const struct ulp_expression *e) {
    return is_reciprocal(e) || functions[e->step[1].function].exact == mpfr_exp ||
           functions[e->step[1].function].exact == mpfr_exp2;
}
