/* SPDX-License-Identifier: Apache-2.0
 *
 * stdio.c - files and the console by semihosting. Each has a buffer, because a call to the debugger
 * is slow. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "semihost/semihost.h"

enum { BUFFER_BYTES = 512, FILES = 8 };

struct stdio_file {
    long handle; /* one more than semihosting's; 0: free */
    enum semihost_mode mode;
    size_t filled, taken; /* bytes in the buffer, and those of them that were read */
    char buffer[BUFFER_BYTES];
};

/* The first one is the console, which is opened when it is first used. */
static struct stdio_file files[FILES];
FILE *const stdout = &files[0];

static FILE *open_at(FILE *file, const char *name, enum semihost_mode mode) {
    file->handle = stx_semihost_open(name, mode) + 1;
    file->mode = mode;
    file->filled = file->taken = 0;
    return file->handle ? file : NULL;
}

FILE *fopen(const char *name, const char *mode) {
    for (int i = 1; i < FILES; i++) {
        if (!files[i].handle) {
            return open_at(&files[i], name, *mode == 'w' ? SEMIHOST_WRITE : SEMIHOST_READ);
        }
    }
    return NULL;
}

static int flush(FILE *file) {
    size_t bytes = file->filled;
    if (!file->handle || file->mode == SEMIHOST_READ || bytes == 0) {
        return 0;
    }
    file->filled = 0;
    return stx_semihost_write(file->handle - 1, file->buffer, bytes) == bytes ? 0 : EOF;
}

int fflush(FILE *file) {
    int result = 0;
    if (file) {
        return flush(file);
    }
    for (int i = 0; i < FILES; i++) {
        result |= flush(&files[i]);
    }
    return result;
}

int fclose(FILE *file) {
    int result = flush(file) | stx_semihost_close(file->handle - 1);
    file->handle = 0;
    return result;
}

int fputc(int c, FILE *file) {
    if (!file->handle && file == stdout) {
        open_at(file, ":tt", SEMIHOST_WRITE);
    }
    file->buffer[file->filled++] = (char)c;
    return file->filled == BUFFER_BYTES && flush(file) ? EOF : (unsigned char)c;
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *file) {
    const char *at = from;
    for (size_t i = 0; i < size * count; i++) {
        if (fputc(at[i], file) == EOF) {
            return i / size;
        }
    }
    return count;
}

/* Takes the bytes of the buffer first, then reads directly into memory. */
size_t fread(void *to, size_t size, size_t count, FILE *file) {
    size_t wanted = size * count, first = file->filled - file->taken;
    first = first < wanted ? first : wanted;
    memcpy(to, file->buffer + file->taken, first);
    file->taken += first;
    size_t rest = wanted - first;
    if (rest) {
        first += stx_semihost_read(file->handle - 1, (char *)to + first, rest);
    }
    return size ? first / size : 0;
}

int fgetc(FILE *file) {
    if (file->taken == file->filled) {
        file->taken = 0;
        file->filled = stx_semihost_read(file->handle - 1, file->buffer, BUFFER_BYTES);
    }
    return file->taken < file->filled ? (unsigned char)file->buffer[file->taken++] : EOF;
}

char *fgets(char *to, int bytes, FILE *file) {
    int n = 0, c = 0;
    while (n < bytes - 1 && c != '\n' && (c = fgetc(file)) != EOF) {
        to[n++] = (char)c;
    }
    to[n] = 0;
    return n ? to : NULL;
}

int fputs(const char *text, FILE *file) {
    size_t bytes = strlen(text);
    return fwrite(text, 1, bytes, file) == bytes ? 0 : EOF;
}

int putchar(int c) {
    return fputc(c, stdout);
}

int puts(const char *text) {
    return fputs(text, stdout) == EOF ? EOF : fputc('\n', stdout);
}
