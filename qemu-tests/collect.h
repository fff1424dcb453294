/* SPDX-License-Identifier: Apache-2.0
 *
 * collect.h - keeps what a report prints, for a test to read. */
#ifndef COLLECT_H
#define COLLECT_H

#include <string.h>

#ifndef COLLECT_BYTES
#define COLLECT_BYTES 4096
#endif

static char text[COLLECT_BYTES];

static void collect(void *ctx, const char *piece) {
    (void)ctx;
    strncat(text, piece, sizeof text - strlen(text) - 1);
}

#endif
