/* SPDX-License-Identifier: Apache-2.0
 *
 * exhaust.h - how an exhaustion is written: a function that executes a function of lib/ for every
 * input there is, and compares each result with exact arithmetic or with the plain form. It is
 * compiled for the machine, with a trap where C leaves behaviour undefined (docs/proofs.md). */
#ifndef STX_PROOFS_EXHAUST_H
#define STX_PROOFS_EXHAUST_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define EXHAUST(name) void exhaust_##name

/* SCATTERED: for a changed function. All numbers are tried in an order in which large ones come
 * soon, and an input whose function does not return ends the program. */
#ifdef SCATTERED
#define EACH_NEXT 0x9E3779B1u
#define COUNTED volatile
#else
#define EACH_NEXT 1u
#define COUNTED
#endif

extern COUNTED uint64_t points; /* how many inputs were tried */

/* Prints the input and ends the program. */
_Noreturn void differs(uint32_t first, uint32_t second, uint32_t got);

/* The result for an input of one or two numbers is right. */
static inline void holds(bool right, uint32_t first, uint32_t second, uint32_t got) {
    points++;
    if (__builtin_expect(!right, 0)) {
        differs(first, second, got);
    }
}

/* All numbers of 32 bits, and all below 2^bits. */
#define EACH(v) for (uint32_t v = 0, v##_more = 1; v##_more; v##_more = (v += EACH_NEXT) != 0)
#define BELOW_POWER(v, bits) for (uint32_t v = 0; v < 1u << (bits); v++)

#endif
