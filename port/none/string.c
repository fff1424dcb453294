/* SPDX-License-Identifier: Apache-2.0
 *
 * string.c - functions of text, and memcmp(); memory.c copies and fills memory. */
#include <stdint.h>
#include <string.h>

int memcmp(const void *a, const void *b, size_t bytes) {
    const unsigned char *x = a, *y = b;
    for (; bytes > 0; bytes--, x++, y++) {
        if (*x != *y) {
            return *x - *y;
        }
    }
    return 0;
}

size_t strlen(const char *text) {
    size_t n = 0;
    while (text[n]) {
        n++;
    }
    return n;
}

char *strchr(const char *text, int c) {
    for (;; text++) {
        if (*text == (char)c) {
            return (char *)(uintptr_t)text;
        }
        if (!*text) {
            return NULL;
        }
    }
}

size_t strcspn(const char *text, const char *stop) {
    size_t n = 0;
    while (text[n] && !strchr(stop, text[n])) {
        n++;
    }
    return n;
}

int strncmp(const char *a, const char *b, size_t bytes) {
    for (; bytes > 0; bytes--, a++, b++) {
        if (*a != *b || !*a) {
            return (unsigned char)*a - (unsigned char)*b;
        }
    }
    return 0;
}

int strcmp(const char *a, const char *b) {
    return strncmp(a, b, SIZE_MAX);
}

char *strstr(const char *text, const char *part) {
    size_t bytes = strlen(part);
    for (;; text++) {
        if (strncmp(text, part, bytes) == 0) {
            return (char *)(uintptr_t)text;
        }
        if (!*text) {
            return NULL;
        }
    }
}

char *strncat(char *to, const char *from, size_t bytes) {
    char *end = to + strlen(to);
    for (; bytes > 0 && *from; bytes--) {
        *end++ = *from++;
    }
    *end = 0;
    return to;
}

char *strtok(char *text, const char *separators) {
    static char *rest;
    char *first = text ? text : rest;
    while (*first && strchr(separators, *first)) {
        first++;
    }
    if (!*first) {
        rest = first;
        return NULL;
    }
    rest = first + strcspn(first, separators);
    if (*rest) {
        *rest++ = 0;
    }
    return first;
}
