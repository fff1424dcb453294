/* SPDX-License-Identifier: Apache-2.0
 *
 * stx-dis - instruction words to text, and back (docs/man/stx-dis.1). */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "printable.h"
#include "softensix/isa.h"

static const char usage[] =
    "usage: stx-dis [-l] [word...]       hexadecimal words to text\n"
    "       stx-dis -a [text...]         text to words\n"
    "without words or text they are read from standard input\n"
    "  -a, --assemble       text to words: \"MVMUL dst=16\", \"STALLWAIT MATH|SYNC, SRCA_VLD\",\n"
    "                       \"TTI_MVMUL(0,0,0,16)\"\n"
    "  -l, --rotated        words are as firmware holds them, rotated left by two\n"
    "  -h, --help           this text\n"
    "  -V, --version        the version\n"
    "exit status: 0, or 2 if something is no word or no instruction\n";

static int words_as_rotated;

static int disassemble(const char *token) {
    char text[300], *end;
    unsigned long value = strtoul(token, &end, 16);
    uint32_t word = (uint32_t)value;
    if (*end || end == token || value > UINT32_MAX) {
        fprintf(stderr, "stx-dis: %s is not a word\n", printable(token));
        return EXIT_USAGE;
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
    return EXIT_GOOD;
}

static int assemble(const char *text) {
    uint32_t word;
    const char *wrong = stx_assemble(&word, text);
    if (wrong) {
        fprintf(stderr, "stx-dis: %s: %s\n", printable(text), wrong);
        return EXIT_USAGE;
    }
    printf("%08" PRIx32 "\n", word);
    return EXIT_GOOD;
}

static int disassemble_line(char *line) {
    int status = EXIT_GOOD;
    for (char *t = strtok(line, " ,\t\r\n"); t && *t != '#'; t = strtok(NULL, " ,\t\r\n")) {
        status |= disassemble(t);
    }
    return status;
}

static int assemble_line(char *line) {
    line[strcspn(line, "\r\n#")] = 0;
    return line[strspn(line, " \t")] ? assemble(line) : EXIT_GOOD;
}

static int from_input(int (*handle)(char *line)) {
    static char line[4096];
    int status = EXIT_GOOD;
    while (fgets(line, sizeof line, stdin)) {
        status |= handle(line);
    }
    return status;
}

static const struct option long_options[] = {{"assemble", no_argument, NULL, 'a'},
                                             {"rotated", no_argument, NULL, 'l'},
                                             {"help", no_argument, NULL, 'h'},
                                             {"version", no_argument, NULL, 'V'},
                                             {NULL, 0, NULL, 0}};

int main(int argc, char **argv) {
    int assembling = 0, status = EXIT_GOOD, option;
    while ((option = getopt_long(argc, argv, "alhV", long_options, NULL)) != -1) {
        switch (option) {
        case 'a':
            assembling = 1;
            break;
        case 'l':
            words_as_rotated = 1;
            break;
        case 'h':
            fputs(usage, stdout);
            return EXIT_GOOD;
        case 'V':
            cli_version("stx-dis");
            return EXIT_GOOD;
        default:
            fputs(usage, stderr);
            return EXIT_USAGE;
        }
    }
    if (optind == argc) {
        return from_input(assembling ? assemble_line : disassemble_line);
    }
    for (int i = optind; i < argc; i++) {
        status |= assembling ? assemble(argv[i]) : disassemble(argv[i]);
    }
    return status;
}
