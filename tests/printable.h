/* SPDX-License-Identifier: Apache-2.0
 *
 * printable.h - what a user wrote, for messages: a control character, an escape sequence for
 * example, never reaches the terminal as it is. */
#ifndef TESTS_PRINTABLE_H
#define TESTS_PRINTABLE_H

#include <stddef.h>

#define PRINTABLE_BYTES 512

/* The text with \xNN for every byte outside ASCII's printable ones; cut where it gets too long. */
static inline const char *printable(const char *text) {
    static char out[PRINTABLE_BYTES];
    size_t n = 0;
    for (const unsigned char *p = (const unsigned char *)text; *p && n + 5 < sizeof out; p++) {
        if (*p >= 0x20 && *p < 0x7F) {
            out[n++] = (char)*p;
        } else {
            out[n++] = '\\';
            out[n++] = 'x';
            out[n++] = "0123456789abcdef"[*p >> 4];
            out[n++] = "0123456789abcdef"[*p & 15u];
        }
    }
    out[n] = 0;
    return out;
}

#endif
