/* SPDX-License-Identifier: Apache-2.0
 *
 * one_of.h - is a name among those of a list with spaces between them? */
#ifndef TESTS_ONE_OF_H
#define TESTS_ONE_OF_H

#include <stdbool.h>
#include <string.h>

static inline bool is_one_of(const char *names, const char *name) {
    size_t length = strlen(name);
    for (const char *at = names; (at = strstr(at, name)) != NULL; at += length) {
        if ((at == names || at[-1] == ' ') && (at[length] == ' ' || !at[length])) {
            return true;
        }
    }
    return false;
}

#endif
