/* SPDX-License-Identifier: Apache-2.0
 *
 * exact.c - values of a function: exact EXPRESSION INPUTS RESULTS reads binary64 numbers and writes
 * for each the function's value, rounded to binary64 and, in another one, to binary32. MPFR
 * computes the expressions of stx-ulp; i0, i1, trigamma and lgamma are computed here or by the C
 * library. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

static const double PI = 3.14159265358979323846;

/* The modified Bessel function of order n, 0 or 1: its series, or for large numbers its asymptotic
 * expansion. It is infinite where exp is, as it is for those who compute it with a factor of exp.
 */
static double bessel(unsigned n, double x) {
    long double a = fabsl((long double)x), sum = 0, term = n ? a / 2 : 1;
    if (expl(a) > (long double)DBL_MAX) {
        return n && x < 0 ? -INFINITY : (double)INFINITY;
    }
    if (a < 40) {
        for (unsigned k = 1; term > sum * LDBL_EPSILON; k++) {
            sum += term;
            term *= a * a / 4 / k / (k + n);
        }
    } else {
        term = expl(a) / sqrtl(2 * (long double)PI * a);
        for (unsigned k = 1; k < 30; k++) {
            sum += term;
            term *= ((2.0L * k - 1) * (2 * k - 1) - 4.0L * n * n) / (8 * k * a);
        }
    }
    return (double)(n && x < 0 ? -sum : sum);
}

/* The derivative of digamma in binary64: reflection below 1/2, six steps of the recurrence, three
 * terms of the asymptotic expansion. For large negative numbers the sine of pi * x in binary64
 * decides, which is far from the exact value. */
static double trigamma(double x) {
    double sign = 1, sum = 0;
    if (x < 0.5) {
        double s = sin(PI * x);
        sum = -(PI * PI) / (s * s);
        sign = -1;
        x = 1 - x;
    }
    for (unsigned i = 0; i < 6; i++, x += 1) {
        sum += 1 / (x * x);
    }
    double y = 1 / (x * x);
    sum += (1 + 1 / (2 * x) + y * (1.0 / 6 - y * (1.0 / 30 - y / 42))) / x;
    return sign * sum;
}

static bool own(const char *name, double x, double *value) {
    if (!strcmp(name, "i0") || !strcmp(name, "i1")) {
        *value = bessel(name[1] == '1', x);
    } else if (!strcmp(name, "trigamma")) {
        *value = trigamma(x);
    } else if (!strcmp(name, "lgamma")) {
        *value = lgamma(x);
    } else {
        return false;
    }
    return true;
}

struct pair {
    double value, single;
};

static float single_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

int main(int argc, char **argv) {
    struct ulp_reference r;
    double x, value;
    if (argc != 4) {
        fprintf(stderr, "exact EXPRESSION INPUTS RESULTS\n");
        return 2;
    }
    bool known = own(argv[1], 1, &value);
    const char *wrong = known ? NULL : ulp_reference_read(&r, argv[1], &ulp_fp32);
    FILE *from = fopen(argv[2], "rb"), *to = fopen(argv[3], "wb");
    if (wrong || !from || !to) {
        fprintf(stderr, "exact: %s\n", wrong ? wrong : "cannot open the inputs or the results");
        return 2;
    }
    while (fread(&x, sizeof x, 1, from) == 1) {
        struct pair out;
        if (own(argv[1], x, &value)) {
            out = (struct pair){value, (double)(float)value};
        } else {
            struct ulp_exact e = ulp_reference_at(&r, x);
            out = (struct pair){e.value, (double)single_of(e.rounded)};
        }
        fwrite(&out, sizeof out, 1, to);
    }
    return fclose(to) != 0;
}
