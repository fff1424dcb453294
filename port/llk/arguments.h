/* SPDX-License-Identifier: Apache-2.0
 *
 * arguments.h - the arguments of a program, which its parts take one by one. */
#ifndef LLK_ARGUMENTS_H
#define LLK_ARGUMENTS_H

#include <stdbool.h>

/* Moves the arguments that nobody takes to the front; returns how many there are. */
static inline int arguments_left(int count, char **arguments, bool (*takes)(void *ctx, char *),
                                 void *ctx) {
    int left = 0;
    for (int i = 0; i < count; i++) {
        if (!takes(ctx, arguments[i])) {
            arguments[left++] = arguments[i];
        }
    }
    return left;
}

#endif
