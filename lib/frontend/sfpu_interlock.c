/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_interlock.c - which registers an SFPU word reads, and so whether it has to wait a cycle for
 * the result of the word before it (SPEC 8.10). */
#include "frontend/sfpu_schedule.h"

#define BIT(reg) (1u << (reg))

bool sfpu_blocks_next(uint32_t word) {
    unsigned opcode = word_opcode(word), mod = word & 15u;
    return opcode == STX_OP_SFPSWAP || (opcode == STX_OP_SFPSHFT2 && mod >= 2 && mod <= 4);
}

uint8_t sfpu_interlock_of(uint32_t word) {
    bool lut = word_opcode(word) == STX_OP_SFPLUT;
    unsigned mod = lut ? word >> 16 & 15u : word & 15u, vd = word >> (lut ? 20 : 4) & 15u;
    if (sfpu_blocks_next(word)) {
        return INTERLOCK_BLOCK;
    }
    if (sfpu_unit_of(word) != UNIT_MAD) {
        return INTERLOCK_NONE;
    }
    return mod & 8u ? INTERLOCK_ANY : (uint8_t)(1u + vd);
}

/* Registers that a MAD reads: VA, VB, VC, and LReg7 where it is an index. */
static uint32_t mad_reads(uint32_t word) {
    uint32_t mod = word & 15u;
    uint32_t reads = BIT(word >> 12 & 15u) | BIT(word >> 8 & 15u);
    reads |= mod & 4u ? 0xFFFFu : BIT(word >> 16 & 15u);
    return reads | (mod & 8u ? BIT(7) : 0);
}

static uint32_t shift2_reads(uint32_t word) {
    uint32_t mod = word & 15u, vc = BIT(word >> 8 & 15u), vb = BIT(word >> 12 & 15u);
    return mod <= 1 ? 0x0Fu : mod == 2 ? 0x0Eu | vc : mod <= 4 ? vc : mod == 5 ? vb | vc : vb;
}

/* Does a word with VC read VD too? */
static bool reads_vd(uint32_t word) {
    uint32_t mod = word & 15u;
    switch (word_opcode(word)) {
    case STX_OP_SFPIADD:
    case STX_OP_SFPSETMAN:
    case STX_OP_SFPSETSGN:
    case STX_OP_SFPAND:
    case STX_OP_SFPOR:
        return !(mod & 1u);
    case STX_OP_SFPSETEXP:
        return mod != 1;
    case STX_OP_SFPSHFT:
        return (mod & 5u) != 5u;
    case STX_OP_SFPXOR:
    case STX_OP_SFPGT:
    case STX_OP_SFPLE:
    case STX_OP_SFPSWAP:
        return true;
    default:
        return false;
    }
}

static bool reads_vb(uint32_t word) {
    unsigned opcode = word_opcode(word);
    return ((opcode == STX_OP_SFPAND || opcode == STX_OP_SFPOR) && (word & 1u)) ||
           (opcode == STX_OP_SFPARECIP && (word & 15u) == 1) || opcode == STX_OP_SFP_STOCH_RND;
}

/* Of a word of sub-unit Simple, and SFP_STOCH_RND. */
static uint32_t simple_reads(uint32_t word) {
    if (isa_properties(word) & STX_P_SFP_NO_VC) {
        return 0;
    }
    return BIT(word >> 8 & 15u) | (reads_vd(word) ? BIT(word >> 4 & 15u) : 0) |
           (reads_vb(word) ? BIT(word >> 12 & 15u) : 0);
}

/* LReg0..15 that a word reads. */
static uint32_t reads(uint32_t word) {
    uint32_t low_vd = BIT(word >> 4 & 15u), mod = word & 15u;
    switch (word_opcode(word)) {
    case STX_OP_SFPLOAD:
    case STX_OP_SFPLOADI:
    case STX_OP_SFPLOADMACRO:
    case STX_OP_SFPNOP:
        return 0;
    case STX_OP_SFPSTORE:
        return BIT(word >> 20 & 15u);
    case STX_OP_SFPMAD:
    case STX_OP_SFPADD:
    case STX_OP_SFPMUL:
    case STX_OP_SFPMUL24:
        return mad_reads(word);
    case STX_OP_SFPADDI:
    case STX_OP_SFPMULI:
        return low_vd | (mod & 8u ? BIT(7) : 0);
    case STX_OP_SFPLUT:
        return 0x0Fu | (word >> 19 & 1u ? BIT(7) : 0);
    case STX_OP_SFPLUTFP32:
        return 0x7Fu | (mod & 8u ? BIT(7) : 0);
    case STX_OP_SFPSHFT2:
        return shift2_reads(word);
    case STX_OP_SFPTRANSP:
        return 0xFFu;
    case STX_OP_SFPCONFIG:
        return BIT(0);
    default:
        return simple_reads(word);
    }
}

bool sfpu_must_wait(uint8_t interlock, uint32_t word) {
    switch (interlock) {
    case INTERLOCK_NONE:
        return false;
    case INTERLOCK_BLOCK:
        return word_opcode(word) != STX_OP_SFPNOP;
    case INTERLOCK_ANY:
        return reads(word) & 0xFFu;
    default:
        return reads(word) >> (interlock - 1u) & 1u;
    }
}
