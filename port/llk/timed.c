/* SPDX-License-Identifier: Apache-2.0
 *
 * timed.c - the time model around a run of LLK kernels. */
#include "llk/timed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coop/timing.h"
#include "softensix/time.h"

static const char *name;
static FILE *lines;

static void print(void *ctx, const char *text) {
    fputs(text, ctx ? ctx : stdout);
}

static void refuse(const char *what, const char *why) {
    printf("time: %s: %s\n", what, why);
    exit(1);
}

FILE *timed_file(const char *path) {
    FILE *file = fopen(path, "w");
    if (!file) {
        refuse(path, "cannot write");
    }
    return file;
}

const char *timed_path(int count, char **arguments) {
    return count > 1 && strcmp(arguments[1], "-") != 0 ? arguments[1] : NULL;
}

/* Numbers from 0.5 to 1 that differ from each other, in the bits of bfloat16. */
static void fill(uint16_t *to, unsigned count) {
    uint32_t random = 1;
    for (unsigned i = 0; i < count; i++) {
        random = random * 1664525u + 1013904223u;
        to[i] = (uint16_t)(0x3F00u | random >> 25);
    }
}

/* A kernel alone has no operands; but what the vendor's compiler makes of sfpi code is told from
 * values (chosen.c), so they must differ. */
static void give_operands(struct stx_core *core) {
    fill(&core->srca.high[0][0][0], sizeof core->srca.high / 2);
    fill(&core->srcb.high[0][0][0], sizeof core->srcb.high / 2);
    fill(&core->dst.cell[0][0], sizeof core->dst.cell / 2);
    memset(core->dst.valid, 0xFF, sizeof core->dst.valid);
}

void timed_options(struct coop *coop, int count, char **arguments) {
    if (count < 1) {
        return;
    }
    name = arguments[0];
    if (!coop_time(coop, print, NULL)) {
        exit(1);
    }
    for (int i = 2; i < count; i++) {
        if (!strcmp(arguments[i], "operands")) {
            give_operands(coop->core);
            continue;
        }
        const char *wrong = coop_time_option(arguments[i]);
        if (wrong) {
            refuse(arguments[i], wrong);
        }
    }
}

void timed_begin(struct coop *coop, int count, char **arguments) {
    const char *path = timed_path(count, arguments);
    timed_options(coop, count, arguments);
    if (path) {
        lines = timed_file(path);
        coop_time_lines(print, lines);
    }
}

const char *timed_name(void) {
    return name;
}

void timed_end(void) {
    if (name) {
        coop_time_end(name, print, NULL);
        coop_time_sites(STX_TIME_SITES, print,
                        NULL); /* tools/kernels turns the addresses into lines of the source */
        printf("time ends\n");
    }
    if (lines) {
        fclose(lines);
    }
}
