/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "vectors/vec.h"

bool vec_read(FILE *file, struct vec_line *line) {
    do {
        if (!fgets(line->text, sizeof line->text, file)) {
            return false;
        }
        line->number++;
        line->tokens = 0;
        char *t = line->text[0] == '#' ? NULL : strtok(line->text, " \r\n");
        for (; t && line->tokens < VEC_TOKENS; t = strtok(NULL, " \r\n")) {
            line->token[line->tokens++] = t;
        }
    } while (line->tokens == 0);
    return true;
}

uint32_t vec_number(const struct vec_line *line, int token) {
    return token < line->tokens ? (uint32_t)strtoul(line->token[token], NULL, 16) : 0;
}
