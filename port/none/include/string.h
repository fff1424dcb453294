/* SPDX-License-Identifier: Apache-2.0
 *
 * string.h - part of LIBC=none (port/none): the functions of the standard header that programs of
 * this tree use. */
#ifndef NONE_STRING_H
#define NONE_STRING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);

size_t strlen(const char *text);
size_t strcspn(const char *text, const char *stop);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t bytes);
char *strchr(const char *text, int c);
char *strstr(const char *text, const char *part);
char *strncat(char *to, const char *from, size_t bytes);
char *strtok(char *text, const char *separators);

#ifdef __cplusplus
}
#endif

#endif
