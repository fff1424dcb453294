/* SPDX-License-Identifier: Apache-2.0
 *
 * load.c - loads an ELF file for RV32 into the room of a thread. The file is not trusted: every
 * segment must lie in the room, code in its first half and data in its second half. */
#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "monitor.h"

enum { MOST_SEGMENTS = 16 };

static struct room rooms[STX_THREADS];

const struct room *monitor_room(unsigned thread) {
    return &rooms[thread];
}

static bool read_at(FILE *file, uint32_t at, void *to, uint32_t size) {
    return fseek(file, (long)at, SEEK_SET) == 0 && fread(to, 1, size, file) == size;
}

static const char *check_header(const Elf32_Ehdr *h) {
    bool elf = memcmp(h->e_ident, ELFMAG, SELFMAG) == 0 && h->e_ident[EI_CLASS] == ELFCLASS32 &&
               h->e_ident[EI_DATA] == ELFDATA2LSB && h->e_machine == EM_RISCV;
    return !elf                                   ? "no ELF file for RV32"
           : h->e_type != ET_EXEC                 ? "not linked for a fixed address"
           : h->e_phnum > MOST_SEGMENTS           ? "too many segments"
           : h->e_phentsize != sizeof(Elf32_Phdr) ? "segments of another size"
                                                  : NULL;
}

static bool inside(uint32_t at, uint32_t size, uint32_t low, uint32_t high) {
    return at >= low && at <= high && high - at >= size;
}

/* Copies one segment. Memory that the file does not fill is already 0. */
static const char *load_segment(FILE *file, const struct room *room, const Elf32_Phdr *segment) {
    bool writes = segment->p_flags & PF_W;
    uint32_t low = writes ? room->data : room->code;
    uint32_t high = writes ? room->data_end : room->code_end;
    if (!inside(segment->p_vaddr, segment->p_memsz, low, high)) {
        return writes ? "data outside the thread's room" : "code outside the thread's room";
    }
    if (segment->p_filesz > segment->p_memsz) {
        return "a segment has more bytes in the file than in memory";
    }
    bool read =
        read_at(file, segment->p_offset, (void *)(uintptr_t)segment->p_vaddr, segment->p_filesz);
    return read ? NULL : "the file is cut short";
}

static const char *load_segments(FILE *file, const struct room *room, const Elf32_Ehdr *h) {
    const char *why = NULL;
    for (unsigned i = 0; i < h->e_phnum && !why; i++) {
        Elf32_Phdr segment;
        if (!read_at(file, h->e_phoff + i * (uint32_t)sizeof segment, &segment, sizeof segment)) {
            return "the file is cut short";
        }
        bool loads = segment.p_type == PT_LOAD && segment.p_memsz > 0;
        why = loads ? load_segment(file, room, &segment) : NULL;
    }
    return why;
}

const char *monitor_load(unsigned thread, const char *path) {
    struct room *room = &rooms[thread];
    Elf32_Ehdr header;
    const char *why;
    FILE *file = fopen(path, "rb");
    if (!file) {
        return "cannot open the file";
    }
    room->code = ROOM_BASE + thread * ROOM_BYTES;
    room->code_end = room->data = room->code + ROOM_DATA;
    room->data_end = room->code + ROOM_BYTES;
    memset((void *)(uintptr_t)room->code, 0, ROOM_BYTES);
    why =
        read_at(file, 0, &header, sizeof header) ? check_header(&header) : "the file is cut short";
    why = why ? why : load_segments(file, room, &header);
    room->entry = header.e_entry;
    if (!why && !inside(room->entry, 4, room->code, room->code_end)) {
        why = "the entry is outside the thread's code";
    }
    fclose(file);
    return why;
}
