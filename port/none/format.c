/* SPDX-License-Identifier: Apache-2.0
 *
 * format.c - printf() and its like, as far as programs of this tree use them: the flags - and 0,
 * width and precision, the lengths l and ll, and the letters d u x c s f and %. */
#include <stdarg.h>
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
    bool left, zero;
    int width, precision; /* -1: none */
    int length;           /* the number of l */
};

enum { DIGITS = 20, PLACES = 9 }; /* the most of an integer; of a double, after the point */

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

/* Writes a sign, or none, and the text in a field of spec's width. */
static void put_field(struct sink *s, const struct spec *spec, bool negative, const char *text,
                      int bytes) {
    int fill = spec->width - bytes - negative;
    bool zeros = spec->zero && !spec->left;
    pad(s, ' ', zeros || spec->left ? 0 : fill);
    pad(s, '-', negative);
    pad(s, '0', zeros ? fill : 0);
    for (int i = 0; i < bytes; i++) {
        put(s, text[i]);
    }
    pad(s, ' ', spec->left ? fill : 0);
}

/* Writes at least this many digits in front of `end`; returns where they begin. */
static char *digits(char *end, unsigned long long value, unsigned base, int least) {
    for (; value || least > 0; value /= base, least--) {
        *--end = "0123456789abcdef"[value % base];
    }
    return end;
}

static void put_integer(struct sink *s, const struct spec *spec, bool negative,
                        unsigned long long value, unsigned base) {
    char text[DIGITS], *end = text + sizeof text;
    char *at = digits(end, value, base, 1);
    put_field(s, spec, negative, at, (int)(end - at));
}

/* The digits after the point come from a fraction of 60 bits, rounded to nearest, ties to even.
 * Numbers from 2^64 on are written as "big". */
static void put_double(struct sink *s, const struct spec *spec, double value) {
    char text[DIGITS + 1 + PLACES], *end = text + sizeof text, *at = end;
    int places = spec->precision < 0 ? 6 : spec->precision > PLACES ? PLACES : spec->precision;
    bool negative = __builtin_signbit(value);
    double size = negative ? -value : value;
    if (!(size < 0x1p64)) {
        const struct spec blanks = {spec->left, false, spec->width, -1, 0};
        const char *name = size != size ? "nan" : size == __builtin_inf() ? "inf" : "big";
        put_field(s, &blanks, negative, name, 3);
        return;
    }
    const uint64_t one = 1ULL << 60;
    uint64_t whole = (uint64_t)size, rest = (uint64_t)((size - (double)whole) * 0x1p60);
    uint64_t part = 0, scale = 1;
    for (int i = 0; i < places; i++) {
        rest *= 10;
        part = 10 * part + rest / one;
        rest %= one;
        scale *= 10;
    }
    uint64_t last = places ? part : whole;
    part += rest > one / 2 || (rest == one / 2 && (last & 1u));
    whole += part == scale;
    if (places) {
        at = digits(end, part == scale ? 0 : part, 10, places);
        *--at = '.';
    }
    at = digits(at, whole, 10, 1);
    put_field(s, spec, negative, at, (int)(end - at));
}

static void put_text(struct sink *s, struct spec spec, const char *text) {
    int bytes = 0;
    while ((spec.precision < 0 || bytes < spec.precision) && text[bytes]) {
        bytes++;
    }
    spec.zero = false;
    put_field(s, &spec, false, text, bytes);
}

static int read_number(const char **at) {
    int value = 0;
    while (**at >= '0' && **at <= '9') {
        value = 10 * value + *(*at)++ - '0';
    }
    return value;
}

static struct spec read_spec(const char **at) {
    struct spec spec = {.precision = -1};
    for (; **at == '-' || **at == '0'; (*at)++) {
        spec.left |= **at == '-';
        spec.zero |= **at == '0';
    }
    spec.width = read_number(at);
    if (**at == '.') {
        (*at)++;
        spec.precision = read_number(at);
    }
    for (; **at == 'l'; (*at)++) {
        spec.length++;
    }
    return spec;
}

/* A va_list in a struct can be passed by address. */
struct values {
    va_list list;
};

static unsigned long long read_unsigned(const struct spec *spec, struct values *v) {
    return spec->length >= 2 ? va_arg(v->list, unsigned long long)
           : spec->length    ? va_arg(v->list, unsigned long)
                             : va_arg(v->list, unsigned);
}

static void put_signed(struct sink *s, const struct spec *spec, struct values *v) {
    long long value = spec->length >= 2 ? va_arg(v->list, long long)
                      : spec->length    ? va_arg(v->list, long)
                                        : va_arg(v->list, int);
    unsigned long long size = (unsigned long long)value;
    put_integer(s, spec, value < 0, value < 0 ? 0 - size : size, 10);
}

static void put_value(struct sink *s, struct spec *spec, char letter, struct values *v) {
    char c[2] = "";
    switch (letter) {
    case 'd':
        put_signed(s, spec, v);
        return;
    case 'u':
    case 'x':
        put_integer(s, spec, false, read_unsigned(spec, v), letter == 'x' ? 16 : 10);
        return;
    case 'c':
        c[0] = (char)va_arg(v->list, int);
        put_text(s, *spec, c);
        return;
    case 's':
        put_text(s, *spec, va_arg(v->list, const char *));
        return;
    case 'f':
        put_double(s, spec, va_arg(v->list, double));
        return;
    default:
        put(s, letter); /* % and unknown letters */
    }
}

static int format_all(struct sink *s, const char *format, va_list list) {
    struct values v;
    va_copy(v.list, list);
    for (; *format; format++) {
        if (*format != '%') {
            put(s, *format);
            continue;
        }
        format++;
        struct spec spec = read_spec(&format);
        if (!*format) {
            break;
        }
        put_value(s, &spec, *format, &v);
    }
    va_end(v.list);
    return s->count;
}

int printf(const char *format, ...) {
    struct sink s = {.file = stdout};
    va_list list;
    va_start(list, format);
    int count = format_all(&s, format, list);
    va_end(list);
    return count;
}

int snprintf(char *to, size_t bytes, const char *format, ...) {
    struct sink s = {.to = to, .room = bytes ? bytes - 1 : 0};
    va_list list;
    va_start(list, format);
    int count = format_all(&s, format, list);
    va_end(list);
    if (bytes) {
        to[(size_t)count < bytes ? (size_t)count : bytes - 1] = 0;
    }
    return count;
}
