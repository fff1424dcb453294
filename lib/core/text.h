/* SPDX-License-Identifier: Apache-2.0
 *
 * text.h - appends text to a bounded buffer without stdio. */
#ifndef STX_CORE_TEXT_H
#define STX_CORE_TEXT_H

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
void stx_text_hex(struct text *t, uint32_t value); /* 0x and eight digits */

#endif
