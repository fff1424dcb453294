/* SPDX-License-Identifier: Apache-2.0
 *
 * format.c - printf() and its relatives: flags, width, precision, d i u x X o c s p f e %, lengths
 * h l ll z. */
#include "format.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Where text goes: to a file, or to memory as far as it fits. */
struct sink {
    FILE *file;
    char *to;
    size_t room;
    int count;
};

struct spec {
    bool left, zero, plus, space, alternative;
    int width, precision; /* -1: none */
    int length;           /* the number of l; size_t is a long */
    char letter;
};

static void put(struct sink *s, char c) {
    if (s->file) {
        fputc(c, s->file);
    } else if ((size_t)s->count < s->room) {
        s->to[s->count] = c;
    }
    s->count++;
}

static void pad(struct sink *s, char c, int times) {
    while (times-- > 0) {
        put(s, c);
    }
}

/* Writes a sign or 0x and then the text, in a field of spec's width. */
static void put_field(struct sink *s, const struct spec *spec, const char *prefix, const char *text,
                      int bytes) {
    int fill = spec->width - bytes - (int)strlen(prefix);
    bool zeros = spec->zero && !spec->left;
    pad(s, ' ', zeros || spec->left ? 0 : fill);
    for (; *prefix; prefix++) {
        put(s, *prefix);
    }
    pad(s, '0', zeros ? fill : 0);
    for (int i = 0; i < bytes; i++) {
        put(s, text[i]);
    }
    pad(s, ' ', spec->left ? fill : 0);
}

static const char *sign_of(const struct spec *spec, bool negative) {
    return negative ? "-" : spec->plus ? "+" : spec->space ? " " : "";
}

static void put_integer(struct sink *s, struct spec *spec, unsigned long long value,
                        const char *prefix) {
    char text[80], *at = text + sizeof text;
    unsigned base = spec->letter == 'x' || spec->letter == 'X' ? 16 : spec->letter == 'o' ? 8 : 10;
    const char *digits = spec->letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    int least = spec->precision < 0 ? 1 : spec->precision > 60 ? 60 : spec->precision;
    for (; value || least > 0; value /= base, least--) {
        *--at = digits[value % base];
    }
    spec->zero = spec->zero && spec->precision < 0;
    put_field(s, spec, prefix, at, (int)(text + sizeof text - at));
}

static void put_double(struct sink *s, struct spec *spec, double value) {
    char text[NUMBER_BYTES], *end;
    bool negative = __builtin_signbit(value);
    const char *sign = sign_of(spec, negative);
    double size = negative ? -value : value;
    int precision = spec->precision < 0 ? 6 : spec->precision > 100 ? 100 : spec->precision;
    if (size != size || size == __builtin_inf()) {
        const char *small = size != size ? "nan" : "inf", *large = size != size ? "NAN" : "INF";
        spec->zero = false;
        put_field(s, spec, sign, spec->letter == 'E' ? large : small, 3);
        return;
    }
    if (spec->letter == 'f') {
        end = digits_fixed(text, size, precision);
    } else {
        end = digits_exponent(text, size, precision, spec->letter);
    }
    put_field(s, spec, sign, text, (int)(end - text));
}

static void put_text(struct sink *s, struct spec *spec, const char *text) {
    int bytes = 0;
    while ((spec->precision < 0 || bytes < spec->precision) && text[bytes]) {
        bytes++;
    }
    spec->zero = false;
    put_field(s, spec, "", text, bytes);
}

/* A va_list in a struct can be passed by address. */
struct values {
    va_list list;
};

static int read_number(const char **at, struct values *v) {
    int value = 0;
    if (**at == '*') {
        (*at)++;
        return va_arg(v->list, int);
    }
    while (**at >= '0' && **at <= '9') {
        value = 10 * value + *(*at)++ - '0';
    }
    return value;
}

