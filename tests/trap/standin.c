/* SPDX-License-Identifier: Apache-2.0
 *
 * standin.c - a stand-in for a chip whose three RV32IM cores have the coprocessor: it executes a
 * program, and a word among its instructions goes to the coprocessor without a trap, as do stores
 * to the coprocessor's registers. L1 is at address 0, the program's memory at 0x80000000, where all
 * of them begin.
 *
 *   standin program.elf
 *
 * Prints what the program prints by semihosting. Exits with the program's status, or 100 and a
 * message if a hart traps. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "softensix/softensix.h"
#include "stx-run/compute.h"

enum { HARTS = 3, RAM_BYTES = 16 << 20, CSRS = 4096, TRAPPED = 100, MTVEC = 0x305 };
#define RAM 0x80000000u
#define STEPS 2000000000u

static struct stx_core core;
static uint8_t ram[RAM_BYTES], l1[STX_L1_BYTES];
static uint32_t counted_words;

struct hart {
    uint32_t pc, x[32], csr[CSRS];
    uint64_t retired;
    unsigned number;
};
static struct hart harts[HARTS];

static void stop(const struct hart *h, const char *why, uint32_t value) {
    fflush(stdout);
    fprintf(stderr, "standin: hart %u: %s, pc %08x, value %08x\n", h->number, why, (unsigned)h->pc,
            (unsigned)value);
    exit(TRAPPED);
}

static uint8_t *memory(const struct hart *h, uint32_t address, uint32_t bytes) {
    if (address < sizeof l1 && sizeof l1 - address >= bytes) {
        return l1 + address;
    }
    if (address - RAM < sizeof ram && sizeof ram - (address - RAM) >= bytes) {
        return ram + (address - RAM);
    }
    stop(h, "no memory", address);
    return NULL;
}

static uint32_t get(const uint8_t *at, unsigned bytes) {
    uint32_t value = 0;
    for (unsigned i = 0; i < bytes; i++) {
        value |= (uint32_t)at[i] << 8 * i;
    }
    return value;
}

static void put(uint8_t *at, unsigned bytes, uint32_t value) {
    for (unsigned i = 0; i < bytes; i++) {
        at[i] = (uint8_t)(value >> 8 * i);
    }
}

/* False: the coprocessor does not take the word now. */
static bool issue(struct hart *h, uint32_t word) {
    enum stx_result result = stx_issue(&core, h->number, word);
    if (result == STX_FAULT) {
        stop(h, stx_last_fault(&core)->what, word);
    }
    counted_words += result == STX_DONE;
    return result == STX_DONE;
}

static bool store(struct hart *h, uint32_t i) {
    uint32_t offset = (i >> 7 & 31) | (i >> 25 << 5);
    uint32_t address = h->x[i >> 15 & 31] + ((offset ^ 0x800) - 0x800), value = h->x[i >> 20 & 31];
    unsigned bytes = 1u << (i >> 12 & 3);
    if (address == STX_ISSUE_WINDOW) {
        return issue(h, value);
    }
    if (stx_mmio_has(&core, address)) {
        stx_mmio_write(&core, h->number, address, value);
    } else {
        put(memory(h, address, bytes), bytes, value);
    }
    return true;
}

static uint32_t load(struct hart *h, uint32_t i) {
    uint32_t offset = i >> 20, address = h->x[i >> 15 & 31] + ((offset ^ 0x800) - 0x800);
    unsigned bytes = 1u << (i >> 12 & 3);
    if (stx_mmio_has(&core, address)) {
        return stx_mmio_read(&core, h->number, address);
    }
    uint32_t value = get(memory(h, address, bytes), bytes), sign = 1u << (8 * bytes - 1);
    return i >> 14 & 1 || bytes == 4 ? value : (value ^ sign) - sign;
}

/* What an instruction computes from two registers, or from one and a constant. */
static uint32_t compute(const struct hart *h, uint32_t i, uint32_t a, uint32_t b) {
    uint32_t result = 0;
    if (!hart_compute(i, a, b, &result)) {
        stop(h, "an illegal instruction", i);
    }
    return result;
}

static bool branches(uint32_t a, uint32_t b, unsigned function) {
    bool is = function < 2 ? a == b : function < 6 ? (int32_t)a < (int32_t)b : a < b;
    return is != (function & 1u);
}

/* Semihosting: what picolibc's console and exit() use. */
static uint32_t semihost(struct hart *h, uint32_t operation, uint32_t block) {
    switch (operation) {
    case 0x03: /* write a character */
        putchar(*memory(h, block, 1));
        return 0;
    case 0x18: /* exit */
    case 0x20:
        printf("words without a trap     %u\n", (unsigned)counted_words);
        fflush(stdout);
        exit(operation == 0x20 ? (int)get(memory(h, block + 4, 4), 4) : block != 0x20026);
    default:
        return UINT32_MAX;
    }
}

