/* SPDX-License-Identifier: Apache-2.0
 *
 * parse.c - reads the text format of the golden vectors: lines, tokens, numbers. */
#include <inttypes.h>
#include <string.h>

#include "line.h"
#include "number.h"
#include "vectors/vec.h"

static bool wrong(struct vec_line *line, const char *word, const char *sentence) {
    if (!line->wrong[0]) {
        line->wrong_word = word;
        snprintf(line->wrong, sizeof line->wrong, "%s", sentence);
    }
    return false;
}

bool vec_wrong(struct vec_line *line, int token, const char *sentence) {
    return wrong(line, line->token[token], sentence);
}

bool vec_next(FILE *file, struct vec_line *line) {
    const char *sentence;
    bool there = line_read(file, line->text, sizeof line->text, &sentence);
    line->wrong[0] = 0;
    line->number++;
    if (sentence) {
        wrong(line, line->text, sentence);
    }
    return there;
}

/* Appends a token; "7f*10" stands for sixteen of them. */
static void add(struct vec_line *line, char *token) {
    char *star = strchr(token, '*');
    uint32_t times = 1;
    if (star && (star == token || !number_read(star + 1, 16, VEC_TOKENS, &times) || !times)) {
        wrong(line, token, "is neither a word nor one that is repeated, such as 7f*10");
    } else if (star) {
        *star = 0;
    }
    if (times > (uint32_t)(VEC_TOKENS - line->tokens)) {
        wrong(line, line->token[0], "begins a line of too many words");
        times = 0;
    }
    for (; times; times--) {
        line->token[line->tokens++] = token;
    }
}

bool vec_split(struct vec_line *line) {
    line->tokens = 0;
    char *t = strtok(line->text, " \r\n");
    for (; t && *t != '#' && !line->wrong[0]; t = strtok(NULL, " \r\n")) {
        add(line, t);
    }
    return line->tokens > 0;
}

bool vec_read(FILE *file, struct vec_line *line) {
    while (vec_next(file, line)) {
        if (line->wrong[0] || vec_split(line)) {
            return true;
        }
    }
    return false;
}

bool vec_has(struct vec_line *line, int values) {
    char sentence[sizeof line->wrong];
    snprintf(sentence, sizeof sentence, "needs %d value%s behind it, not %d", values,
             values == 1 ? "" : "s", line->tokens - 1);
    return line->tokens - 1 == values || vec_wrong(line, 0, sentence);
}

bool vec_number(struct vec_line *line, int token, uint32_t most) {
    char sentence[sizeof line->wrong] = "is not a hexadecimal number of at most 8 digits";
    const char *text = line->token[token];
    if (number_read(text, 16, most, &line->value[token])) {
        return true;
    }
    if (number_read(text, 16, UINT32_MAX, &line->value[token])) {
        snprintf(sentence, sizeof sentence, "is more than %" PRIx32, most);
    }
    return vec_wrong(line, token, sentence);
}

bool vec_numbers(struct vec_line *line, int first, uint32_t most) {
    int token = first;
    while (token < line->tokens && vec_number(line, token, most)) {
        token++;
    }
    return token == line->tokens;
}

bool vec_thread(struct vec_line *line, unsigned *thread) {
    bool good = vec_number(line, 1, STX_THREADS - 1);
    *thread = good ? line->value[1] : *thread;
    return good;
}

bool vec_words(struct vec_line *line, unsigned *thread) {
    return (line->tokens > 2 || vec_wrong(line, 0, "needs a thread and words behind it")) &&
           vec_thread(line, thread) && vec_numbers(line, 2, UINT32_MAX);
}
