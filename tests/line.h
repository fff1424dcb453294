/* SPDX-License-Identifier: Apache-2.0
 *
 * line.h - a line of a file that somebody wrote: all of it, or a sentence about what it is not. */
#ifndef TESTS_LINE_H
#define TESTS_LINE_H

#include <stdbool.h>
#include <stdio.h>

/* Reads the next line into text, without its end; false at the end of the file. *wrong becomes
 * NULL, or a sentence that goes on after the text, which then holds the line's beginning: the line
 * is longer than size - 1 bytes, or one of its bytes is 0. */
static inline bool line_read(FILE *file, char *text, size_t size, const char **wrong) {
    size_t length = 0;
    int byte = fgetc(file);
    bool there = byte != EOF;
    *wrong = NULL;
    for (; byte != EOF && byte != '\n'; byte = fgetc(file)) {
        if (byte == 0 && !*wrong) {
            *wrong = "is followed by a byte that is 0";
        } else if (length + 1 == size && !*wrong) {
            *wrong = "begins a line that is too long";
        } else if (!*wrong) {
            text[length++] = (char)byte;
        }
    }
    text[length] = 0;
    return there;
}

#endif
