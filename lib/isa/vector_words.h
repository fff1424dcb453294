/* SPDX-License-Identifier: Apache-2.0
 *
 * vector_words.h - what the rows of blackhole.def say about words of the vector unit: which
 * registers they name, read and write. Numbers of registers are those that stand in the word. */
#ifndef STX_ISA_VECTOR_WORDS_H
#define STX_ISA_VECTOR_WORDS_H

#include "isa/args.h"

/* What every word of an opcode has in common. Modes: bit m stands for mode m. */
struct vector_row {
    uint16_t in_VA, in_VB, in_VC, in_VD;    /* modes in which it reads the register named there */
    uint16_t in_lreg0, in_set, set;         /* ... LReg0; ... all registers of set */
    uint16_t out_VC, out_VD, out_set, outs; /* the same for writing */
    uint16_t indirect_va, indirect_vd;      /* modes in which LReg7 has the register's number */
    uint16_t modes;                         /* modes that are defined; 0: all of them */
    uint16_t holds;                         /* modes in which the next word is held back */
    uint16_t prng;                          /* modes in which it steps the generator ... */
    uint8_t prng_vc;                        /* ... if VC is that; or ANY_VC */
    uint8_t sub_unit;                       /* enum stx_sub_unit; 0: not the vector unit */
    uint8_t vd_at;                          /* lowest bit of VD; the mode lies below */
    uint8_t can_be_template;
};
enum { ANY_VC = UINT8_MAX };

/* The row of a word's opcode; for other units one that is all 0. */
const struct vector_row *stx_vector_row(uint32_t word);

static inline unsigned vector_mode(const struct vector_row *row, uint32_t word) {
    return (row->vd_at ? word >> (row->vd_at - 4u) : word) & 15u;
}
static inline unsigned vector_vd(const struct vector_row *row, uint32_t word) {
    return word >> row->vd_at & 15u;
}

/* VA, VB and VC have one place in all words, that of SFPMAD; VD has two: that of SFPMAD and, in
 * words that have an address or 16 bits of immediate, that of SFPLOAD. */
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

/* enum stx_sub_unit. */
unsigned stx_vector_sub_unit(uint32_t word);

/* Masks of the registers LReg0..15 that a word reads, or writes; all of them where LReg7 decides.
 */
uint32_t stx_vector_reads(uint32_t word);
uint32_t stx_vector_writes(uint32_t word);

/* Is its mode undefined? */
bool stx_vector_mode_undefined(uint32_t word);

/* Is it of those that Simple and Round may not follow in the next cycle? Does the hardware hold the
 * next word back, unless it is SFPNOP? */
bool stx_vector_is_slow(uint32_t word);
bool stx_vector_holds_next(uint32_t word);

/* Where nothing waits for the results of two cycles (STX_LATE_UNGUARDED; vector_late_wormhole.c):
 * what the next word must not read or write, 0 if nothing; does the next word do so? */
uint8_t stx_vector_late(uint32_t word);
bool stx_vector_is_early(uint8_t late, uint32_t word);

/* Does it step the generator of random numbers? */
bool stx_vector_steps_prng(uint32_t word);

/* The template that the word becomes if VD is 12..15: VD; else less than 12. */
unsigned stx_vector_template(uint32_t word);

#endif
