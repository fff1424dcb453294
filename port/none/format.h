/* SPDX-License-Identifier: Apache-2.0
 *
 * format.h - between printf() and the digits of a number (format.c, digits.c). */
#ifndef NONE_FORMAT_H
#define NONE_FORMAT_H

#ifdef __cplusplus
extern "C" {
#endif

enum { NUMBER_BYTES = 420 }; /* the largest double with 100 digits behind the point */

/* A positive, finite double as text: with that many digits behind the point, rounded to nearest
 * even, exactly. Returns the end of the text. At most 100 digits. */
char *digits_fixed(char *to, double value, int precision);

/* The same as d.ddde+dd. */
char *digits_exponent(char *to, double value, int precision, char letter);

#ifdef __cplusplus
}
#endif
#endif
