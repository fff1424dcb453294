/* SPDX-License-Identifier: Apache-2.0
 *
 * vector_late_wormhole.c - results that take two cycles on Wormhole, and words that follow too
 * early: pages VectorUnit, SFPMAD, SFPSHFT2 of its ISA documentation (SPEC 8.10). */
#include "isa/vector_words.h"

/* What a word leaves for the next cycle: the number of the register whose result arrives then, plus
 * 1, or one of these: */
enum { LATE_ROTATED = 0x20, LATE_CHAIN = 0x40, LATE_ANY = 0x80 };
enum { CHAIN_ROTATE = 2 }; /* SFPSHFT2 */

static uint8_t arrives(unsigned reg) {
    return reg < 8 ? (uint8_t)(reg + 1u) : 0;
}

uint8_t stx_vector_late(uint32_t word) {
    const struct vector_row *row = stx_vector_row(word);
    unsigned mode = vector_mode(row, word);
    if (row->sub_unit == STX_SUB_MAD) {
        return row->indirect_vd >> mode & 1u ? LATE_ANY : arrives(vector_vd(row, word));
    }
    if (row->sub_unit != STX_SUB_ROUND || !stx_vector_is_slow(word)) {
        return 0;
    }
    return mode == CHAIN_ROTATE ? LATE_CHAIN
                                : (uint8_t)(LATE_ROTATED | arrives(vector_vd(row, word)));
}

/* Words of Simple and Round that write a register in their only cycle: they would do so in the same
 * cycle as the rotation before them. */
static bool writes_at_once(uint32_t word) {
    const struct vector_row *row = stx_vector_row(word);
    bool simple = row->sub_unit == STX_SUB_SIMPLE && row->out_VD;
    return (simple || row->sub_unit == STX_SUB_ROUND) && !stx_vector_is_slow(word);
}

bool stx_vector_is_early(uint8_t late, uint32_t word) {
    uint32_t reads = stx_vector_reads(word);
    uint32_t reg = (late & 15u) ? 1u << ((late & 15u) - 1u) : 0;
    if (late & LATE_ANY) {
        return reads & 0xFFu;
    }
    if (late & LATE_CHAIN) {
        return (reads & 0x0Fu) || (stx_vector_writes(word) & 0x0Eu) || writes_at_once(word);
    }
    return (reads & reg) || ((late & LATE_ROTATED) && writes_at_once(word));
}
