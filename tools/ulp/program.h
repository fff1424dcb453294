/* SPDX-License-Identifier: Apache-2.0
 *
 * program.h - a recorded function of the vector unit: its words after MOP and replay expansion, and
 * values of sfpi without registers. It is executed over many vectors at a time, without the front
 * end (lanes.c). docs/ulp.md describes the text form. */
#ifndef ULP_PROGRAM_H
#define ULP_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum ulp_kind {
    ULP_WORD,      /* an instruction on the registers that it names, in the enabled lanes */
    ULP_VALUE,     /* an instruction whose LReg0..7 are values: out is LReg `result` after it */
    ULP_CONSTANT,  /* out = imm in all lanes */
    ULP_CONDITION, /* out = all ones where `imm` (enum ulp_condition) holds for in[0], otherwise 0
                    */
    ULP_COMPARE,   /* the same for in[0] and in[1]; imm: condition | type << 4 */
    ULP_NARROW,    /* flags stay set where in[0] has its highest bit set */
    ULP_SELECT,    /* out = in[1] in enabled lanes, otherwise in[0] */
    ULP_COPY,      /* out = in[0] */
    ULP_ADD,       /* out = in[0] + in[1] */
    ULP_SUBTRACT,  /* out = in[0] - in[1] */
    ULP_KINDS
};

/* Conditions on the sign and on all bits, as tested by SFPSETCC. */
enum ulp_condition { COND_LT = 1, COND_EQ, COND_GTE, COND_NE, COND_LTE, COND_GT };

#define ULP_NOWHERE 0xFFFFu
#define ULP_HARDWARE 16u /* registers below this number are LReg0..15 */

struct ulp_op {
    uint32_t word, imm;
    uint16_t in[8], out, out2; /* registers */
    uint16_t reads, writes;    /* LRegs of the word, as masks */
    uint16_t slot;             /* the vector of Dst that a load or a store accesses */
    uint8_t kind, format;      /* format of a load or a store */
    uint8_t result;            /* LReg that holds the value */
    bool masked;               /* only enabled lanes are written */
};

#define ULP_SLOTS 128u /* a tile has 32 */
enum {
    SLOT_READ = 1,
    SLOT_WRITTEN = 2,
    SLOT_READ_FIRST = 4,
    SLOT_ACTIVE = 7,
    SLOT_SECOND = SLOT_READ | SLOT_READ_FIRST, /* a second operand, if the function has one */
    SLOT_THIRD = SLOT_SECOND | 8
};

struct ulp_program {
    struct ulp_op *op;
    size_t ops, room;
    unsigned registers;      /* largest number of live registers, including LReg0..15 */
    unsigned words;          /* number of words of the vector unit and of values */
    unsigned fused;          /* number of products that are rounded with a sum */
    unsigned others;         /* number of words of other units */
    unsigned lregs;          /* LRegs that words name, one bit each, without those of values */
    bool dst32;              /* elements of Dst have 32 bits */
    uint32_t lreg[16][32];   /* before the first word */
    uint8_t slot[ULP_SLOTS]; /* how vector i of Dst is accessed */
    unsigned slots;          /* vectors of Dst that are inputs and results */
    unsigned seconds;        /* vectors that are read and never written */
    char refused[160];       /* why it cannot be executed in this form; "" if it can */
};

/* Reads a recording. fused: with products and sums like those of the compiler for silicon (fuse.c).
 * False with *wrong if the text is not a recording. */
bool ulp_program_read(struct ulp_program *p, FILE *from, bool fused, const char **wrong);
/* For a function of one operand: refuses recordings that read vectors which they never write. */
void ulp_program_refuse_seconds(struct ulp_program *p);
/* For a function that writes no vector which it reads first: those of its
 * first operand count as its results, too, and there is no recorded form. */
void ulp_program_misplaced(struct ulp_program *p, unsigned operands);
/* For a function of three operands: of the vectors that it never writes, the upper half is the
 * third one's, if they are more than those of the first one. */
void ulp_program_thirds(struct ulp_program *p);
/* Fuses a program whose values have no registers yet. */
void ulp_program_fuse(struct ulp_program *p);
void ulp_program_free(struct ulp_program *p);

/* Executes it over vectors * 32 elements. in and out hold for every vector p->slots * 32 elements
 * of Dst as 32 bits, those of 16 bits in the upper half. False if a word faulted. */
bool ulp_program_run(const struct ulp_program *p, const uint32_t *in, uint32_t *out,
                     size_t vectors);

/* NULL if a word can be in a recording, or the reason why not. */
const char *ulp_word_refused(uint32_t word, bool as_value);

#endif
