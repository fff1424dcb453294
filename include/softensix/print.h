/* SPDX-License-Identifier: Apache-2.0
 *
 * print.h - where the text of traces, dumps and reports goes. */
#ifndef SOFTENSIX_PRINT_H
#define SOFTENSIX_PRINT_H

/* Prints a piece of text that ends with a 0; lines end with \n. */
typedef void (*stx_print)(void *ctx, const char *text);

#endif
