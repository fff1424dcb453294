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

/* What a word may be held for (one of them). */
enum stx_wait {
    STX_WAIT_NEVER = 0,
    STX_WAIT_SRCA = 1, /* the FPU owns its bank of SrcA */
    STX_WAIT_SRCB = 2, /* the same for SrcB */
    STX_WAIT_BOTH = STX_WAIT_SRCA | STX_WAIT_SRCB,
    STX_WAIT_SEMAPHORE = 4, /* a semaphore's value */
    STX_WAIT_STALL,         /* what STALLWAIT names */
    STX_WAIT_MUTEX,         /* another thread gives it back */
    STX_WAIT_BANK,          /* an unpacker owns its bank of SrcA or SrcB (bit 23) */
    STX_WAIT_CLEARING,      /* the same for UNPACR_NOP, whose bit 5 chooses the bank */
    STX_WAIT_SETTING,       /* the unpackers own the banks that bits 0 and 1 name */
    STX_WAIT_FIFO,          /* a FIFO in L1 is neither full nor empty */
    STX_WAIT_COMPARE        /* a word in L1 has the value that it is compared with */
};

/* Parts of the core, as bits. */
enum stx_part {
    STX_PART_SRCA = 1 << 0, /* data of SrcA */
    STX_PART_SRCB = 1 << 1,
    STX_PART_BANKS = 1 << 2, /* who owns which bank of SrcA and SrcB, and its format */
    STX_PART_DST = 1 << 3,
    STX_PART_LREG = 1 << 4,
    STX_PART_FLAGS = 1 << 5,    /* lane flags and their stack */
    STX_PART_SFPCFG = 1 << 6,   /* LaneConfig, templates, sequences */
    STX_PART_SCHEDULE = 1 << 7, /* operations that SFPLOADMACRO has scheduled */
    STX_PART_RANDOM = 1 << 8,   /* the generators of random numbers */
    STX_PART_CFG = 1 << 9,
    STX_PART_TCFG = 1 << 10, /* configuration of the thread */
    STX_PART_GPR = 1 << 11,
    STX_PART_RWC = 1 << 12, /* counters of the FPU, and the row that SHIFTXA starts from */
    STX_PART_ADC = 1 << 13, /* counters of unpackers and packer */
    STX_PART_SEM = 1 << 14,
    STX_PART_MUTEX = 1 << 15,
    STX_PART_UNPACKER = 1 << 16,
    STX_PART_PACKER = 1 << 17,
    STX_PART_L1 = 1 << 18,
    STX_PART_REGISTERS = 1 << 19, /* of the tile: streams, mailboxes, clock */
    STX_PART_MOP = 1 << 20,       /* configuration of the MOP expander */
    STX_PART_REPLAY = 1 << 21     /* words of the replay buffer */
};

/* What a word occupies when it is issued. One word a cycle, but for THREAD and THREAD_CONFIG: one
 * of each thread. SCALAR and UNPACK hold back their own thread until they are free again. */
enum stx_resource {
    STX_RESOURCE_UNKNOWN,
    STX_RESOURCE_FRONT,
    STX_RESOURCE_THREAD,
    STX_RESOURCE_THREAD_CONFIG,
    STX_RESOURCE_SYNC,
    STX_RESOURCE_MUTEX,
    STX_RESOURCE_CONFIG,
    STX_RESOURCE_SCALAR,
    STX_RESOURCE_FPU,
    STX_RESOURCE_SFPU,
    STX_RESOURCE_UNPACK,
    STX_RESOURCE_PACK,
    STX_RESOURCE_MOVER
};

/* What a kernel must take care of, since the hardware does not (softensix/lints.def). */
enum stx_care {
    STX_CARE_NONE,
    STX_CARE_FREE_BANK,     /* writes the FPU's bank of a source without waiting for it */
    STX_CARE_SLOW_DST,      /* moves from Dst to a source do not wait for what it writes */
    STX_CARE_ZEROES_SOURCE, /* may clear a bank that an unpacker owns */
    STX_CARE_PHASE_0,       /* is meant for fidelity phase 0 */
    STX_CARE_ARGMAX,        /* bit 14: an index goes to the low half of a 32-bit Dst */
    STX_CARE_VC_IS_9        /* is meant for VC = LReg9, which is 0 */
};

/* Sub-units of the vector unit (SPEC 8.10). */
enum stx_sub_unit {
    STX_SUB_NONE, /* not an instruction of the vector unit */
    STX_SUB_LOAD,
    STX_SUB_SIMPLE,
    STX_SUB_MAD,
    STX_SUB_ROUND,
    STX_SUB_STORE,
    STX_SUB_ANY /* SFPNOP */
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
    uint8_t cycles, latency;      /* occupies the resource; until its result is there; 0: unknown */
    uint32_t reads, writes;       /* bits of enum stx_part: whatever it may read or change */
    uint32_t may_read, may_write; /* those of them that silicon touches and no run here shows */
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
 * from the one on that it names; STX_ROWS_CLEARED: what ZEROACC clears. */
#define STX_ROWS_CLEARED 0xFFFFu
unsigned stx_insn_rows(uint32_t rows, uint32_t word);
/* How many operations on numbers a word of this row does; 0 if there is no row. */
unsigned stx_insn_flops(const struct stx_insn *insn, uint32_t word);
/* Value of a field of a word. */
uint32_t stx_field_get(const struct stx_field *field, uint32_t word);
/* Name of a unit, e.g. "FPU". */
const char *stx_unit_name(unsigned unit);
/* Writes "STALLWAIT stall_res=MATH wait_res=SRCA_VLD" into buf (at most size bytes with the final
 * 0) and returns the length of the whole text, at most 255, as snprintf does. Values have the names
 * of softensix/names.h, without what the operand makes clear. An unknown opcode gives ".word
 * 0x...". */
size_t stx_disasm(char *buf, size_t size, uint32_t word);
/* The way back: text to a word. Accepts what stx_disasm writes. Values without a field count from
 * the first one, and then every operand has a value: "MVMUL 3 0 2 16", "TTI_MVMUL(3, 0, 2, 16)".
 * Where each value names its field, the fields that are not named are 0: "MVMUL dst=16". A value is
 * a number or a name, or several with | between them: "STALLWAIT MATH|SYNC, SRCA_VLD", also
 * "p_stall::STALL_MATH" and "p_stall_STALL_MATH". Returns NULL, or a sentence that says what is
 * wrong (then *word is unchanged). Text ends at the end of the line or at '#' or ';'. */
const char *stx_assemble(uint32_t *word, const char *text);

#ifdef __cplusplus
}
#endif
#endif
