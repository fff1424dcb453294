/* SPDX-License-Identifier: Apache-2.0
 *
 * stx-dis - instruction words to text, and back (docs/man/stx-dis.1). */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/output.h"
#include "line.h"
#include "number.h"
#include "printable.h"
#include "softensix/arch.h"
#include "softensix/isa.h"

static const char usage[] =
    "usage: stx-dis [-l] [word...]       hexadecimal words to text\n"
    "       stx-dis -a [text...]         text to words\n"
    "       stx-dis -e word...           what a word does, as its page in docs/isa says\n"
    "without words or text they are read from standard input\n"
    "  -a, --assemble       text to words: \"MVMUL dst=16\", \"STALLWAIT MATH|SYNC, SRCA_VLD\",\n"
    "                       \"TTI_MVMUL(0,0,0,16)\"\n"
    "  -e, --explain        what it does, with its operands; a word, a mnemonic or an instruction\n"
    "  -j, --json           an object of JSON on a line for each word or text\n"
    "  -l, --rotated        words are as firmware holds them, rotated left by two\n"
    "  -h, --help           this text\n"
    "  -V, --version        the version\n"
    "exit status: 0, or 2 if something is neither a word nor an instruction, or cannot be "
    "written\n";

/* The pages describe Blackhole, with a part on the other chip. */
#if STX_ARCH == STX_ARCH_BLACKHOLE
static const char of_pages[] = "";
#else
static const char of_pages[] =
    ", on Blackhole; its section on " STX_CHIP_NAME " says what is different";
#endif

static int words_as_rotated, as_json;

static void json_member(const char *before, const char *name, const char *value) {
    printf("%s\"%s\": \"", before, name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') {
            putchar('\\');
        }
        putchar((unsigned char)*value < ' ' ? ' ' : *value);
    }
    putchar('"');
}

/* The beginning of an object: the word, its text, and its bits that no operand covers. */
static void json_word(uint32_t word, const char *text, uint32_t reserved) {
    printf("{\"word\": \"%08" PRIx32 "\"", word);
    json_member(", ", "text", text);
    printf(", \"reserved\": \"%06" PRIx32 "\"", reserved);
}

/* Tells what is wrong with an argument. */
static int refuse(const char *what, const char *wrong) {
    fprintf(stderr, "stx-dis: %s%s\n", printable(what), wrong);
    if (as_json) {
        json_member("{", "given", printable(what));
        json_member(", ", "error", wrong + strspn(wrong, ": "));
        printf("}\n");
    }
    return EXIT_USAGE;
}

static int disassemble(const char *token) {
    char text[300];
    uint32_t word;
    const char *digits = strncmp(token, "0x", 2) ? token : token + 2;
    if (!number_read(digits, 16, UINT32_MAX, &word)) {
        return refuse(token, " is not a word");
    }
    if (words_as_rotated) {
        word = word >> 2 | word << 30;
    }
    stx_disasm(text, sizeof text, word);
    const struct stx_insn *insn = stx_insn_of(word);
    uint32_t reserved = insn ? word & insn->reserved : 0;
    if (as_json) {
        json_word(word, text, reserved);
        printf("}\n");
        return EXIT_GOOD;
    }
    printf("%08" PRIx32 "  %s", word, text);
    if (reserved) {
        printf("  # reserved bits 0x%06" PRIx32, reserved);
    }
    printf("\n");
    return EXIT_GOOD;
}

static int assemble(const char *text) {
    uint32_t word;
    const char *wrong = stx_assemble(&word, text);
    if (wrong) {
        char told[200];
        snprintf(told, sizeof told, ": %s", wrong);
        return refuse(text, told);
    }
    if (as_json) {
        json_word(word, text, 0);
        printf("}\n");
    } else {
        printf("%08" PRIx32 "\n", word);
    }
    return EXIT_GOOD;
}

static const struct page {
    const char *name, *what, *formula, *book;
} pages[] = {
#define OPERAND(...)
#define PAGE(name, book, what, formula) {name, what, formula, book},
#include "explain.inc"
#undef OPERAND
#undef PAGE
};

static const struct operand {
    const char *name, *field, *meaning;
} operands[] = {
#define OPERAND(name, field, meaning) {name, field, meaning},
#define PAGE(...)
#include "explain.inc"
#undef OPERAND
#undef PAGE
};

/* The meaning for this instruction, or else that for any instruction. */
static const char *operand_meaning(const char *name, const char *field) {
    const char *any = "";
    for (size_t i = 0; i < sizeof operands / sizeof operands[0]; i++) {
        if (!strcmp(operands[i].field, field)) {
            if (!strcmp(operands[i].name, name)) {
                return operands[i].meaning;
            }
            any = operands[i].name[0] == '*' ? operands[i].meaning : any;
        }
    }
    return any;
}

