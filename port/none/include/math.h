/* SPDX-License-Identifier: Apache-2.0
 *
 * math.h - part of LIBC=none (port/none): the functions of the standard header that the
 * demonstration uses. */
#ifndef NONE_MATH_H
#define NONE_MATH_H

#ifdef __cplusplus
extern "C" {
#endif

#define INFINITY __builtin_inf()
#define NAN __builtin_nan("")

double fabs(double x);
double fmax(double x, double y);
double sqrt(double x);

#ifdef __cplusplus
}
#endif

#endif
