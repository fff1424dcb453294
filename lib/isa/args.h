/* SPDX-License-Identifier: Apache-2.0
 *
 * args.h - what the units use of blackhole.def. For each instruction it has a struct of decoded
 * fields, a decoder, a test for its words, and the prototype of its body. No other file decodes
 * words. */
#ifndef STX_ISA_ARGS_H
#define STX_ISA_ARGS_H

#include "softensix/core.h"
#include "softensix/isa.h"

/* On the constant 2048 such a compiler stops with an internal error that does not name the
 * cause. */
#if defined __riscv_zbs && __riscv_xlen == 32 && defined __GNUC__ && !defined __clang__ && \
    __GNUC__ * 100 + __GNUC_MINOR__ <= 1202
#error "GCC 12.2 cannot compile for a 32-bit core with Zbs: leave _zbs out of -march, or use GCC 13"
#endif

/* The body of an instruction. Order: check, read, compute, write, advance, release, return. It is
 * called with the word and decodes the fields itself, so that the compiler sees which of them are
 * used. */
#define STX_EXEC(NAME)                                                                       \
    static inline enum stx_result exec_##NAME(struct stx_core *core, unsigned thread,        \
                                              const struct stx_args_##NAME *a);              \
    enum stx_result stx_exec_##NAME(struct stx_core *core, unsigned thread, uint32_t word) { \
        const struct stx_args_##NAME fields = fields_of_##NAME(word);                        \
        return exec_##NAME(core, thread, &fields);                                           \
    }                                                                                        \
    static inline enum stx_result exec_##NAME(struct stx_core *core, unsigned thread,        \
                                              const struct stx_args_##NAME *a)

#define F(name, low, width) uint32_t name;
#define IS(name, value) uint32_t name;
#define INSN(NAME, opcode, unit, facts, fields) \
    struct stx_args_##NAME {                    \
        uint32_t word;                          \
        fields                                  \
    };
#define GONE(NAME, fields) INSN(NAME, , , , fields)
#define DARK(...)
#include "isa/tensix.def"

#define F(name, low, width) .name = (word >> (low)) & ((1u << (width)) - 1u),
#define LOOKS(name, low, width, mask) .name = (word >> (low)) & (mask),
#define IS(name, value) .name = (value),
#define INSN(NAME, opcode, unit, facts, ...)                                                    \
    static inline                                                                               \
        __attribute__((always_inline)) struct stx_args_##NAME fields_of_##NAME(uint32_t word) { \
        return (struct stx_args_##NAME){.word = word, __VA_ARGS__};                             \
    }
#define GONE(NAME, ...) INSN(NAME, , , , __VA_ARGS__)
#define DARK(...)
#include "isa/tensix.def"

#define INSN(NAME, opcode, unit, facts, ...) \
    enum stx_result stx_exec_##NAME(struct stx_core *core, unsigned thread, uint32_t word);
#define GONE(NAME, ...) INSN(NAME, , , , )
#define FRNT(...)
#define DARK(...)
#include "isa/tensix.def"

/* Builds the word that has these fields. */
#define F(name, low, width) | (a->name & ((1u << (width)) - 1u)) << (low)
#define INSN(NAME, opcode, unit, facts, ...)                                 \
    static inline uint32_t word_of_##NAME(const struct stx_args_##NAME *a) { \
        (void)a;                                                             \
        return (uint32_t)(opcode) << 24 __VA_ARGS__;                         \
    }
#define FRNT(...)
#define DARK(...)
#include "isa/tensix.def"

/* The bits 23:0 that neither a field of an instruction nor IGNORES covers, for example
 * RESERVED_MOP_CFG. */
enum {
#define F(name, low, width) | (((1u << (width)) - 1u) << (low))
#define IGNORES(low, width) | (((1u << (width)) - 1u) << (low))
#define INSN(NAME, opcode, unit, facts, ...) RESERVED_##NAME = 0xFFFFFFu & ~(0u facts __VA_ARGS__),
#include "isa/tensix.def"
    RESERVED_NOTHING = 0
};

/* The 16-bit immediate of SETDMAREG, which is payload_sig_sel_size above payload_sig_sel. */
static inline uint32_t immediate_of_SETDMAREG(uint32_t word) {
    return word >> 8 & 0xFFFFu;
}

/* Opcodes by name, for example STX_OP_MVMUL. */
enum stx_opcode {
#define INSN(NAME, opcode, unit, facts, fields) STX_OP_##NAME = opcode,
#include "isa/tensix.def"
    STX_OPCODES = 256
};

/* True if the word belongs to this instruction, for example is_MOP(word). */
#define INSN(NAME, opcode, unit, facts, fields)      \
    static inline bool is_##NAME(uint32_t word) {    \
        return stx_opcode_of(word) == STX_OP_##NAME; \
    }
#define GONE(NAME, fields)                        \
    static inline bool is_##NAME(uint32_t word) { \
        (void)word;                               \
        return false;                             \
    }
#include "isa/tensix.def"

#endif
