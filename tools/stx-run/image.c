/* SPDX-License-Identifier: Apache-2.0
 *
 * image.c - reads the compiled kernel of a thread: an ELF file, or what objdump prints of one. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "vectors/vec.h"

enum { MOST_BYTES = 64 << 20 };
enum { ELF_HEADER = 52, ELF_SECTION = 40, ELF_SEGMENT = 32, ELF_SYMBOL = 16, ELF_RISCV = 243 };
enum { PROGBITS = 1, SYMTAB = 2, NOBITS = 8, ALLOCATED = 2, EXECUTABLE = 4, LOAD = 1 };

/* The file that is being read, followed by a 0. */
static struct {
    uint8_t *bytes;
    size_t size;
} file;

static uint32_t number(size_t at, unsigned bytes) {
    uint32_t value = 0;
    for (unsigned i = 0; i < bytes; i++) {
        value |= (uint32_t)file.bytes[at + i] << 8 * i;
    }
    return value;
}

static bool within(uint32_t at, uint32_t size) {
    return at <= file.size && size <= file.size - at;
}

/* One more element of a list; its other elements are kept. */
static void *more(void *list, unsigned count, size_t size) {
    return count & (count - 1u) ? list : realloc(list, (count ? 2u * count : 1u) * size);
}

static struct piece *add_piece(struct image *image, uint32_t address, uint32_t size, bool code) {
    struct piece *list = more(image->piece, image->pieces, sizeof *list);
    if (!list) {
        return NULL;
    }
    image->piece = list;
    list[image->pieces] = (struct piece){address, size, calloc(size + 4u, 1), NULL, code};
    return list[image->pieces].bytes ? &list[image->pieces++] : NULL;
}

static void add_symbol(struct image *image, const char *name, size_t length, uint32_t address) {
    struct symbol *list = more(image->symbol, image->symbols, sizeof *list);
    char *text = malloc(length + 1);
    if (list) {
        image->symbol = list;
    }
    if (list && text) {
        memcpy(text, name, length);
        text[length] = 0;
        list[image->symbols++] = (struct symbol){address, text};
    } else {
        free(text);
    }
}

static void read_section(struct image *image, size_t header) {
    uint32_t kind = number(header + 4, 4), flags = number(header + 8, 4);
    uint32_t at = number(header + 16, 4), size = number(header + 20, 4);
    bool stored = kind == PROGBITS && within(at, size);
    if (!(flags & ALLOCATED) || !size || size > MOST_BYTES || !(stored || kind == NOBITS)) {
        return;
    }
    struct piece *p =
        add_piece(image, number(header + 12, 4), (size + 3u) & ~3u, stored && (flags & EXECUTABLE));
    if (p && stored) {
        memcpy(p->bytes, file.bytes + at, size);
    }
}

static void read_symbols(struct image *image, size_t table, unsigned count, size_t header) {
    uint32_t at = number(header + 16, 4), size = number(header + 20, 4);
    uint32_t link = number(header + 24, 4);
    if (number(header + 4, 4) != SYMTAB || !within(at, size) || link >= count) {
        return;
    }
    uint32_t names = number(table + link * ELF_SECTION + 16, 4);
    for (uint32_t i = 0; i + ELF_SYMBOL <= size; i += ELF_SYMBOL) {
        uint32_t name = number(at + i, 4);
        if (name && names < file.size && name < file.size - names) {
            const char *text = (const char *)file.bytes + names + name;
            add_symbol(image, text, strlen(text), number(at + i + 4, 4));
        }
    }
}

/* Data that the file stores in L1 and its code moves to where it uses them. */
static void read_segment(size_t header, uint8_t *l1) {
    uint32_t at = number(header + 4, 4), address = number(header + 8, 4);
    uint32_t stored = number(header + 12, 4), size = number(header + 16, 4);
    if (number(header, 4) == LOAD && stored != address && within(at, size) &&
        stored <= VEC_L1_BYTES && size <= VEC_L1_BYTES - stored) {
        memcpy(l1 + stored, file.bytes + at, size);
    }
}

static const char *wrong_elf(void) {
    if (file.size < ELF_HEADER || file.bytes[4] != 1 || file.bytes[5] != 1 ||
        number(18, 2) != ELF_RISCV) {
        return "is not an ELF file of a 32-bit RISC-V core";
    }
    if (number(36, 4) & 1u) {
        return "has compressed instructions, which look like Tensix words";
    }
    size_t sections = number(32, 4), segments = number(28, 4);
    unsigned section_count = number(48, 2), segment_count = number(44, 2);
    if (number(46, 2) != ELF_SECTION || sections > file.size ||
        section_count > (file.size - sections) / ELF_SECTION) {
        return "has section headers that make no sense";
    }
    return segment_count && (number(42, 2) != ELF_SEGMENT || segments > file.size ||
                             segment_count > (file.size - segments) / ELF_SEGMENT)
               ? "has program headers that make no sense"
               : NULL;
}

static void read_elf(struct image *image, uint8_t *l1) {
    size_t sections = number(32, 4), segments = number(28, 4);
    unsigned count = number(48, 2), segment_count = number(44, 2);
    for (unsigned i = 0; i < count; i++) {
        read_section(image, sections + i * ELF_SECTION);
        read_symbols(image, sections, count, sections + i * ELF_SECTION);
    }
    for (unsigned i = 0; i < segment_count; i++) {
        read_segment(segments + i * ELF_SEGMENT, l1);
    }
}

