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

static void open_lines(const char *path) {
    if (path[0] == '-' && !path[1]) {
        return;
    }
    lines = fopen(path, "w");
    if (!lines) {
        refuse(path, "cannot write");
    }
    coop_time_lines(print, lines);
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

void timed_begin(struct coop *coop, int count, char **arguments) {
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
    if (count > 1) {
        open_lines(arguments[1]);
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
