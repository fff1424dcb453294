/* SPDX-License-Identifier: Apache-2.0
 *
 * sample.h - executes a theorem for drawn inputs until a claim is false or something undefined
 * happens (make prove-mutants). tools/prove/sampled.py makes sample(), which draws the arguments. */
#ifndef STX_PROOFS_SAMPLE_H
#define STX_PROOFS_SAMPLE_H

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "proof.h"

enum { MOST_ARGUMENTS = 16 };

static uint64_t given[MOST_ARGUMENTS], randomness = 88172645463325252u, last;
static jmp_buf next_sample;

static uint64_t random_bits(void) {
    randomness ^= randomness << 13;
    randomness ^= randomness >> 7;
    return randomness ^= randomness << 17;
}

/* Numbers of any width, with any sign; powers of two and their neighbours; and numbers that differ
 * little from the last one, or in a few bits. */
static uint64_t draw(void) {
    const uint64_t how = random_bits(), any = random_bits(), few = any >> (how >> 8 & 63u);
    const uint64_t bit = 1ull << (how >> 16 & 63u), near = (how >> 24 & 7u) - 4u;
    switch (how & 7u) {
    case 0:
    case 1:
        return last = any;
    case 2:
    case 3:
        return last = few;
    case 4:
        return last = 0 - few;
    case 5:
        return last = bit + near;
    case 6:
        return last += near * bit;
    default:
        return last ^= few << (how >> 40 & 31u);
    }
}

uint8_t any8(void) {
    return (uint8_t)draw();
}

uint16_t any16(void) {
    return (uint16_t)draw();
}

uint32_t any32(void) {
    return (uint32_t)draw();
}

void assume(bool condition) {
    if (!condition) {
        longjmp(next_sample, 1);
    }
}

void keep(uint32_t number) {
    (void)number;
}

void split(int32_t value, int32_t first, int32_t last_one) {
    (void)value, (void)first, (void)last_one;
}

void factors(uint64_t x, uint64_t x_first, uint64_t x_last, uint64_t y, uint64_t y_first,
             uint64_t y_last) {
    (void)x, (void)x_first, (void)x_last, (void)y, (void)y_first, (void)y_last;
}

/* The arguments of which the theorem is false. */
static void found(int signal) {
    (void)signal;
    for (unsigned i = 0; i < MOST_ARGUMENTS; i++) {
        printf("%llu ", (unsigned long long)given[i]);
    }
    printf("\n");
    fflush(stdout);
    _Exit(0);
}

void claim(bool condition) {
    if (!condition) {
        found(0);
    }
}

static void sample(void);

int main(void) {
    signal(SIGILL, found);
    signal(SIGSEGV, found);
    for (;;) {
        if (!setjmp(next_sample)) {
            sample();
        }
    }
}

#endif
