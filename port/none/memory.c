/* SPDX-License-Identifier: Apache-2.0
 *
 * memory.c - copies and fills memory word by word, eight words at a time, where the addresses allow
 * it. port/llk/memory.c links these functions in place of picolibc's, which go byte by byte and
 * would take seven tenths of a program's instructions to clear memory. */
#include <stdint.h>
#include <string.h>

typedef uintptr_t __attribute__((may_alias)) word;
enum { WORD = sizeof(word), MANY = 8 * WORD };

/* Without it the compiler turns each loop into a call of the very function that contains it. */
#define STAY_A_LOOP(pointer) __asm__("" : "+r"(pointer))

static int aligned(const void *a, const void *b) {
    return (((uintptr_t)a | (uintptr_t)b) & (WORD - 1)) == 0;
}

static void copy_many(word *to, const word *from) {
    const word a = from[0], b = from[1], c = from[2], d = from[3];
    const word e = from[4], f = from[5], g = from[6], h = from[7];
    to[0] = a, to[1] = b, to[2] = c, to[3] = d;
    to[4] = e, to[5] = f, to[6] = g, to[7] = h;
}

void *memcpy(void *to, const void *from, size_t bytes) {
    unsigned char *t = to;
    const unsigned char *f = from;
    if (aligned(t, f)) {
        for (; bytes >= MANY; bytes -= MANY, t += MANY, f += MANY) {
            copy_many((word *)(void *)t, (const word *)(const void *)f);
        }
        for (; bytes >= WORD; bytes -= WORD, t += WORD, f += WORD) {
            *(word *)(void *)t = *(const word *)(const void *)f;
            STAY_A_LOOP(t);
        }
    }
    for (; bytes > 0; bytes--) {
        *t++ = *f++;
        STAY_A_LOOP(t);
    }
    return to;
}

void *memmove(void *to, const void *from, size_t bytes) {
    unsigned char *t = to;
    const unsigned char *f = from;
    if ((uintptr_t)t - (uintptr_t)f >= bytes) {
        return memcpy(to, from, bytes);
    }
    while (bytes-- > 0) {
        t[bytes] = f[bytes];
        STAY_A_LOOP(t);
    }
    return to;
}

void *memset(void *to, int value, size_t bytes) {
    unsigned char *t = to;
    if (aligned(t, t)) {
        const word all = (word)-1 / 0xFF * (unsigned char)value;
        for (; bytes >= MANY; bytes -= MANY, t += MANY) {
            word *w = (word *)(void *)t;
            w[0] = w[1] = w[2] = w[3] = w[4] = w[5] = w[6] = w[7] = all;
            STAY_A_LOOP(t);
        }
        for (; bytes >= WORD; bytes -= WORD, t += WORD) {
            *(word *)(void *)t = all;
            STAY_A_LOOP(t);
        }
    }
    for (; bytes > 0; bytes--) {
        *t++ = (unsigned char)value;
        STAY_A_LOOP(t);
    }
    return to;
}
