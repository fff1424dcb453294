/* SPDX-License-Identifier: Apache-2.0
 *
 * math.c - the square root, correctly rounded, in integer arithmetic; signs and maxima. */
#include <math.h>
#include <stdint.h>

double fabs(double x) {
    return __builtin_fabs(x);
}

double fmax(double x, double y) {
    return y != y || x > y ? x : y;
}

static uint64_t bits_of(double x) {
    union {
        double value;
        uint64_t bits;
    } u = {x};
    return u.bits;
}

static double of_bits(uint64_t bits) {
    union {
        uint64_t bits;
        double value;
    } u = {bits};
    return u.value;
}

/* The root of significand * 2^54 digit by digit: 54 bits, the last of which rounds. The radicand
 * has 108 bits; two of them at a time enter the remainder, which stays below 2^56. */
static uint64_t root_of(uint64_t significand) {
    uint64_t root = 0, remainder = 0;
    for (int i = 53; i >= 0; i--) {
        unsigned pair = i >= 27 ? significand >> (2 * (i - 27)) & 3 : 0;
        remainder = remainder << 2 | pair;
        uint64_t trial = root << 2 | 1;
        root <<= 1;
        if (remainder >= trial) {
            remainder -= trial;
            root |= 1;
        }
    }
    return root;
}

double sqrt(double x) {
    uint64_t bits = bits_of(x);
    if (x == 0 || x != x || bits == bits_of(INFINITY)) {
        return x;
    }
    if (bits >> 63) {
        return NAN;
    }
    int exponent = (int)(bits >> 52);
    uint64_t significand = bits & ((1ULL << 52) - 1);
    if (exponent == 0) {
        for (exponent = 1; !(significand >> 52); exponent--) {
            significand <<= 1;
        }
    } else {
        significand |= 1ULL << 52;
    }
    /* x = significand * 2^(exponent - 1075); the exponent of the radicand has to be even. */
    int power = exponent - 1075;
    if (power & 1) {
        significand <<= 1;
        power--;
    }
    /* sqrt = root * 2^(power / 2 - 27), a root of 54 bits. It never lies halfway between two
     * doubles, so the last bit decides how to round. A carry into the exponent is correct as
     * well. */
    uint64_t root = root_of(significand);
    uint64_t rounded = (root >> 1) + (root & 1);
    return of_bits(((uint64_t)(power / 2 - 26 + 1075) << 52) + (rounded - (1ULL << 52)));
}
