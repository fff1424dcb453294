/* SPDX-License-Identifier: Apache-2.0
 *
 * timing.c - the time model of a run (docs/time.md). */
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "printable.h"
#include "run.h"
#include "softensix/time.h"

enum { HOTTEST = 10 }; /* number of lines that are printed for each thread */

static struct stx_time timing;
static bool is_timed;
static struct stx_time_lines lines;

static void print(void *ctx, const char *text) {
    fputs(text, ctx ? ctx : stdout);
}

static void lines_begin(const char *path) {
    lines = (struct stx_time_lines){print, fopen(path, "w")};
    if (!lines.ctx) {
        fprintf(stderr, "stx-run: %s: cannot write\n", path);
        exit(2);
    }
    stx_time_tell(&timing, &lines);
}

void timing_begin(const struct options *o) {
    stx_time_init(&timing, &machine.core);
    stx_time_more(&timing);
    is_timed = true;
    if (o->kernels) { /* their RISC-V code is that of silicon */
        (void)stx_time_set(&timing, "riscv_cycles", 1);
    }
    for (unsigned i = 0; i < o->parameter_count; i++) {
        const char *wrong = stx_time_option(&timing, o->parameters[i]);
        if (wrong) {
            fprintf(stderr, "stx-run: %s: %s\n", printable(o->parameters[i]), wrong);
            exit(2);
        }
    }
    if (o->time_lines) {
        lines_begin(o->time_lines);
    }
}

/* The file's name without directories, up to the first dot. */
void timing_end(const char *path) {
    char name[128];
    const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(base, "."), base);
    stx_time_end(&timing);
    stx_time_print(&timing, *name ? name : "words", print, NULL);
    stx_time_table(&timing, print, NULL);
    stx_time_sites(&timing, HOTTEST, print, NULL);
    if (lines.ctx && !output_closed(lines.ctx)) {
        fprintf(stderr, "stx-run: the lines of --time-lines cannot be written\n");
        exit(2);
    }
}

void timing_executed(unsigned thread, uint32_t at) {
    if (is_timed) {
        stx_time_executed(&timing, thread, at, at + 4u);
    }
}

void timing_code(unsigned thread, uint32_t instructions, uint32_t divisions) {
    if (is_timed) {
        stx_time_code(&timing, thread, instructions);
        stx_time_divide(&timing, thread, divisions);
    }
}
