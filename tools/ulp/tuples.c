/* SPDX-License-Identifier: Apache-2.0
 *
 * tuples.c - inputs of functions of two and three operands. */
#include "tuples.h"

#include <stdlib.h>
#include <string.h>

enum { STEP = 1000003 }; /* a prime, so that each z occurs as often as any other */

static uint64_t fields(const struct ulp_format *f) {
    return 1ull << (f->bits - f->mantissa);
}

/* Every pattern, zeros and special numbers, too. */
static bool has_all(const struct ulp_run *r) {
    return r->setting.in->bits == 16 && r->grid >> r->setting.in->mantissa;
}

/* Otherwise normal numbers of both signs: all exponent fields except the first and the last. */
uint64_t ulp_tuples(const struct ulp_run *r) {
    const struct ulp_format *f = r->setting.in;
    return has_all(r) ? 1ull << f->bits : r->grid * (fields(f) - 4);
}

static uint32_t operand(const struct ulp_run *r, uint64_t number) {
    const struct ulp_format *f = r->setting.in;
    if (has_all(r)) {
        return (uint32_t)number;
    }
    uint64_t half = fields(f) / 2 - 2, field = number / r->grid;
    uint64_t binade = field % half + 1 + (field >= half) * (half + 2);
    return (uint32_t)binade << f->mantissa | ulp_run_mantissa(r, binade, number % r->grid);
}

static void set_operand(struct ulp_run *r, unsigned i, uint32_t input) {
    r->setting.more[i] = input;
    r->reference->expression.more[i] = ulp_value(r->setting.in, input);
}

static void use_operands(struct ulp_run *r) {
    ulp_run_to_dst(r, r->setting.more, r->more, ULP_MORE);
    r->setting.at_zero = ulp_reference_exact(r->reference, 0).value;
}

void ulp_tuples_take(struct ulp_run *r, uint64_t number) {
    set_operand(r, 0, operand(r, number));
    set_operand(r, 1, operand(r, (number * STEP + r->seed * (STEP / 2)) % ulp_tuples(r)));
    use_operands(r);
}

bool ulp_tuples_list(struct ulp_run *r, FILE *to) {
    uint64_t all = ulp_run_firsts(r), tuples = ulp_tuples(r);
    uint64_t most = all < 65536 ? 65536 / all : 1, count = most < tuples ? most : tuples;
    for (uint64_t k = 0; k < count && !r->wrong[0]; k++) {
        ulp_tuples_take(r, k * tuples / count + tuples / count / 2);
        for (uint64_t i = 0; i < all; i++) {
            uint32_t input = ulp_run_input(r, i), tuple[1 + ULP_MORE];
            memcpy(tuple + 1, r->more, sizeof r->more);
            ulp_run_to_dst(r, &input, tuple, 1);
            fwrite(tuple, sizeof tuple[0], 1 + r->operands, to);
        }
    }
    return !r->wrong[0];
}

/* The elements of a known result: x, y, perhaps z, and the result. */
static const uint32_t *known(const struct ulp_run *r, uint64_t i) {
    return r->results.element + i * (2 + r->operands);
}

static bool same_operands(const struct ulp_run *r, uint64_t i) {
    return memcmp(known(r, i) + 1, r->more, r->operands * sizeof r->more[0]) == 0;
}

/* The results from `first` on with the same operands besides x: takes them, and says how many. */
static uint64_t take_known(struct ulp_run *r, uint64_t first) {
    uint64_t n = 1;
    memcpy(r->more, known(r, first) + 1, r->operands * sizeof r->more[0]);
    while (first + n < r->results.count && same_operands(r, first + n)) {
        n++;
    }
    return n;
}

bool ulp_tuples_compare(struct ulp_run *r, uint64_t *differing) {
    uint64_t all = r->results.count, n;
    uint32_t *x = malloc(2 * (size_t)all * sizeof *x), *made = x + all;
    for (uint64_t first = 0; first < all && !r->wrong[0]; first += n) {
        n = take_known(r, first);
        for (uint64_t i = 0; i < n; i++) {
            x[i] = known(r, first + i)[0];
        }
        bool good = ulp_run_elements(r, true, x, made, n);
        for (uint64_t i = 0; i < n && good; i++) {
            *differing += made[i] != known(r, first + i)[1 + r->operands];
        }
    }
    free(x);
    return !r->wrong[0];
}

static uint32_t input_of(const struct ulp_run *r, uint32_t element) {
    return r->setting.in->bits == 32 ? element : element >> 16;
}

void ulp_tuples_measure(struct ulp_run *r, struct ulp_measure *m) {
    uint64_t n;
    for (uint64_t first = 0; first < r->results.count; first += n) {
        n = take_known(r, first);
        for (unsigned i = 0; i < r->operands; i++) {
            set_operand(r, i, input_of(r, r->more[i]));
        }
        use_operands(r);
        for (uint64_t i = first; i < first + n; i++) {
            uint32_t result = ulp_run_result(r, known(r, i)[1 + r->operands]);
            ulp_measure_one(m, &r->setting, input_of(r, known(r, i)[0]), result);
        }
    }
}
