/* SPDX-License-Identifier: Apache-2.0
 *
 * vector_words.h - what the rows of blackhole.def say about words of the vector unit: which
 * registers they name, read and write. Register numbers are those in the word. */
#ifndef STX_ISA_VECTOR_WORDS_H
#define STX_ISA_VECTOR_WORDS_H

#include "isa/args.h"

/* What all words of an opcode have in common. In masks of modes bit m stands for mode m. */
struct vector_row {
    uint16_t in_VA, in_VB, in_VC,
        in_VD; /* modes in which it reads the register that VA, VB, VC or VD names */
    uint16_t in_lreg0, in_set, set; /* modes in which it reads LReg0, or all registers of `set` */
    uint16_t out_VC, out_VD, out_set, outs; /* the same for writing */
    uint16_t indirect_va, indirect_vd;      /* modes in which LReg7 has the register's number */
    uint16_t modes;                         /* the defined modes; 0: all are defined */
    uint16_t holds;                         /* modes in which the next word is held back */
    uint16_t prng;    /* modes in which it steps the generator of random numbers, */
    uint8_t prng_vc;  /* if VC is this register; ANY_VC: always */
    uint8_t sub_unit; /* enum stx_sub_unit; 0: not the vector unit */
    uint8_t vd_at;    /* lowest bit of VD; the mode lies below */
    uint8_t can_be_template;
};
enum { ANY_VC = UINT8_MAX };

/* The row of a word's opcode. For the words of other units the row is all 0. */
const struct vector_row *stx_vector_row(uint32_t word);

static inline unsigned vector_mode(const struct vector_row *row, uint32_t word) {
    return (row->vd_at ? word >> (row->vd_at - 4u) : word) & 15u;
}
static inline unsigned vector_vd(const struct vector_row *row, uint32_t word) {
    return word >> row->vd_at & 15u;
}

/* VA, VB and VC have the same places in all words, those of SFPMAD. VD has the place of SFPMAD or,
 * in words with an address or a 16-bit immediate, that of SFPLOAD. */
static inline unsigned vector_va(uint32_t word) {
    return fields_of_SFPMAD(word).lreg_src_a;
}
static inline unsigned vector_vb(uint32_t word) {
    return fields_of_SFPMAD(word).lreg_src_b;
}
static inline unsigned vector_vc(uint32_t word) {
    return fields_of_SFPMAD(word).lreg_src_c;
}
static inline unsigned vector_vd_low(uint32_t word) {
    return fields_of_SFPMAD(word).lreg_dest;
}
static inline unsigned vector_vd_high(uint32_t word) {
    return fields_of_SFPLOAD(word).lreg_ind;
}

/* The sub-unit of a word, an enum stx_sub_unit. */
unsigned stx_vector_sub_unit(uint32_t word);

/* Masks of the registers LReg0..15 that a word reads, or writes; if LReg7 decides, all bits are
 * set. */
uint32_t stx_vector_reads(uint32_t word);
uint32_t stx_vector_writes(uint32_t word);

/* Does the word read only registers that it names, and write only VD (0..7) or, with result =
 * false, no register, because it stores VD? No word of sub-unit Round counts, since these use
 * more. */
bool stx_vector_has_values(uint32_t word, bool result);

/* True if the mode of the word is undefined. */
bool stx_vector_mode_undefined(uint32_t word);

/* True if its result takes so long that words of Simple and Round may not follow in the next
 * cycle. */
bool stx_vector_is_slow(uint32_t word);
/* Does the hardware hold the next word back, unless that is SFPNOP? */
bool stx_vector_holds_next(uint32_t word);

/* For chips that do not hold words back until a result of two cycles is there (STX_LATE_UNGUARDED;
 * vector_late_wormhole.c): what the next word must not read or write; 0: nothing. */
uint8_t stx_vector_late(uint32_t word);
/* True if the next word reads or writes that. */
bool stx_vector_is_early(uint8_t late, uint32_t word);

/* True if it steps the generator of random numbers. */
bool stx_vector_steps_prng(uint32_t word);

/* VD, if the word becomes a template because VD is 12..15. Otherwise a number below 12. */
unsigned stx_vector_template(uint32_t word);

#endif
