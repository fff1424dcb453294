/* SPDX-License-Identifier: Apache-2.0
 *
 * list.c - a line of a list of words, as stx-run and stx-race take it: words as text or as
 * numbers, for the thread that a line names, and stores to registers. */
#include <string.h>

#include "number.h"
#include "softensix/isa.h"
#include "vectors/vec.h"

static bool is_word(const char *text) {
    uint32_t word;
    return strlen(text) == 8 && number_read(text, 16, UINT32_MAX, &word);
}

static bool word_tokens(struct vec_line *line) {
    for (int token = 0; token < line->tokens; token++) {
        if (!is_word(line->token[token])) {
            return vec_wrong(line, token, "is not a word of 8 hexadecimal digits");
        }
    }
    return vec_numbers(line, 0, UINT32_MAX);
}

/* An instruction as text becomes the only word of its line. */
static bool instruction(struct vec_line *line) {
    static char text[VEC_LINE];
    text[0] = 0;
    for (int i = 0; i < line->tokens; i++) {
        strncat(text, i ? " " : "", sizeof text - strlen(text) - 1);
        strncat(text, line->token[i], sizeof text - strlen(text) - 1);
    }
    const char *why = stx_assemble(&line->value[0], text);
    if (why) {
        char sentence[sizeof line->wrong];
        snprintf(sentence, sizeof sentence, "makes no sense here: %s", why);
        line->token[0] = text;
        return vec_wrong(line, 0, sentence);
    }
    line->tokens = 1;
    return true;
}

static bool is_instruction(const char *first) {
    return (*first >= 'A' && *first <= 'Z') || *first == '.';
}

enum vec_kind vec_list_line(struct vec_line *line, unsigned *thread, int *first) {
    const char *keyword = line->token[0];
    bool marked = !strcmp(keyword, "x");
    *first = marked ? 2 : 0;
    if (!strcmp(keyword, "thread")) {
        return vec_has(line, 1) && vec_thread(line, thread) ? VEC_THREAD : VEC_WRONG;
    }
    if (!strcmp(keyword, "mmio")) {
        return vec_has(line, 2) && vec_numbers(line, 1, UINT32_MAX) ? VEC_STORE : VEC_WRONG;
    }
    if (marked || is_word(keyword)) {
        return (marked ? vec_words(line, thread) : word_tokens(line)) ? VEC_WORDS : VEC_WRONG;
    }
    if (is_instruction(keyword)) {
        return instruction(line) ? VEC_WORDS : VEC_WRONG;
    }
    return VEC_STATE;
}
