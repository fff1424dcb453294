/* SPDX-License-Identifier: Apache-2.0
 *
 * out.c - prints strings and numbers with a function of the caller. */
#include "diag/out.h"

void stx_out_string(const struct out *out, const char *text) {
    out->print(out->ctx, text);
}

void stx_out_decimal(const struct out *out, uint32_t value) {
    char text[11];
    unsigned at = sizeof text - 1;
    text[at] = 0;
    do {
        text[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    stx_out_string(out, text + at);
}

void stx_out_digits(const struct out *out, uint32_t value, unsigned digits) {
    char text[9];
    text[digits] = 0;
    for (; digits; value >>= 4) {
        text[--digits] = "0123456789abcdef"[value & 15u];
    }
    stx_out_string(out, text);
}

void stx_out_hex(const struct out *out, uint32_t value) {
    stx_out_string(out, "0x");
    stx_out_digits(out, value, 8);
}

void stx_out_padded(const struct out *out, const char *text, unsigned width) {
    unsigned length = 0;
    stx_out_string(out, text);
    while (text[length]) {
        length++;
    }
    for (; length < width; length++) {
        stx_out_string(out, " ");
    }
}

static void index_of(const struct out *out, uint32_t index) {
    stx_out_string(out, "[");
    stx_out_decimal(out, index);
    stx_out_string(out, "]");
}

void stx_out_element(const struct out *out, const struct stx_item *item, uint32_t element) {
    stx_out_string(out, item->name);
    if (item->count == 1) {
        return;
    }
    if (item->row == 1) {
        index_of(out, element);
        return;
    }
    uint32_t row = element / item->row;
    if (item->bank > 1) {
        index_of(out, row / item->bank);
        row %= item->bank;
    }
    index_of(out, row);
    index_of(out, element % item->row);
}
