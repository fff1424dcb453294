/* SPDX-License-Identifier: Apache-2.0
 *
 * digits.c - all decimal digits of a double. The significand is doubled or halved as often as the
 * exponent says. This is slow and exact. */
#include "format.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The largest double has 309 digits before the point, the smallest 1074 after it. */
enum { BEFORE = 312, AFTER = 1080 };

struct decimal {
    int first, end; /* the digits are digit[first .. end) */
    char digit[BEFORE + AFTER];
};

static void twice(struct decimal *d) {
    int carry = 0;
    for (int i = d->end - 1; i >= d->first || carry; i--) {
        int v = 2 * (i >= d->first ? d->digit[i] : 0) + carry;
        carry = v >= 10;
        d->digit[i] = (char)(carry ? v - 10 : v);
        d->first = i < d->first ? i : d->first;
    }
}

static void half(struct decimal *d) {
    int rest = 0;
    for (int i = d->first; i < d->end || rest; i++) {
        int v = 10 * rest + (i < d->end ? d->digit[i] : 0);
        d->digit[i] = (char)(v / 2);
        rest = v & 1;
        d->end = i >= d->end ? i + 1 : d->end;
    }
    if (d->first < BEFORE - 1 && d->digit[d->first] == 0) {
        d->first++;
    }
}

static void decimal_of(struct decimal *d, double value) {
    union {
        double value;
        uint64_t bits;
    } u = {value};
    int exponent = (int)(u.bits >> 52 & 0x7FF);
    uint64_t significand = (u.bits & ((1ULL << 52) - 1)) | (exponent ? 1ULL << 52 : 0);
    memset(d->digit, 0, sizeof d->digit);
    d->first = d->end = BEFORE;
    do {
        d->digit[--d->first] = (char)(significand % 10);
        significand /= 10;
    } while (significand);
    int power = (exponent ? exponent : 1) - 1075;
    for (; power > 0; power--) {
        twice(d);
    }
    for (; power < 0; power++) {
        half(d);
    }
}

/* Rounds to nearest even and removes the digits from digit[cut] on. */
static void round_at(struct decimal *d, int cut) {
    if (cut >= d->end) {
        return;
    }
    bool more = false, odd = cut > 0 && (d->digit[cut - 1] & 1);
    for (int i = cut + 1; i < d->end; i++) {
        more |= d->digit[i] != 0;
    }
    bool up = d->digit[cut] > 5 || (d->digit[cut] == 5 && (more || odd));
    d->end = cut;
    for (int i = cut - 1; up; i--) {
        up = d->digit[i] == 9;
        d->digit[i] = (char)(up ? 0 : d->digit[i] + 1);
        d->first = i < d->first ? i : d->first;
    }
}

static char at(const struct decimal *d, int i) {
    return (char)('0' + (i >= d->first && i < d->end ? d->digit[i] : 0));
}

char *digits_fixed(char *to, double value, int precision) {
    struct decimal d;
    decimal_of(&d, value);
    round_at(&d, BEFORE + precision);
    for (int i = d.first < BEFORE - 1 ? d.first : BEFORE - 1; i < BEFORE; i++) {
        *to++ = at(&d, i);
    }
    for (int i = 0; i < precision; i++) {
        if (i == 0) {
            *to++ = '.';
        }
        *to++ = at(&d, BEFORE + i);
    }
    return to;
}

static int first_digit(const struct decimal *d) {
    int i = d->first;
    while (i < d->end && d->digit[i] == 0) {
        i++;
    }
    return i < d->end ? i : BEFORE - 1; /* the number 0 has the exponent 0 */
}

char *digits_exponent(char *to, double value, int precision, char letter) {
    struct decimal d;
    decimal_of(&d, value);
    int cut = first_digit(&d) + 1 + precision;
    round_at(&d, cut);
    int first = first_digit(&d), exponent = BEFORE - 1 - first;
    for (int i = 0; i <= precision; i++) {
        if (i == 1) {
            *to++ = '.';
        }
        *to++ = at(&d, first + i);
    }
    int size = exponent < 0 ? -exponent : exponent;
    *to++ = letter;
    *to++ = exponent < 0 ? '-' : '+';
    if (size >= 100) {
        *to++ = (char)('0' + size / 100);
    }
    *to++ = (char)('0' + size / 10 % 10);
    *to++ = (char)('0' + size % 10);
    return to;
}
