/* SPDX-License-Identifier: Apache-2.0
 *
 * misused.c - a program without a core, or with a core of another layout, ends with one
 * sentence. */
#include <stdio.h>
#include <stdlib.h>

#include "softensix/softensix.h"

void stx_misused(const char *sentence) {
    printf("%s\n", sentence);
    exit(1);
}
