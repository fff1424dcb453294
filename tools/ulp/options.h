/* SPDX-License-Identifier: Apache-2.0
 *
 * options.h - the command line of stx-ulp. */
#ifndef ULP_OPTIONS_H
#define ULP_OPTIONS_H

#include "run.h"

struct options {
    const char *words, *kernel, *recording, *function, *json, *record, *list, *results, *name;
    const struct ulp_format *in, *out, *dst;
    bool plain, quiet, fuse, check;
};

/* The named functions. */
struct ulp_known {
    const char *name, *text;
    enum ulp_symmetry symmetry;
    enum ulp_direction direction;
};
const struct ulp_known *ulp_function_named(const char *name);

/* Ends the program with exit status 2. */
_Noreturn void ulp_fail(const char *text, const char *about);

/* Reads the arguments; ends the program if they are invalid. */
void ulp_options_read(struct options *o, struct ulp_run *r, int argc, char **argv);

#endif
