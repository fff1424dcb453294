/* SPDX-License-Identifier: Apache-2.0
 *
 * parse.c - reads the text format of the golden vectors. */
#include <stdlib.h>
#include <string.h>

#include "vectors/vec.h"

/* Appends a token; "7f*10" stands for sixteen of them. */
static void add(struct vec_line *line, char *token) {
    char *star = strchr(token, '*');
    unsigned long times = star ? strtoul(star + 1, NULL, 16) : 1;
    if (star) {
        *star = 0;
    }
    for (; times && line->tokens < VEC_TOKENS; times--) {
        line->token[line->tokens++] = token;
    }
}

bool vec_read(FILE *file, struct vec_line *line) {
    do {
        if (!fgets(line->text, sizeof line->text, file)) {
            return false;
        }
        line->number++;
        line->tokens = 0;
        char *t = line->text[0] == '#' ? NULL : strtok(line->text, " \r\n");
        for (; t && line->tokens < VEC_TOKENS; t = strtok(NULL, " \r\n")) {
            add(line, t);
        }
    } while (line->tokens == 0);
    return true;
}

uint32_t vec_number(const struct vec_line *line, int token) {
    return token < line->tokens ? (uint32_t)strtoul(line->token[token], NULL, 16) : 0;
}
