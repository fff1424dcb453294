/* SPDX-License-Identifier: Apache-2.0
 *
 * json.h - what stx-race prints, also as JSON (docs/agents.md). */
#ifndef TOOLS_RACE_JSON_H
#define TOOLS_RACE_JSON_H

#include <stdbool.h>
#include <stdint.h>

/* What a run found. seed: of the first interleaving that differs, 0 if none does. */
struct race_result {
    const char *kernel;
    uint32_t first, count, seed;
    unsigned lint, uninitialised, order;
    int status;
};

/* Prints, and keeps what was printed for the JSON; the first form is a stx_print. */
void race_print(void *ctx, const char *text);
void race_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes the file; false if that is impossible. code: of an error, NULL if there was none. */
bool race_json(const char *path, const struct race_result *result, const char *code,
               const char *message, const char *hint);

#endif
