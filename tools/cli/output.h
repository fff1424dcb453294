/* SPDX-License-Identifier: Apache-2.0
 *
 * output.h - output that could not be written, for example on a full disk, is told and is a
 * failure. */
#ifndef TOOLS_OUTPUT_H
#define TOOLS_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static inline const char **output_tool(void) {
    static const char *name;
    return &name;
}

static inline void output_end(void) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "%s: the output cannot be written\n", *output_tool());
        _exit(2);
    }
}

/* From now on the program ends with status 2 if not all of standard output could be written,
 * wherever it ends. */
static inline void output_checked(const char *tool) {
    *output_tool() = tool;
    atexit(output_end);
}

/* Closes a file that was written; false if not all of it could be, now or before. */
static inline bool output_closed(FILE *file) {
    bool bad = ferror(file);
    return fclose(file) == 0 && !bad;
}

#endif
