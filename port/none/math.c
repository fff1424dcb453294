/* SPDX-License-Identifier: Apache-2.0
 *
 * math.c - the square root, at most one unit in the last place off; signs and maxima. */
#include <math.h>

double fabs(double x) {
    return __builtin_fabs(x);
}

double fmax(double x, double y) {
    return y != y || x > y ? x : y;
}

/* Newton's iteration from above: it decreases until it has arrived. */
double sqrt(double x) {
    if (!(x > 0) || x == INFINITY) {
        return x < 0 ? NAN : x;
    }
    double root = x > 1 ? x : 1, next = (root + x / root) / 2;
    while (next < root) {
        root = next;
        next = (root + x / root) / 2;
    }
    return root;
}
