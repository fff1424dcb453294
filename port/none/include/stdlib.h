/* SPDX-License-Identifier: Apache-2.0
 *
 * stdlib.h - part of LIBC=none (port/none): the functions of the standard header that programs of
 * this tree use. */
#ifndef NONE_STDLIB_H
#define NONE_STDLIB_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1

void exit(int status) __attribute__((noreturn));
void _exit(int status) __attribute__((noreturn));
unsigned long strtoul(const char *text, char **end, int base);

#ifdef __cplusplus
}
#endif

#endif