static struct spec read_spec(const char **at, struct values *v) {
    struct spec spec = {.precision = -1};
    for (;; (*at)++) {
        if (**at == '-') {
            spec.left = true;
        } else if (**at == '0') {
            spec.zero = true;
        } else if (**at == '+') {
            spec.plus = true;
        } else if (**at == ' ') {
            spec.space = true;
        } else if (**at == '#') {
            spec.alternative = true;
        } else {
            break;
        }
    }
    spec.width = read_number(at, v);
    if (spec.width < 0) {
        spec.left = true;
        spec.width = -spec.width;
    }
    if (**at == '.') {
        (*at)++;
        spec.precision = read_number(at, v);
    }
    for (; **at == 'l' || **at == 'h' || **at == 'z' || **at == 't'; (*at)++) {
        spec.length += **at == 'l' ? 1 : **at == 'h' ? 0 : 1;
    }
    spec.letter = **at;
    return spec;
}

static long long read_signed(const struct spec *spec, struct values *v) {
    return spec->length >= 2 ? va_arg(v->list, long long)
           : spec->length    ? va_arg(v->list, long)
                             : va_arg(v->list, int);
}

static unsigned long long read_unsigned(const struct spec *spec, struct values *v) {
    return spec->length >= 2 ? va_arg(v->list, unsigned long long)
           : spec->length    ? va_arg(v->list, unsigned long)
                             : va_arg(v->list, unsigned);
}

static void put_signed(struct sink *s, struct spec *spec, long long value) {
    unsigned long long size = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
    put_integer(s, spec, size, sign_of(spec, value < 0));
}

static void put_unsigned(struct sink *s, struct spec *spec, unsigned long long value) {
    bool prefix = spec->alternative && value && (spec->letter | 0x20) == 'x';
    put_integer(s, spec, value, !prefix ? "" : spec->letter == 'X' ? "0X" : "0x");
}

static void put_value(struct sink *s, struct spec *spec, struct values *v) {
    char c;
    switch (spec->letter) {
    case 'd':
    case 'i':
        put_signed(s, spec, read_signed(spec, v));
        return;
    case 'p':
        spec->letter = 'x';
        spec->alternative = true;
        put_unsigned(s, spec, (uintptr_t)va_arg(v->list, void *));
        return;
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        put_unsigned(s, spec, read_unsigned(spec, v));
        return;
    case 'c':
        c = (char)va_arg(v->list, int);
        spec->zero = false;
        put_field(s, spec, "", &c, 1);
        return;
    case 's':
        put_text(s, spec, va_arg(v->list, const char *));
        return;
    case 'f':
    case 'e':
    case 'E':
        put_double(s, spec, va_arg(v->list, double));
        return;
    default:
        put(s, spec->letter); /* % and unknown letters */
    }
}

static int format_all(struct sink *s, const char *format, struct values *v) {
    for (; *format; format++) {
        if (*format != '%') {
            put(s, *format);
            continue;
        }
        format++;
        struct spec spec = read_spec(&format, v);
        if (!spec.letter) {
            break;
        }
        put_value(s, &spec, v);
    }
    return s->count;
}

int vfprintf(FILE *file, const char *format, va_list list) {
    struct sink s = {.file = file};
    struct values v;
    va_copy(v.list, list);
    int count = format_all(&s, format, &v);
    va_end(v.list);
    return count;
}

int vsnprintf(char *to, size_t bytes, const char *format, va_list list) {
    struct sink s = {.to = to, .room = bytes ? bytes - 1 : 0};
    struct values v;
    va_copy(v.list, list);
    int count = format_all(&s, format, &v);
    va_end(v.list);
    if (bytes) {
        to[(size_t)count < bytes ? (size_t)count : bytes - 1] = 0;
    }
    return count;
}

int printf(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vfprintf(stdout, format, list);
    va_end(list);
    return count;
}

int fprintf(FILE *file, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vfprintf(file, format, list);
    va_end(list);
    return count;
}

int snprintf(char *to, size_t bytes, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vsnprintf(to, bytes, format, list);
    va_end(list);
    return count;
}
