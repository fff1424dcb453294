/* SPDX-License-Identifier: Apache-2.0
 *
 * stdlib.c - numbers from text, and the end of a program. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "semihost/semihost.h"

void _exit(int status) {
    stx_semihost_exit(status);
}

void exit(int status) {
    fflush(NULL);
    stx_semihost_exit(status);
}

static unsigned digit_of(char c) {
    if (c >= '0' && c <= '9') {
        return (unsigned)(c - '0');
    }
    if ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') {
        return (unsigned)((c | 0x20) - 'a') + 10;
    }
    return UINT_MAX;
}

static const char *skip_prefix(const char *text, int *base) {
    if ((*base == 0 || *base == 16) && text[0] == '0' && (text[1] | 0x20) == 'x' &&
        digit_of(text[2]) < 16) {
        *base = 16;
        return text + 2;
    }
    if (*base == 0) {
        *base = text[0] == '0' ? 8 : 10;
    }
    return text;
}

unsigned long strtoul(const char *text, char **end, int base) {
    const char *at = text;
    while (*at == ' ' || (*at >= '\t' && *at <= '\r')) {
        at++;
    }
    int negative = *at == '-';
    at += *at == '-' || *at == '+';
    at = skip_prefix(at, &base);
    const char *first = at;
    unsigned long value = 0;
    int too_large = 0;
    for (unsigned digit; (digit = digit_of(*at)) < (unsigned)base; at++) {
        too_large |= value > (ULONG_MAX - digit) / (unsigned)base;
        value = value * (unsigned)base + digit;
    }
    if (end) {
        *end = (char *)(size_t)(at == first ? text : at);
    }
    return too_large ? ULONG_MAX : negative ? 0 - value : value;
}
