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

/* Units, waits, parts and the like, named as in facts.def, which explains each of them. */
enum stx_unit {
#define UNIT(name) STX_UNIT_##name,
#include "softensix/facts.def"
    STX_UNITS
};

/* What a word may wait for (one of them). STX_WAIT_BOTH is STX_WAIT_SRCA | STX_WAIT_SRCB. */
enum stx_wait {
#define WAIT(name, text) STX_WAIT_##name,
#include "softensix/facts.def"
    STX_WAITS
};

/* Parts of the core, as bits. */
enum stx_part {
#define PART(name, bit, text) STX_PART_##name = 1 << (bit),
#include "softensix/facts.def"
    STX_PARTS_NONE = 0
};

/* What a word occupies when it is issued. */
enum stx_resource {
#define RESOURCE(name, text) STX_RESOURCE_##name,
#include "softensix/facts.def"
    STX_RESOURCES
};

/* What a kernel must take care of, since the hardware does not (softensix/lints.def). */
enum stx_care {
#define CARE(name) STX_CARE_##name,
#include "softensix/facts.def"
    STX_CARES
};

/* Sub-units of the vector unit (SPEC 8.10). */
enum stx_sub_unit {
#define SUB_UNIT(name, text) STX_SUB_##name,
#include "softensix/facts.def"
    STX_SUB_UNITS
};

struct stx_field {
    const char *name;
    uint8_t low, width; /* bits [low + width - 1 : low] of the word */
};

struct stx_insn {
    const char *name; /* the vendor's mnemonic */
    const struct stx_field *fields;
    uint8_t opcode, field_count, unit, executes; /* executes: 0 if executing it always faults */
    uint8_t sub_unit;                            /* enum stx_sub_unit */
    uint8_t waits;                               /* enum stx_wait */
    uint8_t care;                                /* enum stx_care */
    uint8_t resource;                            /* enum stx_resource */
    uint8_t cycles,
        latency; /* how long it occupies the resource, how long its result takes; 0: unknown */
    uint32_t reads, writes; /* bits of enum stx_part: whatever it may read or change */
    uint32_t may_read,
        may_write; /* those of them that silicon accesses but that no run here shows */
    uint32_t dst_read, dst_write; /* rows of Dst, see stx_insn_rows() */
    uint32_t reserved;            /* bits 23:0 that no field covers */
    uint16_t flops[2]; /* operations on numbers, by a bit of the word: stx_insn_flops() */
    uint8_t flops_bit;
};

/* The row of a word's opcode, NULL if no instruction has it. */
const struct stx_insn *stx_insn_of(uint32_t word);
/* The row at position index in opcode order, NULL past the end. */
const struct stx_insn *stx_insn_at(size_t index);
/* How many rows of Dst a word reads or writes (rows: dst_read or dst_write of its row in the table)
 * from the row on that it names; STX_ROWS_CLEARED: what ZEROACC clears. */
#define STX_ROWS_CLEARED 0xFFFFu
unsigned stx_insn_rows(uint32_t rows, uint32_t word);
/* How many operations on numbers a word of this row does; 0 if there is no row. */
unsigned stx_insn_flops(const struct stx_insn *insn, uint32_t word);
/* Value of a field of a word; 0 if the field lies above bit 31. */
uint32_t stx_field_get(const struct stx_field *field, uint32_t word);
/* Name of a unit, e.g. "FPU"; "" if there is no such unit. */
const char *stx_unit_name(unsigned unit);
/* Bits 31:24 of a plain word, which say what instruction it is. */
static inline unsigned stx_opcode_of(uint32_t word) {
    return word >> 24;
}

/* Writes "STALLWAIT stall_res=MATH wait_res=SRCA_VLD" into buf (at most size bytes with the final
 * 0) and returns the length of the whole text, at most 255, as snprintf does. Values have the names
 * of softensix/names.h, without the part that the operand implies. An unknown opcode gives ".word
 * 0x...". */
size_t stx_disasm(char *buf, size_t size, uint32_t word);
/* The reverse: converts text to a word. Accepts what stx_disasm writes. Values without a field name
 * belong to the operands in their order, and then every operand needs a value: "MVMUL 3 0 2 16",
 * "TTI_MVMUL(3, 0, 2, 16)". If each value names its field, the fields that are not named are 0:
 * "MVMUL dst=16". A value is a number or a name, or several with | between them: "STALLWAIT
 * MATH|SYNC, SRCA_VLD", also "p_stall::STALL_MATH" and "p_stall_STALL_MATH". Returns NULL, or a
 * sentence that says what is wrong (then *word is unchanged). Text ends at the end of the line or
 * at '#' or ';'. */
const char *stx_assemble(uint32_t *word, const char *text);

#ifdef __cplusplus
}
#endif
#endif
