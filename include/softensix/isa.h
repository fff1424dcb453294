/* SPDX-License-Identifier: Apache-2.0
 *
 * isa.h - the instruction set as data: names, opcodes, fields, disassembly (lib/isa/blackhole.def).
 */
#ifndef SOFTENSIX_ISA_H
#define SOFTENSIX_ISA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Units, the directories of lib/ in which the bodies live. */
enum stx_unit {
    STX_UNIT_NONE,
    STX_UNIT_FRONT,
    STX_UNIT_SYNC,
    STX_UNIT_CONFIG,
    STX_UNIT_SCALAR,
    STX_UNIT_RWC,
    STX_UNIT_ADC,
    STX_UNIT_FPU,
    STX_UNIT_SFPU,
    STX_UNIT_UNPACK,
    STX_UNIT_PACK,
    STX_UNIT_MOVER
};

/* Properties of instructions. */
enum {
    STX_P_WAITS_SRCA = 1u << 0, /* waits until the FPU owns its bank of SrcA */
    STX_P_WAITS_SRCB = 1u << 1, /* the same for SrcB */
    STX_P_SFP_LOAD = 1u << 2,   /* SFPU sub-units (SPEC 8.10) */
    STX_P_SFP_SIMPLE = 1u << 3,
    STX_P_SFP_MAD = 1u << 4,
    STX_P_SFP_ROUND = 1u << 5,
    STX_P_SFP_STORE = 1u << 6,
    STX_P_SFP_ANY = 1u << 7,
    STX_P_SFP = 0x3Fu << 2,     /* any of them: an SFPU instruction */
    STX_P_SFP_HAS_VB = 1u << 8, /* reads a register named by bits 15:12 */
    STX_P_SFP_NO_VC = 1u << 9   /* has no register field in bits 11:8 */
};

struct stx_field {
    const char *name;
    uint8_t low, width; /* bits [low + width - 1 : low] of the word */
};

struct stx_insn {
    const char *name; /* the vendor's mnemonic */
    const struct stx_field *fields;
    uint8_t opcode, field_count, unit, executes; /* executes: 0 if executing it always faults */
    uint32_t properties;
    uint32_t reserved; /* bits 23:0 that no field covers */
};

/* The row of a word's opcode, NULL if no instruction has it. */
const struct stx_insn *stx_insn_of(uint32_t word);
/* The row at position index in opcode order, NULL past the end. */
const struct stx_insn *stx_insn_at(size_t index);
/* Value of a field of a word. */
uint32_t stx_field_get(const struct stx_field *field, uint32_t word);
/* Name of a unit, e.g. "FPU". */
const char *stx_unit_name(unsigned unit);
/* Writes "MVMUL clear_dvalid=3 instr_mod19=0 ..." into buf (at most size bytes with the final 0)
 * and returns the length of the whole text, as snprintf does. An unknown opcode gives ".word
 * 0x...". */
size_t stx_disasm(char *buf, size_t size, uint32_t word);
/* The way back: text to a word. Accepts what stx_disasm writes; fields that are not named are 0;
 * values without a name count from the first field: "MVMUL 3 0 2 16", "TTI_MVMUL(3, 0, 2, 16)".
 * Returns NULL, or a sentence that says what is wrong (then *word is unchanged). Text ends at the
 * end of the line or at '#' or ';'. */
const char *stx_assemble(uint32_t *word, const char *text);

#ifdef __cplusplus
}
#endif
#endif
