/* SPDX-License-Identifier: Apache-2.0
 *
 * measure.c - collects errors and other facts about results. */
#include "measure.h"

#include <math.h>
#include <string.h>

const char *const ulp_case_name[ULP_CASES] = {
    "input zero", "input infinite", "input NaN", "input denormal",    "undefined there",
    "overflows",  "underflows",     "exactly 0", "finite, result not"};

void ulp_measure_begin(struct ulp_measure *m) {
    memset(m, 0, sizeof *m);
    for (unsigned i = 0; i < ULP_BUCKETS; i++) {
        m->bucket_max[i] = -1;
    }
    for (unsigned i = 0; i < ULP_CASES; i++) {
        m->cases[i].first_wrong = ULP_NO_INPUT;
    }
    m->first_break = m->first_turn = m->first_asymmetric = ULP_NO_INPUT;
}

static bool worse(const struct ulp_worst *a, const struct ulp_worst *b) {
    return a->error > b->error ||
           (a->error == b->error && a->error > 0 &&
            (a->order < b->order ||
             (a->order == b->order && memcmp(a->more, b->more, sizeof a->more) < 0)));
}

static void keep_worst(struct ulp_measure *m, struct ulp_worst one) {
    if (!worse(&one, &m->worst[ULP_WORST - 1])) {
        return;
    }
    for (unsigned i = 0; i < ULP_WORST; i++) {
        if (worse(&one, &m->worst[i])) {
            struct ulp_worst last = m->worst[i];
            m->worst[i] = one;
            one = last;
        }
    }
}

static void add_to_sum(uint64_t sum[2], uint64_t low, uint64_t high) {
    sum[0] += low;
    sum[1] += high + (sum[0] < low);
}

/* 0: correctly rounded; 1: at most 0.5; 2: at most 1; 3: at most 2 ... */
static unsigned bin_of(double error, bool correct) {
    if (correct) {
        return 0;
    }
    uint64_t bits;
    double half = error * 2;
    memcpy(&bits, &half, sizeof bits);
    bool is_power = !(bits << 12);
    int e = (int)(bits >> 52) - 1023 + !is_power; /* 2^(e-1) < half <= 2^e */
    return e < 0 ? 1 : e + 1 < (int)ULP_BINS - 1 ? (unsigned)e + 1 : ULP_BINS - 1;
}

static void raise(double *max, double value) {
    if (value > *max) {
        *max = value;
    }
}

static void note_break(struct ulp_measure *m, uint64_t order) {
    if (order < m->first_break) {
        m->first_break = order;
    }
}

/* Adds an error in units of 2^-32 ulp; one that is too large counts as the largest. */
static void sum_error(uint64_t sum[2], double error) {
    if (error < 0x1p31) {
        add_to_sum(sum, (uint64_t)(error * 0x1p32), 0);
    } else {
        double high = error * 0x1p-32;
        add_to_sum(sum, 0, high < 0x1p31 ? (uint64_t)high : 1ull << 31);
    }
}

static bool has_bounds(const struct ulp_bounds *b) {
    return b->ulp >= 0 || b->relative >= 0;
}

static bool breaks(const struct ulp_bounds *b, double error, double relative) {
    return (b->ulp >= 0 && error > b->ulp) || (b->relative >= 0 && relative > b->relative);
}

/* Counts an ordinary input with an ordinary result. */
static void note_error(struct ulp_measure *m, const struct ulp_setting *s, uint32_t input,
                       uint32_t result, const struct ulp_exact *exact) {
    double y = ulp_value(s->out, result), error = ulp_error(s->out, exact->value, y);
    double absolute = fabs(y - exact->value), relative = absolute / fabs(exact->value);
    uint64_t order = ulp_order(s->in, input);
    uint64_t steps =
        result == exact->rounded ? 0 : (uint64_t)ulp_steps(s->out, result, exact->rounded);
    m->ordinary++;
    m->correct += steps == 0;
    m->bin[bin_of(error, steps == 0)]++;
    sum_error(m->sum, error);
    raise(&m->max_ulp, error);
    raise(&m->max_relative, relative);
    raise(&m->max_absolute, absolute);
    m->max_steps = steps > m->max_steps ? steps : m->max_steps;
    unsigned binade = (input >> s->in->mantissa) & (ULP_BINADES - 1);
    m->binade_count[binade]++;
    raise(&m->binade_max[binade], error);
    raise(&m->bucket_max[order >> (s->in->bits - 11)], error);
    struct ulp_worst one = {error, order, input, {0}, result, exact->rounded};
    memcpy(one.more, s->more, sizeof one.more);
    keep_worst(m, one);
    if (breaks(&s->bounds, error, relative)) {
        note_break(m, order);
    }
}

