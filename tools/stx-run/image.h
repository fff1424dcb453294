/* SPDX-License-Identifier: Apache-2.0
 *
 * image.h - the compiled kernel of a thread: its code and data, from an ELF file or from objdump's
 * output, and the RISC-V core that executes it. */
#ifndef STX_RUN_IMAGE_H
#define STX_RUN_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { PLACE = 12 };
#define NOWHERE UINT32_MAX /* an address of no instruction */

/* A section, or lines of objdump's output with addresses that follow one another. */
struct piece {
    uint32_t address, size; /* a multiple of 4 */
    uint8_t *bytes;
    char (*place)[PLACE]; /* texts of the addresses of its words, or NULL */
    bool code;
};

struct symbol {
    uint32_t address;
    char *name;
};

struct image {
    struct piece *piece; /* in the order of their addresses */
    unsigned pieces;
    struct symbol *symbol;
    unsigned symbols;
    uint32_t start;  /* where the file says that execution begins, or its first code */
    uint32_t filled; /* instructions and words that it has */
};

/* NULL, or an error message that goes on after the file's name. l1: where data of the file are
 * stored that code moves elsewhere before it uses them. */
const char *image_read(struct image *image, FILE *file, uint8_t *l1);
void image_free(struct image *image);
/* The address of a symbol, which may be a C++ function; false if there is none of that name. */
bool image_symbol(const struct image *image, const char *name, uint32_t *address);
/* The bytes at an address, of which `bytes` have to be there, in code or anywhere; or NULL. */
uint8_t *image_at(const struct image *image, uint32_t address, uint32_t bytes, bool code);

/* "0x00006f88": the text of an address in code, which lives as long as the image; or NULL. */
const char *image_place(const struct image *image, uint32_t address);

/* What a step of a core was. */
enum step {
    STEP_ON,   /* an instruction of its own */
    STEP_WORD, /* hart->word is for the coprocessor */
    STEP_POLL, /* it has read a register that another thread may change, or waits for one */
    STEP_END   /* it executes nothing more: hart->wrong says why, or is NULL */
};

struct page;
enum { HART_VALUES = 16 }; /* the most that a user can give of one kind */

/* One of the RISC-V cores, with memory of its own beside L1. */
struct hart {
    struct image image;
    struct page *pages;
    uint32_t x[32], pc;
    uint32_t at; /* address of the instruction that step() has executed */
    uint32_t word;
    uint32_t cycles; /* its instructions since it was last asked; loads of registers are counted by
                        those who hear them */
    uint32_t divisions;
    uint32_t unknown; /* how often it has read memory that nothing has written */
    uint32_t unknown_at;
    uint32_t polled_at, polled_cycles; /* of its last STEP_POLL, if nothing has come since */
    uint32_t rounds[HART_VALUES];      /* how often branches with given rounds have been taken */
    uint32_t met;                      /* bit i: it has executed branch i of those */
    unsigned thread;
    bool alive;
    const char *wrong;
    const struct hart_options *options;
};

struct hart_value {
    uint32_t address, value;
};

/* What the user says of values that a file does not hold. */
struct hart_options {
    struct hart_value store[HART_VALUES], trips[HART_VALUES];
    unsigned stores, trips_given, registers;
    struct hart_value reg[HART_VALUES]; /* the address is the register's number */
    const char *from; /* a symbol or an address to begin at; NULL: the file's own */
};

/* Prepares a core whose image has been read. False if `from` is no place of it. */
bool hart_begin(struct hart *hart, unsigned thread, const struct hart_options *options);
void hart_free(struct hart *hart);
enum step hart_step(struct hart *hart);

/* Loads and stores of 1, 2 or 4 bytes, of L1, a core's own memory or registers. */
enum step hart_load(struct hart *hart, uint32_t address, uint32_t bytes, uint32_t *value);
enum step hart_store(struct hart *hart, uint32_t address, uint32_t bytes, uint32_t value);

#endif
