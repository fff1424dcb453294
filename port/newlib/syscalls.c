/* SPDX-License-Identifier: Apache-2.0
 *
 * syscalls.c - the system calls of newlib, by semihosting. Descriptors 0, 1 and 2 are the
 * console. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>

#include "semihost/semihost.h"

enum { FIRST_FILE = 3, FILES = 16 };
static struct {
    long handle; /* 0: free; otherwise one more than semihosting's */
    long position;
} files[FILES];

int _close(int descriptor);
void _exit(int status) __attribute__((noreturn));
int _fstat(int descriptor, struct stat *about);
int _getpid(void);
int _isatty(int descriptor);
int _kill(int process, int signal);
long _lseek(int descriptor, long offset, int whence);
int _open(const char *name, int flags, int mode);
int _read(int descriptor, void *to, size_t bytes);
void *_sbrk(ptrdiff_t bytes);
int _write(int descriptor, const void *from, size_t bytes);

/* The console is opened when it is first used, for reading or for writing. */
static long handle_of(int descriptor) {
    if (descriptor < 0 || descriptor >= FILES) {
        return -1;
    }
    if (descriptor < FIRST_FILE && !files[descriptor].handle) {
        files[descriptor].handle =
            stx_semihost_open(":tt", descriptor ? SEMIHOST_WRITE : SEMIHOST_READ) + 1;
    }
    return files[descriptor].handle - 1;
}

static int refuse(int why) {
    errno = why;
    return -1;
}

int _open(const char *name, int flags, int mode) {
    (void)mode;
    int descriptor = FIRST_FILE;
    while (descriptor < FILES && files[descriptor].handle) {
        descriptor++;
    }
    if (descriptor == FILES) {
        return refuse(EMFILE);
    }
    long handle = stx_semihost_open(name, flags & O_APPEND                  ? SEMIHOST_APPEND
                                          : (flags & O_ACCMODE) != O_RDONLY ? SEMIHOST_WRITE
                                                                            : SEMIHOST_READ);
    if (handle < 0) {
        return refuse(ENOENT);
    }
    files[descriptor].handle = handle + 1;
    files[descriptor].position = 0;
    return descriptor;
}

int _close(int descriptor) {
    long handle = handle_of(descriptor);
    if (handle < 0) {
        return refuse(EBADF);
    }
    files[descriptor].handle = 0;
    return stx_semihost_close(handle);
}

int _read(int descriptor, void *to, size_t bytes) {
    long handle = handle_of(descriptor);
    if (handle < 0) {
        return refuse(EBADF);
    }
    size_t done = stx_semihost_read(handle, to, bytes);
    files[descriptor].position += (long)done;
    return (int)done;
}

int _write(int descriptor, const void *from, size_t bytes) {
    long handle = handle_of(descriptor);
    if (handle < 0) {
        return refuse(EBADF);
    }
    size_t done = stx_semihost_write(handle, from, bytes);
    files[descriptor].position += (long)done;
    return (int)done;
}

long _lseek(int descriptor, long offset, int whence) {
    long handle = handle_of(descriptor);
    if (handle < 0 || descriptor < FIRST_FILE) {
        return refuse(handle < 0 ? EBADF : ESPIPE);
    }
    long from = whence == 0   ? 0
                : whence == 1 ? files[descriptor].position
                              : stx_semihost_length(handle);
    if (offset != 0 || whence != 1) {
        if (stx_semihost_seek(handle, from + offset) != 0) {
            return refuse(EINVAL);
        }
    }
    files[descriptor].position = from + offset;
    return from + offset;
}

int _fstat(int descriptor, struct stat *about) {
    if (handle_of(descriptor) < 0) {
        return refuse(EBADF);
    }
    *about =
        (struct stat){.st_mode = descriptor < FIRST_FILE ? S_IFCHR : S_IFREG, .st_blksize = 1024};
    return 0;
}

int _isatty(int descriptor) {
    return descriptor >= 0 && descriptor < FIRST_FILE;
}

/* The heap lies between the program's data and the main stack. */
void *_sbrk(ptrdiff_t bytes) {
    extern char __heap_start[], __heap_end[];
    static char *top = __heap_start;
    if (bytes > __heap_end - top || bytes < __heap_start - top) {
        errno = ENOMEM;
        return (void *)(intptr_t)-1;
    }
    top += bytes;
    return top - bytes;
}

void _exit(int status) {
    stx_semihost_exit(status);
}

int _getpid(void) {
    return 1;
}

int _kill(int process, int signal) {
    (void)process;
    stx_semihost_exit(128 + signal);
}