static void note_case(struct ulp_measure *m, const struct ulp_setting *s, enum ulp_case which,
                      bool right, uint32_t input, uint32_t result, uint32_t expected) {
    struct ulp_case_count *c = &m->cases[which];
    uint64_t order = ulp_order(s->in, input);
    c->count++;
    c->right += right;
    if (!right && order < c->first_wrong) {
        c->first_wrong = order;
        c->input = input;
        memcpy(c->more, s->more, sizeof c->more);
        c->result = result;
        c->expected = expected;
    }
}

/* The same for a value of the function that is not ordinary: a wrong result breaks every bound. */
static void note_special(struct ulp_measure *m, const struct ulp_setting *s, enum ulp_case which,
                         bool right, uint32_t input, uint32_t result, uint32_t expected) {
    note_case(m, s, which, right, input, result, expected);
    if (!right && has_bounds(&s->bounds)) {
        note_break(m, ulp_order(s->in, input));
    }
}

static bool same_number(const struct ulp_format *f, uint32_t a, uint32_t b) {
    enum ulp_class of_a = ulp_classify(f, a), of_b = ulp_classify(f, b);
    return of_a == ULP_NAN || of_b == ULP_NAN ? of_a == of_b : ulp_steps(f, a, b) == 0;
}

static double distance(const struct ulp_setting *s, double exact, uint32_t result) {
    double y = ulp_value(s->out, result);
    return isfinite(y) && isfinite(exact) ? ulp_error(s->out, exact, y) : INFINITY;
}

/* A bound holds at 0, too, where the function has a value: 0 has no relative error but that of 0.
 */
static bool breaks_at_zero(const struct ulp_setting *s, uint32_t result,
                           const struct ulp_exact *exact) {
    double error = distance(s, exact->value, result), size = fabs(exact->value);
    double off = fabs(ulp_value(s->out, result) - exact->value);
    return isfinite(exact->value) && (size > 0 ? size : 1) >= ulp_smallest_normal(s->out) &&
           breaks(&s->bounds, error, off > 0 ? off / size : 0);
}

/* Counts inputs of special kinds; false if the input is ordinary. */
static bool note_input(struct ulp_measure *m, const struct ulp_setting *s, uint32_t input,
                       uint32_t result, const struct ulp_exact *exact) {
    static const enum ulp_case of_class[] = {[ULP_ZERO] = CASE_ZERO,
                                             [ULP_DENORMAL] = CASE_DENORMAL,
                                             [ULP_INFINITE] = CASE_INFINITE,
                                             [ULP_NAN] = CASE_NAN};
    enum ulp_class class = ulp_classify(s->in, input);
    if (class == ULP_NORMAL) {
        return false;
    }
    bool right = same_number(s->out, result, exact->rounded);
    if (class == ULP_DENORMAL && !right) {
        double y = ulp_value(s->out, result);
        right = distance(s, exact->value, result) <= 1 || distance(s, s->at_zero, result) <= 1 ||
                (isinf(y) && y == s->at_zero) || (isnan(y) && isnan(s->at_zero));
    }
    note_case(m, s, of_class[class], right, input, result, exact->rounded);
    if (class == ULP_ZERO && breaks_at_zero(s, result, exact)) {
        note_break(m, ulp_order(s->in, input));
    }
    return true;
}

