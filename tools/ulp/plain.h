/* SPDX-License-Identifier: Apache-2.0
 *
 * plain.h - a function as its user has it - words, or C in TTI_ names - executed word by word by
 * the library, and recorded. */
#ifndef ULP_PLAIN_H
#define ULP_PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "format.h"

struct ulp_plain {
    uint32_t *word; /* the words of a list; or */
    size_t words;
    void (*init)(void), (*kernel)(void); /* functions of a shared object; init may be NULL */
    const struct ulp_format *dst;        /* what an element of Dst is */
    char wrong[512];                     /* why the function could not be executed */
};

/* From a file of words: hexadecimal or as assembly, one a line, # begins a comment. False:
 * plain->wrong. */
bool ulp_plain_read(struct ulp_plain *plain, const char *path);
/* From a shared object with kernel() and perhaps kernel_init(). */
bool ulp_plain_open(struct ulp_plain *plain, const char *path);

/* Executes it once, with values in Dst that a number chooses, and writes what it did as a recording
 * (program.h). False: plain->wrong. */
bool ulp_plain_record(struct ulp_plain *plain, uint32_t values, FILE *to);

/* What executing it so often takes on silicon, by the model of docs/time.md. */
struct ulp_cost {
    uint64_t cycles, low, high; /* expected; with the fast and the slow values of parameters */
    uint32_t words;             /* that its thread issues, a slot each */
};
bool ulp_plain_cost(struct ulp_plain *plain, unsigned times, struct ulp_cost *cost);

/* As ulp_program_run(). */
bool ulp_plain_run(struct ulp_plain *plain, unsigned slots, const uint32_t *in, uint32_t *out,
                   size_t vectors);

#endif
