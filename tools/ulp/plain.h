/* SPDX-License-Identifier: Apache-2.0
 *
 * plain.h - a user's function - words, or C with TTI_ names - that the library executes word by
 * word and records. */
#ifndef ULP_PLAIN_H
#define ULP_PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "format.h"
#include "softensix/print.h"

struct ulp_plain {
    uint32_t *word; /* the words of a list; or */
    size_t words;
    void (*init)(void), (*kernel)(void); /* functions of a shared object; init may be NULL */
    const struct ulp_format *dst;        /* the format of an element of Dst */
    const struct ulp_format *source; /* of SrcA and SrcB, for words of the matrix unit; or NULL */
    char wrong[512];                 /* the reason if the function could not be executed */
};

/* Reads a file of words in hexadecimal or assembly, one on each line; # begins a comment. False
 * with plain->wrong on errors. */
bool ulp_plain_read(struct ulp_plain *plain, const char *path);
/* Opens a shared object with kernel() and optionally kernel_init(). */
bool ulp_plain_open(struct ulp_plain *plain, const char *path);

/* Executes it once, with values in Dst that a number selects, and writes a recording of it
 * (program.h). False with plain->wrong on errors. */
bool ulp_plain_record(struct ulp_plain *plain, uint32_t values, FILE *to);

/* The cost of executing it this many times on silicon, according to the model of docs/time.md. */
struct ulp_cost {
    uint64_t cycles, low,
        high;       /* expected cycles, and those with the fast and the slow values of parameters */
    uint32_t words; /* words that its thread issues, with one slot each */
};
bool ulp_plain_cost(struct ulp_plain *plain, unsigned times, struct ulp_cost *cost);

/* Prints what the lint and the order checker find in this many executions, and returns how much
 * that is. What the function reads must come from itself or from LLK's start-up. */
unsigned ulp_plain_check(struct ulp_plain *plain, unsigned times, stx_print print, void *ctx);

/* Computes out[i] of x[i] in SrcA and y in SrcB: words of the matrix unit, which are executed for 8
 * rows and leave their results in the first rows of Dst, which is 0 before. */
bool ulp_plain_run_sources(struct ulp_plain *plain, const uint32_t *x, uint32_t y, uint32_t *out,
                           size_t count);

/* Like ulp_program_run(). */
bool ulp_plain_run(struct ulp_plain *plain, unsigned slots, const uint32_t *in, uint32_t *out,
                   size_t vectors);

#endif
