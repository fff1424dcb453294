/* SPDX-License-Identifier: Apache-2.0
 *
 * memory.c - all that the library needs of a C library, for LIBC=none. */
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);

void *memcpy(void *to, const void *from, size_t size) {
    unsigned char *a = to;
    const unsigned char *b = from;
    while (size--) {
        *a++ = *b++;
    }
    return to;
}

void *memset(void *to, int byte, size_t size) {
    unsigned char *a = to;
    while (size--) {
        *a++ = (unsigned char)byte;
    }
    return to;
}
