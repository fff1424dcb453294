/* SPDX-License-Identifier: Apache-2.0
 *
 * program.h - a recorded function of the vector unit: its words after MOP and replay expansion, and
 * values of sfpi that have no register yet. It is executed over many vectors at once, without the
 * front end (lanes.c). docs/ulp.md describes the text form. */
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
    ULP_CONDITION, /* out = all ones where `imm` (enum ulp_condition) holds for in[0], else 0 */
    ULP_COMPARE,   /* the same of in[0] and in[1]; imm: condition | type << 4 */
    ULP_NARROW,    /* flags stay set where in[0] has its highest bit set */
    ULP_SELECT,    /* out = in[1] in enabled lanes, else in[0] */
    ULP_COPY,      /* out = in[0] */
    ULP_ADD,       /* out = in[0] + in[1] */
    ULP_SUBTRACT,  /* out = in[0] - in[1] */
    ULP_KINDS
};

/* Of the sign and of all bits, as SFPSETCC tests them. */
enum ulp_condition { COND_LT = 1, COND_EQ, COND_GTE, COND_NE, COND_LTE, COND_GT };

#define ULP_NOWHERE 0xFFFFu
#define ULP_HARDWARE 16u /* registers below are LReg0..15 */

struct ulp_op {
    uint32_t word, imm;
    uint16_t in[8], out, out2; /* registers */
    uint16_t reads, writes;    /* LRegs of the word, as masks */
    uint16_t slot;             /* of a load or a store: which vector of Dst */
    uint8_t kind, format;      /* format: of a load or a store */
    uint8_t result;            /* LReg that is the value */
    bool masked;               /* only enabled lanes change */
};

#define ULP_SLOTS 64u
enum {
    SLOT_READ = 1,
    SLOT_WRITTEN = 2,
    SLOT_READ_FIRST = 4,
    SLOT_ACTIVE = 7,
    SLOT_SECOND = SLOT_READ | SLOT_READ_FIRST /* a second operand, if the function has one */
};

struct ulp_program {
    struct ulp_op *op;
    size_t ops, room;
    unsigned registers;      /* that are live at the same time, with LReg0..15 */
    unsigned words;          /* words of the vector unit, and values */
    unsigned fused;          /* products that are rounded with a sum */
    unsigned others;         /* words of other units */
    unsigned lregs;          /* LRegs that words name, a bit each; not those of values */
    bool dst32;              /* elements of Dst have 32 bits */
    uint32_t lreg[16][32];   /* before the first word */
    uint8_t slot[ULP_SLOTS]; /* what is done to vector i of Dst */
    unsigned slots;          /* vectors of Dst that are inputs and results */
    unsigned seconds;        /* vectors that are read and never written */
    char refused[160];       /* why it cannot be executed so; "": it can */
};

/* fused: products and sums as the compiler for silicon makes them (fuse.c). False: the text is no
 * recording; *wrong says what. */
bool ulp_program_read(struct ulp_program *p, FILE *from, bool fused, const char **wrong);
/* Of a function of one operand: vectors that are never written have no recorded form. */
void ulp_program_refuse_seconds(struct ulp_program *p);
/* Of a program whose values have no places yet. */
void ulp_program_fuse(struct ulp_program *p);
void ulp_program_free(struct ulp_program *p);

/* Executes it over vectors * 32 elements. in and out hold for every vector p->slots * 32 elements
 * of Dst as 32 bits, those of 16 bits in the upper half. False: a word faulted. */
bool ulp_program_run(const struct ulp_program *p, const uint32_t *in, uint32_t *out,
                     size_t vectors);

/* What the executor must know about a word: may it stand in a recording? NULL, or why not. */
const char *ulp_word_refused(uint32_t word, bool as_value);

#endif
