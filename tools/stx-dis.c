/* SPDX-License-Identifier: Apache-2.0
 *
 * stx-dis - instruction words to text, and back.
 *
 *   stx-dis [-l] [word...]   hexadecimal words, from the arguments or standard input, one line
 * each; -l: words are as the LLK firmware holds them, rotated left by two stx-dis -a [text...]
 * lines of text to words; a text is "MVMUL dst=16", "STALLWAIT MATH|SYNC, SRCA_VLD"
 * or "TTI_MVMUL(0,0,0,16)" */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "softensix/isa.h"

static int words_as_rotated;

static int disassemble(const char *token) {
    char text[300], *end;
    unsigned long value = strtoul(token, &end, 16);
    uint32_t word = (uint32_t)value;
    if (*end || end == token || value > UINT32_MAX) {
        fprintf(stderr, "stx-dis: %s is not a word\n", token);
        return 1;
    }
    if (words_as_rotated) {
        word = word >> 2 | word << 30;
    }
    stx_disasm(text, sizeof text, word);
    const struct stx_insn *insn = stx_insn_of(word);
    printf("%08" PRIx32 "  %s", word, text);
    if (insn && (word & insn->reserved)) {
        printf("  # reserved bits 0x%06" PRIx32, word & insn->reserved);
    }
    printf("\n");
    return 0;
}

static int assemble(const char *text) {
    uint32_t word;
    const char *wrong = stx_assemble(&word, text);
    if (wrong) {
        fprintf(stderr, "stx-dis: %s: %s\n", text, wrong);
        return 1;
    }
    printf("%08" PRIx32 "\n", word);
    return 0;
}

static int disassemble_line(char *line) {
    int status = 0;
    for (char *t = strtok(line, " ,\t\r\n"); t && *t != '#'; t = strtok(NULL, " ,\t\r\n")) {
        status |= disassemble(t);
    }
    return status;
}

static int assemble_line(char *line) {
    line[strcspn(line, "\r\n#")] = 0;
    return line[strspn(line, " \t")] ? assemble(line) : 0;
}

static int from_input(int (*handle)(char *line)) {
    static char line[4096];
    int status = 0;
    while (fgets(line, sizeof line, stdin)) {
        status |= handle(line);
    }
    return status;
}

int main(int argc, char **argv) {
    int assembling = argc > 1 && !strcmp(argv[1], "-a"), status = 0;
    words_as_rotated = argc > 1 && !strcmp(argv[1], "-l");
    int first = 1 + (assembling || words_as_rotated);
    if (argc > first && argv[first][0] == '-') {
        fprintf(stderr, "usage: stx-dis [-l] [word...] | stx-dis -a [text...]\n");
        return 2;
    }
    if (argc == first) {
        return from_input(assembling ? assemble_line : disassemble_line);
    }
    for (int i = first; i < argc; i++) {
        status |= assembling ? assemble(argv[i]) : disassemble(argv[i]);
    }
    return status;
}
