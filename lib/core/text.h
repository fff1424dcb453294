/* SPDX-License-Identifier: Apache-2.0
 *
 * text.h - compares text, and appends it to a bounded buffer, without the C library. */
#ifndef STX_CORE_TEXT_H
#define STX_CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* length counts all appended characters, even those that did not fit. If size > 0, the buffer
 * always ends in 0. */
struct text {
    char *buf;
    size_t size, length;
};

void stx_text_string(struct text *t, const char *s);
void stx_text_decimal(struct text *t, uint32_t value);
void stx_text_digits(struct text *t, uint32_t value, unsigned count); /* hexadecimal */
void stx_text_hex(struct text *t, uint32_t value);                    /* 0x and eight digits */

/* True if the strings are equal. NULL equals only NULL. */
static inline bool text_equal(const char *a, const char *b) {
    while (a && b && *a && *a == *b) {
        a++;
        b++;
    }
    return a && b ? *a == *b : a == b;
}

#endif