static void add_word(struct image *image, uint32_t address, uint32_t bits) {
    struct piece *p = image->pieces ? &image->piece[image->pieces - 1] : NULL;
    if (!p || address != p->address + p->size) {
        p = add_piece(image, address, 0, true);
    }
    uint8_t *bytes = p ? more(p->bytes, p->size / 4u, 4) : NULL;
    if (bytes) {
        p->bytes = bytes;
        for (unsigned i = 0; i < 4; i++) {
            bytes[p->size++] = (uint8_t)(bits >> 8 * i);
        }
    }
}

/* "  6f88:  9c000c02   anything": an address and a word of eight digits. "00006f88 <main>:": a
 * symbol. */
static void read_line(struct image *image, const char *line) {
    char *end;
    unsigned long address = strtoul(line, &end, 16);
    if (end != line && !strncmp(end, " <", 2) && strchr(end, '>')) {
        add_symbol(image, end + 2, (size_t)(strrchr(end, '>') - end) - 2, (uint32_t)address);
    }
    if (end == line || *end != ':') {
        return;
    }
    const char *word = end + 1 + strspn(end + 1, " \t");
    if (strspn(word, "0123456789abcdefABCDEF") == 8 && (!word[8] || isspace((uint8_t)word[8]))) {
        add_word(image, (uint32_t)address, (uint32_t)strtoul(word, NULL, 16));
    }
}

static const char *read_text(struct image *image) {
    if (memchr(file.bytes, 0, file.size)) {
        return "is neither an ELF file nor text";
    }
    for (char *line = strtok((char *)file.bytes, "\r\n"); line; line = strtok(NULL, "\r\n")) {
        read_line(image, line);
    }
    return NULL;
}

static int by_address(const void *a, const void *b) {
    const struct piece *one = a, *other = b;
    return (one->address > other->address) - (one->address < other->address);
}

static uint32_t bits_at(const uint8_t *b) {
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Sorts the pieces, counts the instructions, and finds out where the code starts. */
static void finish(struct image *image, uint32_t entry) {
    bool code = false;
    if (image->pieces) {
        qsort(image->piece, image->pieces, sizeof *image->piece, by_address);
    }
    for (unsigned i = 0; i < image->pieces; i++) {
        const struct piece *p = &image->piece[i];
        if (p->code && !code) {
            image->start = p->address;
            code = true;
        }
        for (uint32_t at = 0; p->code && at + 4 <= p->size; at += 4) {
            image->filled += bits_at(p->bytes + at) != 0;
        }
    }
    image->start = image_at(image, entry, 4, true) ? entry : image->start;
}

static const char *read_bytes(FILE *from) {
    file.bytes = malloc(MOST_BYTES + 1);
    file.size = file.bytes ? fread(file.bytes, 1, MOST_BYTES + 1, from) : 0;
    if (!file.bytes || file.size > MOST_BYTES) {
        return "is too large";
    }
    file.bytes[file.size] = 0;
    return NULL;
}

const char *image_read(struct image *image, FILE *from, uint8_t *l1) {
    uint32_t entry = 0;
    *image = (struct image){0};
    const char *wrong = read_bytes(from);
    if (!wrong && file.size >= 4 && !memcmp(file.bytes, "\177ELF", 4)) {
        wrong = wrong_elf();
        if (!wrong) {
            entry = number(24, 4);
            read_elf(image, l1);
        }
    } else if (!wrong) {
        wrong = read_text(image);
    }
    free(file.bytes);
    finish(image, entry);
    return wrong || image->filled ? wrong : "has no code";
}

void image_free(struct image *image) {
    for (unsigned i = 0; i < image->pieces; i++) {
        free(image->piece[i].bytes);
        free(image->piece[i].place);
    }
    for (unsigned i = 0; i < image->symbols; i++) {
        free(image->symbol[i].name);
    }
    free(image->piece);
    free(image->symbol);
    *image = (struct image){0};
}

/* True for the name itself, and for that of a C++ function with any arguments. */
static bool is_named(const char *symbol, const char *name) {
    char mangled[160];
    int length = snprintf(mangled, sizeof mangled, "_Z%zu%s", strlen(name), name);
    return !strcmp(symbol, name) || (length > 0 && length < (int)sizeof mangled &&
                                     !strncmp(symbol, mangled, (size_t)length));
}

bool image_symbol(const struct image *image, const char *name, uint32_t *address) {
    for (unsigned i = 0; i < image->symbols; i++) {
        if (is_named(image->symbol[i].name, name)) {
            *address = image->symbol[i].address;
            return true;
        }
    }
    return false;
}

uint8_t *image_at(const struct image *image, uint32_t address, uint32_t bytes, bool code) {
    for (unsigned i = 0; i < image->pieces; i++) {
        const struct piece *p = &image->piece[i];
        if (address >= p->address && address - p->address < p->size &&
            bytes <= p->size - (address - p->address) && (p->code || !code)) {
            return p->bytes + (address - p->address);
        }
    }
    return NULL;
}

const char *image_place(const struct image *image, uint32_t address) {
    for (unsigned i = 0; i < image->pieces; i++) {
        struct piece *p = &image->piece[i];
        uint32_t at = address - p->address;
        if (p->code && address >= p->address && at < p->size) {
            p->place = p->place ? p->place : calloc(p->size / 4u, PLACE);
            if (p->place) {
                snprintf(p->place[at / 4u], PLACE, "0x%08" PRIx32, address);
            }
            return p->place ? p->place[at / 4u] : NULL;
        }
    }
    return NULL;
}