static void system_instruction(struct hart *h, uint32_t i) {
    unsigned function = i >> 12 & 7, number = i >> 20;
    if (!function) {
        if (number == 1) { /* ebreak */
            h->x[10] = semihost(h, h->x[10], h->x[11]);
        } else if (number != 0x105) { /* wfi does nothing */
            stop(h, "a system instruction", i);
        }
        return;
    }
    uint32_t old = number == 0xF14   ? h->number
                   : number == 0xB02 ? (uint32_t)h->retired
                                     : h->csr[number];
    uint32_t operand = function & 4 ? i >> 15 & 31 : h->x[i >> 15 & 31];
    switch (function & 3) {
    case 1:
        h->csr[number] = operand;
        break;
    case 2:
        h->csr[number] = old | operand;
        break;
    default:
        h->csr[number] = old & ~operand;
    }
    h->x[i >> 7 & 31] = old;
}

static void step(struct hart *h) {
    uint32_t i = get(memory(h, h->pc, 4), 4), next = h->pc + 4, result = 0;
    uint32_t a = h->x[i >> 15 & 31], b = h->x[i >> 20 & 31];
    unsigned function = i >> 12 & 7, rd = i >> 7 & 31;
    bool writes = true;
    if ((i & 3) != 3) {
        h->pc = issue(h, i >> 2 | i << 30) ? next : h->pc;
        return;
    }
    switch (i & 0x7F) {
    case 0x03:
        result = load(h, i);
        break;
    case 0x0F: /* fence */
        writes = false;
        break;
    case 0x13:
        result = compute(h, i, a, ((i >> 20) ^ 0x800) - 0x800);
        break;
    case 0x17:
        result = h->pc + (i & 0xFFFFF000u);
        break;
    case 0x23:
        if (!store(h, i)) {
            return;
        }
        writes = false;
        break;
    case 0x33:
        result = compute(h, i, a, b);
        break;
    case 0x37:
        result = i & 0xFFFFF000u;
        break;
    case 0x63: {
        uint32_t to = (i >> 7 & 1) << 11 | (i >> 8 & 15) << 1 | (i >> 25 & 63) << 5 | i >> 31 << 12;
        next = branches(a, b, function) ? h->pc + ((to ^ 0x1000) - 0x1000) : next;
        writes = false;
        break;
    }
    case 0x67:
        result = next;
        next = (a + (((i >> 20) ^ 0x800) - 0x800)) & ~1u;
        break;
    case 0x6F: {
        uint32_t to = (i >> 21 & 1023) << 1 | (i >> 20 & 1) << 11 | (i & 0xFF000u) | i >> 31 << 20;
        result = next;
        next = h->pc + ((to ^ 0x100000) - 0x100000);
        break;
    }
    case 0x73:
        system_instruction(h, i);
        writes = false;
        break;
    default:
        stop(h, "an illegal instruction", i);
    }
    if (writes) {
        h->x[rd] = result;
    }
    h->x[0] = 0;
    h->pc = next;
    h->retired++;
}

/* Places the loadable segments at their physical addresses. */
static void load_program(const char *path) {
    static uint8_t file[32 << 20];
    FILE *f = fopen(path, "rb");
    size_t size = f ? fread(file, 1, sizeof file, f) : 0;
    if (size < 52 || memcmp(file, "\177ELF\1\1", 6) != 0) {
        fprintf(stderr, "standin: %s is no 32-bit ELF file\n", path);
        exit(TRAPPED);
    }
    fclose(f);
    for (unsigned n = 0; n < get(file + 44, 2); n++) {
        const uint8_t *header = file + get(file + 28, 4) + n * get(file + 42, 2);
        uint32_t offset = get(header + 4, 4), bytes = get(header + 16, 4);
        if (get(header, 4) == 1 && bytes && offset < size && bytes <= size - offset) {
            memcpy(memory(&harts[0], get(header + 12, 4), bytes), file + offset, bytes);
        }
    }
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: standin program.elf\n");
        return TRAPPED;
    }
    load_program(argv[1]);
    stx_init(&core, l1, sizeof l1, NULL);
    for (unsigned i = 0; i < HARTS; i++) {
        harts[i].number = i;
        harts[i].pc = RAM;
    }
    for (uint32_t n = 0; n < STEPS; n++) {
        for (unsigned i = 0; i < HARTS; i++) {
            step(&harts[i]);
        }
    }
    stop(&harts[0], "the program does not end", 0);
    return TRAPPED;
}
