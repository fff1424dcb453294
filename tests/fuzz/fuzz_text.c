/* SPDX-License-Identifier: Apache-2.0
 *
 * Text: the assembler, and the reader of vector files and lists of words. What the assembler
 * accepts comes back as the same word from its disassembly. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "softensix/isa.h"
#include "vectors/vec.h"

static void assemble(const char *line) {
    char text[300];
    uint32_t word = 0, back = 0;
    if (!stx_assemble(&word, line)) {
        stx_disasm(text, sizeof text, word);
        if (stx_assemble(&back, text) || back != word) {
            abort();
        }
    }
}

static void vectors(FILE *file) {
    static struct vec_state state;
    static struct vec_line line;
    if (!state.l1) {
        state.l1 = malloc(VEC_L1_BYTES);
        state.l1_used = VEC_L1_BYTES;
    }
    vec_baseline(&state, NULL);
    line.number = 0;
    while (vec_read(file, &line)) {
        unsigned thread = 0;
        int first;
        state.wanted = line.number % 2;
        if (!line.wrong[0] && vec_list_line(&line, &thread, &first) == VEC_STATE) {
            (void)vec_apply(&state, &line);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char text[4096];
    size_t length = size < sizeof text - 1 ? size : sizeof text - 1;
    if (length == 0) {
        return 0;
    }
    memcpy(text, data, length);
    text[length] = 0;
    FILE *file = fmemopen(text, length, "r");
    if (file) {
        vectors(file);
        fclose(file);
    }
    assemble(text);
    return 0;
}
