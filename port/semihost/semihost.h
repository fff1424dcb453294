/* SPDX-License-Identifier: Apache-2.0
 *
 * semihost.h - console, files, arguments and the end of a program by calls to the debugger or to
 * QEMU (RISC-V semihosting). What a C library is built on that brings nothing of this. */
#ifndef SEMIHOST_H
#define SEMIHOST_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How stx_semihost_open() opens, as fopen()'s "rb", "wb", "ab". */
enum semihost_mode { SEMIHOST_READ = 1, SEMIHOST_WRITE = 5, SEMIHOST_APPEND = 9 };

/* One call; what the block holds depends on the operation. */
long stx_semihost(long operation, const void *block);

/* A handle; -1: it cannot be opened. The console is the file ":tt". */
long stx_semihost_open(const char *name, enum semihost_mode mode);
int stx_semihost_close(long handle);

/* How many bytes were read or written. */
size_t stx_semihost_read(long handle, void *to, size_t bytes);
size_t stx_semihost_write(long handle, const void *from, size_t bytes);

int stx_semihost_seek(long handle, long position);
long stx_semihost_length(long handle);

/* Ends the program at once. */
void stx_semihost_exit(int status) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

#endif
