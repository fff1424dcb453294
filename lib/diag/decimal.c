/* SPDX-License-Identifier: Apache-2.0
 *
 * decimal.c - converts binary32 to decimal text. The value is m * 2^e; a 64-bit m is scaled, step
 * by step, until the same value is d * 10^k, where d has six digits. A step loses less than 2^-59
 * of the value, and there are fewer than 400 steps. So the result is the nearest number of six
 * digits, unless the value is within 2^-40 of the middle between two candidates. */
#include "diag/decimal.h"

#include "core/mem.h"

#define HIGH (UINT64_C(1) << 60)
#define DIGITS 6
#define SIX_DIGITS 1000000u

/* Returns the six-digit number d and sets *k so that m * 2^e = d * 10^k. */
static uint32_t six_digits(uint64_t m, int e, int *k) {
    *k = 0;
    for (; e > 0; e--, m <<= 1) {
        for (; m >= HIGH; m /= 10) {
            ++*k;
        }
    }
    for (; e < 0; e++, m >>= 1) {
        for (; m < HIGH; m *= 10) {
            --*k;
        }
    }
    uint64_t unit = 1;
    for (; m / unit >= SIX_DIGITS; unit *= 10) {
        ++*k;
    }
    m = (m + unit / 2) / unit;
    if (m == SIX_DIGITS) {
        ++*k;
        return SIX_DIGITS / 10;
    }
    return (uint32_t)m;
}

static char *put_exponent(char *at, char sign, unsigned magnitude) {
    *at++ = 'e';
    *at++ = sign;
    *at++ = (char)('0' + magnitude / 10);
    *at++ = (char)('0' + magnitude % 10);
    return at;
}

/* Writes digits with a decimal point after `before` of them; if before is 0 or less, "0." and
 * -before zeros come first. Only the first `count` digits are used, followed by zeros up to the
 * point if necessary; before is at most DIGITS. */
static char *put_digits(char *at, const char *digits, int count, int before) {
    if (before <= 0) {
        *at++ = '0';
        *at++ = '.';
        for (; before < 0; before++) {
            *at++ = '0';
        }
    }
    for (int i = 0; i < count || i < before; i++) {
        if (i == before && i > 0) {
            *at++ = '.';
        }
        *at++ = digits[i];
    }
    return at;
}

static void put_number(char *at, uint32_t value, int k) {
    char digits[DIGITS];
    int count = DIGITS, exponent = k + DIGITS - 1;
    for (int i = DIGITS - 1; i >= 0; i--, value /= 10) {
        digits[i] = (char)('0' + value % 10);
    }
    while (digits[count - 1] == '0') { /* the first digit is not 0 */
        count--;
    }
    if (exponent < -4) {
        at = put_exponent(put_digits(at, digits, count, 1), '-', (unsigned)-exponent);
    } else if (exponent >= DIGITS) {
        at = put_exponent(put_digits(at, digits, count, 1), '+', (unsigned)exponent);
    } else {
        at = put_digits(at, digits, count, exponent + 1);
    }
    *at = 0;
}

void stx_real_text(char text[REAL_TEXT], uint32_t binary32) {
    uint32_t exponent = binary32 >> 23 & 255u, mantissa = binary32 & 0x7FFFFFu;
    int k;
    if (binary32 >> 31) {
        *text++ = '-';
    }
    if (exponent == 255) {
        memcpy(text, mantissa ? "nan" : "inf", sizeof "nan");
    } else if (!exponent && !mantissa) {
        memcpy(text, "0", sizeof "0");
    } else {
        uint32_t digits = six_digits(exponent ? mantissa | 1u << 23 : mantissa,
                                     (int)(exponent ? exponent : 1) - 150, &k);
        put_number(text, digits, k);
    }
}

uint32_t stx_real_from_fp16(uint32_t binary16) {
    uint32_t sign = (binary16 & 0x8000u) << 16, magnitude = binary16 & 0x7FFFu;
    uint32_t exponent = magnitude >> 10;
    uint32_t up = exponent == 31 ? 224 : 112; /* 31 becomes 255, a bias of 15 becomes 127 */
    if (!magnitude) {
        return sign;
    }
    if (!exponent) { /* normalises it: bit 10 becomes the lowest bit of the exponent */
        for (; !(magnitude & 0x400u); magnitude <<= 1) {
            up--;
        }
    }
    return sign | ((up << 23) + (magnitude << 13));
}