/* Counts inputs with special values of the function; false if the value is ordinary. */
static bool note_value(struct ulp_measure *m, const struct ulp_setting *s, uint32_t input,
                       uint32_t result, const struct ulp_exact *exact) {
    enum ulp_class class = ulp_classify(s->out, result);
    double y = ulp_value(s->out, result), size = fabs(exact->value);
    if (isnan(exact->value)) {
        note_special(m, s, CASE_DOMAIN, class == ULP_NAN, input, result, exact->rounded);
    } else if (size > ulp_largest(s->out) + ulp_unit(s->out, ulp_largest(s->out)) / 2) {
        bool large = fabs(y) >= ulp_largest(s->out) && signbit(y) == signbit(exact->value);
        note_special(m, s, CASE_OVERFLOW, large, input, result, exact->rounded);
    } else if (size == 0) {
        note_special(m, s, CASE_EXACT_ZERO, y == 0, input, result, exact->rounded);
    } else if (size < ulp_smallest_normal(s->out)) {
        bool small = fabs(y) <= ulp_smallest_normal(s->out);
        note_special(m, s, CASE_UNDERFLOW, small, input, result, exact->rounded);
    } else if (class == ULP_NAN || class == ULP_INFINITE) {
        note_case(m, s, CASE_NOT_FINITE, false, input, result, exact->rounded);
        note_break(m, ulp_order(s->in, input));
    } else {
        return false;
    }
    return true;
}

void ulp_measure_one(struct ulp_measure *m, const struct ulp_setting *s, uint32_t input,
                     uint32_t result) {
    double x = ulp_value(s->in, input);
    if (s->to > 0 && !(fabs(x) >= s->from && fabs(x) <= s->to)) {
        return;
    }
    struct ulp_exact exact = ulp_reference_at(s->reference, x);
    m->inputs++;
    if (!note_input(m, s, input, result, &exact) && !note_value(m, s, input, result, &exact)) {
        note_error(m, s, input, result, &exact);
    }
}

static void add_case(struct ulp_case_count *c, const struct ulp_case_count *more) {
    uint64_t count = c->count + more->count, right = c->right + more->right;
    if (more->first_wrong < c->first_wrong) {
        *c = *more;
    }
    c->count = count;
    c->right = right;
}

static void take_first(uint64_t *first, uint64_t other) {
    *first = other < *first ? other : *first;
}

static void add_tables(struct ulp_measure *m, const struct ulp_measure *more) {
    for (unsigned i = 0; i < ULP_BINS; i++) {
        m->bin[i] += more->bin[i];
    }
    for (unsigned i = 0; i < ULP_BINADES; i++) {
        m->binade_count[i] += more->binade_count[i];
        raise(&m->binade_max[i], more->binade_max[i]);
    }
    for (unsigned i = 0; i < ULP_BUCKETS; i++) {
        raise(&m->bucket_max[i], more->bucket_max[i]);
    }
    for (unsigned i = 0; i < ULP_WORST; i++) {
        keep_worst(m, more->worst[i]);
    }
    for (unsigned i = 0; i < ULP_CASES; i++) {
        add_case(&m->cases[i], &more->cases[i]);
    }
}

void ulp_measure_add(struct ulp_measure *m, const struct ulp_measure *more) {
    add_tables(m, more);
    m->inputs += more->inputs;
    m->ordinary += more->ordinary;
    m->correct += more->correct;
    add_to_sum(m->sum, more->sum[0], more->sum[1]);
    raise(&m->max_ulp, more->max_ulp);
    raise(&m->max_relative, more->max_relative);
    raise(&m->max_absolute, more->max_absolute);
    m->max_steps = more->max_steps > m->max_steps ? more->max_steps : m->max_steps;
    take_first(&m->first_break, more->first_break);
    m->turns += more->turns;
    take_first(&m->first_turn, more->first_turn);
    m->mirrored += more->mirrored;
    m->asymmetric += more->asymmetric;
    take_first(&m->first_asymmetric, more->first_asymmetric);
    m->sampled += more->sampled;
    m->differing += more->differing;
}

double ulp_measure_mean(const struct ulp_measure *m) {
    double sum = (double)m->sum[1] * 0x1p32 + (double)m->sum[0] * 0x1p-32;
    return m->ordinary ? sum / (double)m->ordinary : 0;
}

bool ulp_measure_within(const struct ulp_measure *m, const struct ulp_bounds *bounds) {
    return !has_bounds(bounds) || m->first_break == ULP_NO_INPUT;
}
