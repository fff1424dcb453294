/* SPDX-License-Identifier: Apache-2.0
 *
 * capture.h - catches what diagnostics print, so that a test can look at it. */
#ifndef TESTS_DIAG_CAPTURE_H
#define TESTS_DIAG_CAPTURE_H

#include <stdio.h>
#include <string.h>

static char captured[1 << 16];
static size_t captured_length;

static inline void capture_clear(void) {
    captured_length = 0;
    captured[0] = 0;
}

static inline void capture(void *ctx, const char *text) {
    size_t length = strlen(text);
    (void)ctx;
    if (captured_length + length < sizeof captured) {
        memcpy(captured + captured_length, text, length + 1);
        captured_length += length;
    }
}

static inline int captured_has(const char *text) {
    return strstr(captured, text) != NULL;
}

static inline int captured_is(const char *expected) {
    if (strcmp(captured, expected)) {
        printf("got:\n%sexpected:\n%s", captured, expected);
    }
    return !strcmp(captured, expected);
}

static inline unsigned captured_count(const char *text) {
    unsigned n = 0;
    for (const char *at = captured; (at = strstr(at, text)) != NULL; at++) {
        n++;
    }
    return n;
}

#endif
