/* SPDX-License-Identifier: Apache-2.0
 *
 * json.c - what stx-race prints, also as JSON. */
#include "json.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/output.h"

static char kept[1 << 16]; /* what no longer fits is printed only */

void race_print(void *ctx, const char *text) {
    size_t used = strlen(kept), length = strlen(text);
    (void)ctx;
    fputs(text, stdout);
    if (length < sizeof kept - used) {
        memcpy(kept + used, text, length + 1);
    }
}

void race_say(const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    race_print(NULL, text);
}

static void string(FILE *to, const char *name, const char *value) {
    fprintf(to, "\"%s\": \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') {
            putc('\\', to);
        }
        if (*value == '\n') {
            fputs("\\n", to);
        } else {
            putc((unsigned char)*value < ' ' ? ' ' : *value, to);
        }
    }
    putc('"', to);
}

static void error(FILE *to, const char *code, const char *message, const char *hint) {
    fputs("\"error\": ", to);
    if (!code) {
        fputs("null, ", to);
        return;
    }
    putc('{', to);
    string(to, "code", code);
    fputs(", ", to);
    string(to, "message", message);
    fputs(", ", to);
    string(to, "hint", hint);
    fputs("}, ", to);
}

bool race_json(const char *path, const struct race_result *r, const char *code, const char *message,
               const char *hint) {
    FILE *to = fopen(path, "w");
    if (!to) {
        return false;
    }
    fputs("{\"schema\": 1, ", to);
    error(to, code, message, hint);
    string(to, "kernel", r->kernel);
    fprintf(to, ", \"first\": %u, \"seeds\": %u, \"differs\": ", (unsigned)r->first,
            (unsigned)r->count);
    fprintf(to, r->seed ? "%u" : "null", (unsigned)r->seed);
    fprintf(to, ", \"lint\": %u, \"uninitialised\": %u, \"order\": %u, \"status\": %d, ", r->lint,
            r->uninitialised, r->order, r->status);
    string(to, "text", kept);
    fputs("}\n", to);
    return output_closed(to);
}
