/* SPDX-License-Identifier: Apache-2.0
 *
 * semihost.h - console, files, arguments and the end of a program by calls to the debugger or to
 * QEMU (RISC-V semihosting). C libraries that lack these functions are built on this file. */
#ifndef SEMIHOST_H
#define SEMIHOST_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The modes of stx_semihost_open(), like fopen()'s "rb", "wb" and "ab". */
enum semihost_mode { SEMIHOST_READ = 1, SEMIHOST_WRITE = 5, SEMIHOST_APPEND = 9 };

/* Does one call. The content of the block depends on the operation. */
long stx_semihost(long operation, const void *block);

/* Returns a handle, or -1 if the file cannot be opened. The console is the file ":tt". */
long stx_semihost_open(const char *name, enum semihost_mode mode);
int stx_semihost_close(long handle);

/* Both return how many bytes were read or written. */
size_t stx_semihost_read(long handle, void *to, size_t bytes);
size_t stx_semihost_write(long handle, const void *from, size_t bytes);

int stx_semihost_seek(long handle, long position);
long stx_semihost_length(long handle);

/* Splits a line at its blanks, which become zeros. argv gets a name of the program, as many words
 * as fit and NULL, at most `most` pointers (2 at least). Returns how many there are before NULL. */
int stx_semihost_arguments(char *line, char **argv, int most);

/* Ends the program at once. */
void stx_semihost_exit(int status) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

#endif
