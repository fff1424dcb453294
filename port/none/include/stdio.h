/* SPDX-License-Identifier: Apache-2.0
 *
 * stdio.h - part of LIBC=none (port/none): the functions of the standard header that programs of
 * this tree use. */
#ifndef NONE_STDIO_H
#define NONE_STDIO_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define EOF (-1)

typedef struct stdio_file FILE;
extern FILE *const stdout;

FILE *fopen(const char *name, const char *mode);
int fclose(FILE *file);
int fflush(FILE *file);
size_t fread(void *to, size_t size, size_t count, FILE *file);
size_t fwrite(const void *from, size_t size, size_t count, FILE *file);
char *fgets(char *to, int bytes, FILE *file);
int fgetc(FILE *file);
int fputc(int c, FILE *file);
int fputs(const char *text, FILE *file);
int putchar(int c);
int puts(const char *text);

int printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
int snprintf(char *to, size_t bytes, const char *format, ...) __attribute__((format(printf, 3, 4)));

#ifdef __cplusplus
}
#endif

#endif
