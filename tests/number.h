/* SPDX-License-Identifier: Apache-2.0
 *
 * number.h - a number that somebody wrote: all of the text or none of it, and within a range. */
#ifndef TESTS_NUMBER_H
#define TESTS_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Value of a digit, 16 if it is none. */
static inline uint32_t number_digit(char c) {
    return c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
           : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a') + 10u
           : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A') + 10u
                                  : 16u;
}

/* Digits of a base up to 16 and nothing else: no sign, no space, no prefix, no more of them
 * than 32 bits need (8 of base 16, 10 of base 10). False, and *value unchanged, if the text is
 * anything else or the number is larger than most. */
static inline bool number_read(const char *text, uint32_t base, uint32_t most, uint32_t *value) {
    uint64_t number = 0;
    unsigned digits = 0, most_digits = base == 16 ? 8 : 10;
    for (; text[digits]; digits++) {
        uint32_t digit = number_digit(text[digits]);
        number = number * base + digit;
        if (digit >= base || number > most || digits == most_digits) {
            return false;
        }
    }
    if (digits) {
        *value = (uint32_t)number;
    }
    return digits > 0;
}

/* The same of an option: decimal, or hexadecimal with 0x. */
static inline bool number_option(const char *text, uint32_t most, uint32_t *value) {
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    return number_read(hex ? text + 2 : text, hex ? 16 : 10, most, value);
}

#endif
