/* SPDX-License-Identifier: Apache-2.0
 *
 * kernels.c - the words of compiled kernels, from an ELF file of a thread or from objdump's output
 * for one. Tensix words are among the instructions of a core without compressed ones, rotated left
 * by two bits so that their lowest bits are not 11. The words of a file run in the order of their
 * addresses: branches are not followed, and stores of RISC-V code are not known. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "printable.h"
#include "run.h"
#include "softensix/softensix.h"

enum { MOST_BYTES = 64 << 20, TEXT_BYTES = 12 };
enum { ELF_HEADER = 52, ELF_SECTION = 40, ELF_RISCV = 243, PROGBITS = 1, EXECUTABLE = 4 };

static struct {
    uint8_t *bytes; /* followed by a 0 */
    size_t size;
    unsigned thread;
    uint32_t words;
} kernel;

static bool is_elf(void) {
    return kernel.size >= 4 && !memcmp(kernel.bytes, "\177ELF", 4);
}

static uint32_t number(size_t at, unsigned bytes) {
    uint32_t value = 0;
    for (unsigned i = 0; i < bytes; i++) {
        value |= (uint32_t)kernel.bytes[at + i] << 8 * i;
    }
    return value;
}

/* Zeros fill gaps and are ignored. The text has to live as long as the run. */
static void offer(uint32_t address, uint32_t bits) {
    char *where = (bits & 3u) != 3u && bits ? malloc(TEXT_BYTES) : NULL;
    if (where) {
        snprintf(where, TEXT_BYTES, "0x%08" PRIx32, address);
        machine.core.place[kernel.thread] = where;
        vec_queue_offer(&machine.core, kernel.thread, bits >> 2 | bits << 30);
        machine.core.place[kernel.thread] = NULL;
        kernel.words++;
    }
}

struct section {
    uint32_t address, at, size;
};

static int by_address(const void *a, const void *b) {
    const struct section *one = a, *other = b;
    return (one->address > other->address) - (one->address < other->address);
}

/* A section with code; its size is 0 if there is none in the file. */
static struct section section_at(size_t header) {
    struct section s = {number(header + 12, 4), number(header + 16, 4), number(header + 20, 4)};
    bool code = number(header + 4, 4) == PROGBITS && number(header + 8, 4) & EXECUTABLE;
    if (!code || s.at > kernel.size || s.size > kernel.size - s.at) {
        s.size = 0;
    }
    return s;
}

static void offer_sections(const struct section *sections, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        for (uint32_t at = 0; at + 4 <= sections[i].size; at += 4) {
            offer(sections[i].address + at, number(sections[i].at + at, 4));
        }
    }
}

/* NULL, or an error message. */
static const char *offer_elf(void) {
    if (kernel.size < ELF_HEADER || kernel.bytes[4] != 1 || kernel.bytes[5] != 1 ||
        number(18, 2) != ELF_RISCV) {
        return "is not an ELF file of a 32-bit RISC-V core";
    }
    size_t table = number(32, 4);
    unsigned count = number(48, 2);
    if (number(36, 4) & 1u) {
        return "has compressed instructions, which look like Tensix words";
    }
    if (number(46, 2) != ELF_SECTION || table > kernel.size ||
        count > (kernel.size - table) / ELF_SECTION) {
        return "has section headers that make no sense";
    }
    struct section *sections = calloc(count + 1u, sizeof *sections);
    for (unsigned i = 0; sections && i < count; i++) {
        sections[i] = section_at(table + i * ELF_SECTION);
    }
    if (sections) {
        qsort(sections, count, sizeof *sections, by_address);
        offer_sections(sections, count);
    }
    free(sections);
    return NULL;
}

/* "  6f88:  9c000c02   anything": an address and a word of eight digits. */
static void offer_line(const char *line) {
    char *end, *word;
    unsigned long address = strtoul(line, &end, 16);
    if (end == line || *end != ':') {
        return;
    }
    word = end + 1 + strspn(end + 1, " \t");
    if (strspn(word, "0123456789abcdefABCDEF") == 8 && (!word[8] || isspace((uint8_t)word[8]))) {
        offer((uint32_t)address, (uint32_t)strtoul(word, NULL, 16));
    }
}

static const char *offer_text(void) {
    if (memchr(kernel.bytes, 0, kernel.size)) {
        return "is neither an ELF file nor text";
    }
    for (char *line = strtok((char *)kernel.bytes, "\r\n"); line; line = strtok(NULL, "\r\n")) {
        offer_line(line);
    }
    return NULL;
}

static const char *read_all(FILE *file) {
    kernel.bytes = malloc(MOST_BYTES + 1);
    kernel.size = kernel.bytes ? fread(kernel.bytes, 1, MOST_BYTES + 1, file) : 0;
    if (!kernel.bytes || kernel.size > MOST_BYTES) {
        return "is too large";
    }
    kernel.bytes[kernel.size] = 0;
    return NULL;
}

static int run_file(const char *path, unsigned thread) {
    FILE *file = cli_open("stx-run", path);
    if (!file) {
        return EXIT_USAGE;
    }
    kernel.thread = thread;
    kernel.words = 0;
    const char *wrong = read_all(file);
    wrong = wrong ? wrong : is_elf() ? offer_elf() : offer_text();
    wrong = wrong || kernel.words ? wrong : "has no Tensix words";
    if (wrong) {
        fprintf(stderr, "stx-run: %s %s\n", printable(path), wrong);
    }
    free(kernel.bytes);
    int closed = cli_close("stx-run", path, file);
    return wrong ? EXIT_USAGE : closed;
}

static bool is_thread(const char *path) {
    return strcmp(path, "none") != 0;
}

/* NULL, or an error message about the files as a whole; *first: the first file that is one. */
static const char *choose(char **paths, int count, const char **first) {
    *first = NULL;
    for (int i = count; i-- > 0;) {
        *first = is_thread(paths[i]) ? paths[i] : *first;
    }
    return count > (int)STX_THREADS ? "are more than the threads of a core"
           : *first                 ? NULL
                                    : "are no kernel";
}

int kernels_run(struct options *o, char **paths, int count) {
    int status = EXIT_GOOD;
    const char *wrong = choose(paths, count, &o->file);
    if (wrong) {
        fprintf(stderr, "stx-run: %d files %s\n", count, wrong);
        return EXIT_USAGE;
    }
    run_begin(o);
    for (int i = 0; i < count; i++) {
        int worst = is_thread(paths[i]) ? run_file(paths[i], (unsigned)i) : EXIT_GOOD;
        status = worst > status ? worst : status;
    }
    int ended = status == EXIT_USAGE ? status : script_end(o);
    return ended > status ? ended : status;
}
