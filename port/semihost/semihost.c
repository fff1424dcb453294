/* SPDX-License-Identifier: Apache-2.0
 *
 * semihost.c - a function for each semihosting call. */
#include "semihost/semihost.h"

enum {
    SYS_OPEN = 0x01,
    SYS_CLOSE = 0x02,
    SYS_WRITE = 0x05,
    SYS_READ = 0x06,
    SYS_SEEK = 0x0A,
    SYS_FLEN = 0x0C,
    SYS_EXIT_EXTENDED = 0x20,
    REASON_APPLICATION_EXIT = 0x20026
};

static size_t length(const char *text) {
    size_t n = 0;
    while (text[n]) {
        n++;
    }
    return n;
}

long stx_semihost_open(const char *name, enum semihost_mode mode) {
    const unsigned long block[3] = {(unsigned long)name, mode, length(name)};
    return stx_semihost(SYS_OPEN, block);
}

int stx_semihost_close(long handle) {
    const long block[1] = {handle};
    return (int)stx_semihost(SYS_CLOSE, block);
}

/* The call returns how many bytes were not transferred. */
static size_t transfer(long operation, long handle, unsigned long memory, size_t bytes) {
    const unsigned long block[3] = {(unsigned long)handle, memory, bytes};
    unsigned long left = (unsigned long)stx_semihost(operation, block);
    return left <= bytes ? bytes - left : 0;
}

size_t stx_semihost_read(long handle, void *to, size_t bytes) {
    return transfer(SYS_READ, handle, (unsigned long)to, bytes);
}

size_t stx_semihost_write(long handle, const void *from, size_t bytes) {
    return transfer(SYS_WRITE, handle, (unsigned long)from, bytes);
}

int stx_semihost_seek(long handle, long position) {
    const long block[2] = {handle, position};
    return (int)stx_semihost(SYS_SEEK, block);
}

long stx_semihost_length(long handle) {
    const long block[1] = {handle};
    return stx_semihost(SYS_FLEN, block);
}

void stx_semihost_exit(int status) {
    const long block[2] = {REASON_APPLICATION_EXIT, status};
    for (;;) {
        stx_semihost(SYS_EXIT_EXTENDED, block);
    }
}