static void explain_operands(const struct stx_insn *insn, uint32_t word) {
    for (unsigned i = 0; i < insn->field_count; i++) {
        const struct stx_field *f = &insn->fields[i];
        unsigned high = f->low + f->width - 1u;
        printf("  %-24s bits %2u:%-2u = %-6" PRIu32 " %s\n", f->name, high, f->low,
               stx_field_get(f, word), operand_meaning(insn->name, f->name));
    }
}

static void explain_row(const struct stx_insn *insn) {
    printf("unit %s, ", stx_unit_name(insn->unit));
    if (insn->cycles) {
        printf("%u cycle%s", insn->cycles, insn->cycles == 1 ? "" : "s");
    }
    if (insn->latency) {
        printf(", result after %u", insn->latency);
    }
    printf("%s\n", insn->executes ? "" : "; executing it is a fault");
}

/* The row of a hexadecimal word, a mnemonic or an instruction in text. */
static const struct stx_insn *find(const char *text, uint32_t *word) {
    if (strlen(text) == 8 && number_read(text, 16, UINT32_MAX, word)) {
        *word = words_as_rotated ? *word >> 2 | *word << 30 : *word;
        return stx_insn_of(*word);
    }
    const struct stx_insn *insn = cli_insn(text);
    if (insn) {
        *word = (uint32_t)insn->opcode << 24;
        return insn;
    }
    return stx_assemble(word, text) ? NULL : stx_insn_of(*word);
}

/* The word with its unit and operands; the page in docs/isa has the rest. */
static void json_explain(const struct stx_insn *insn, uint32_t word, const char *decoded) {
    json_word(word, decoded, word & insn->reserved);
    json_member(", ", "name", insn->name);
    json_member(", ", "unit", stx_unit_name(insn->unit));
    printf(", \"cycles\": %u, \"latency\": %u, \"operands\": [", insn->cycles, insn->latency);
    for (unsigned i = 0; i < insn->field_count; i++) {
        const struct stx_field *f = &insn->fields[i];
        json_member(i ? ", {" : "{", "name", f->name);
        printf(", \"low\": %u, \"width\": %u, \"value\": %" PRIu32, f->low, f->width,
               stx_field_get(f, word));
        json_member(", ", "meaning", operand_meaning(insn->name, f->name));
        putchar('}');
    }
    printf("]}\n");
}

static int explain(const char *text) {
    char decoded[300];
    uint32_t word;
    const struct stx_insn *insn = find(text, &word);
    if (!insn) {
        return refuse(text, " is neither a word nor an instruction");
    }
    stx_disasm(decoded, sizeof decoded, word);
    if (as_json) {
        json_explain(insn, word, decoded);
        return EXIT_GOOD;
    }
    printf("%08" PRIx32 "  %s\n", word, decoded);
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        if (!strcmp(pages[i].name, insn->name)) {
            printf("%s%s", pages[i].what, pages[i].formula);
        }
    }
    explain_operands(insn, word);
    explain_row(insn);
    if (insn->executes) {
        printf("docs/isa/%s.md%s\n", insn->name, of_pages);
    }
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

static int explain_line(char *line) {
    line[strcspn(line, "\r\n#")] = 0;
    return line[strspn(line, " \t")] ? explain(line) : EXIT_GOOD;
}

static int from_input(int (*handle)(char *line)) {
    static char line[4096];
    const char *wrong;
    int status = EXIT_GOOD;
    while (line_read(stdin, line, sizeof line, &wrong)) {
        if (wrong) {
            fprintf(stderr, "stx-dis: \"%s\" %s\n", printable(line), wrong);
        }
        status |= wrong ? EXIT_USAGE : handle(line);
    }
    return status;
}

static const struct option long_options[] = {{"assemble", no_argument, NULL, 'a'},
                                             {"explain", no_argument, NULL, 'e'},
                                             {"rotated", no_argument, NULL, 'l'},
                                             {"json", no_argument, NULL, 'j'},
                                             {"help", no_argument, NULL, 'h'},
                                             {"version", no_argument, NULL, 'V'},
                                             {NULL, 0, NULL, 0}};

int main(int argc, char **argv) {
    int (*handle)(const char *text) = disassemble;
    int status = EXIT_GOOD, option;
    output_checked("stx-dis");
    while ((option = getopt_long(argc, argv, "aeljhV", long_options, NULL)) != -1) {
        switch (option) {
        case 'a':
            handle = assemble;
            break;
        case 'e':
            handle = explain;
            break;
        case 'l':
            words_as_rotated = 1;
            break;
        case 'j':
            as_json = 1;
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
        return from_input(handle == assemble  ? assemble_line
                          : handle == explain ? explain_line
                                              : disassemble_line);
    }
    for (int i = optind; i < argc; i++) {
        status |= handle(argv[i]);
    }
    return status;
}
