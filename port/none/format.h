/* SPDX-License-Identifier: Apache-2.0
 *
 * format.h - the interface between printf() and the digits of a number (format.c, digits.c). */
#ifndef NONE_FORMAT_H
#define NONE_FORMAT_H

#ifdef __cplusplus
extern "C" {
#endif

enum { NUMBER_BYTES = 420 }; /* the largest double with 100 digits after the point */

/* Writes a positive, finite double with the given number of digits after the point, at most 100,
 * correctly rounded to nearest even. Returns the end of the text. */
char *digits_fixed(char *to, double value, int precision);

/* The same in the form d.ddde+dd. */
char *digits_exponent(char *to, double value, int precision, char letter);

#ifdef __cplusplus
}
#endif
#endif
