/* SPDX-License-Identifier: Apache-2.0
 *
 * say.h - prints the text of reports piece by piece. */
#ifndef COOP_SAY_H
#define COOP_SAY_H

#include "softensix/isa.h"
#include "softensix/print.h"

#define SAY_BYTES 256 /* the longest sentence, or word as an instruction */

struct out {
    stx_print print;
    void *ctx;
};

static inline void say(const struct out *out, const char *text) {
    out->print(out->ctx, text);
}

static inline void say_hex(const struct out *out, uint32_t value) {
    char text[] = "0x00000000";
    for (unsigned i = 0; i != 8; i++) {
        text[2 + i] = "0123456789abcdef"[value >> (28 - 4 * i) & 15u];
    }
    say(out, text);
}

static inline void say_decimal(const struct out *out, uint32_t value) {
    char digits[] = "4294967295"; /* as long as the largest number */
    unsigned n = sizeof digits - 1;
    do {
        digits[--n] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    say(out, digits + n);
}

/* Prints a word in hexadecimal and as an instruction. */
static inline void say_word(const struct out *out, uint32_t word) {
    char text[SAY_BYTES];
    stx_disasm(text, sizeof text, word);
    say_hex(out, word);
    say(out, " ");
    say(out, text);
}

#endif
