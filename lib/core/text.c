/* SPDX-License-Identifier: Apache-2.0
 *
 * text.c - appends text to a bounded buffer. */
#include "core/text.h"

static void put(struct text *t, char c) {
    if (t->length + 1 < t->size) {
        t->buf[t->length] = c;
        t->buf[t->length + 1] = 0;
    }
    t->length++;
}

void stx_text_string(struct text *t, const char *s) {
    if (t->length == 0 && t->size > 0) {
        t->buf[0] = 0;
    }
    while (*s) {
        put(t, *s++);
    }
}

void stx_text_decimal(struct text *t, uint32_t value) {
    char digits[] = "4294967295"; /* as long as the largest number */
    unsigned n = sizeof digits - 1;
    do {
        digits[--n] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    stx_text_string(t, digits + n);
}

void stx_text_digits(struct text *t, uint32_t value, unsigned count) {
    while (count) {
        put(t, "0123456789abcdef"[value >> 4 * --count & 15u]);
    }
}

void stx_text_hex(struct text *t, uint32_t value) {
    stx_text_string(t, "0x");
    stx_text_digits(t, value, 8);
}
