/* SPDX-License-Identifier: Apache-2.0
 *
 * decode.c - the base loads and stores, those of F, and the compressed ones of C and Zcb. */
#include "decode.h"

enum { SP = 2 };

/* Bits [low, low + width) of a word, moved to bit to. */
static uint32_t bits(uint32_t word, unsigned low, unsigned width, unsigned to) {
    return (word >> low & ((1u << width) - 1u)) << to;
}

static uintptr_t extended(uintptr_t value, unsigned width) {
    uintptr_t sign = (uintptr_t)1 << (width - 1);
    return (value ^ sign) - sign;
}

/* What RV64 has in place of, or in addition to, instructions of RV32. */
#if defined(__riscv_xlen) && __riscv_xlen == 64
enum { RV64 = 1 };
#else
enum { RV64 = 0 };
#endif

static struct stx_trap_access none(void) {
    return (struct stx_trap_access){0};
}

static struct stx_trap_access base_load(uint32_t i, const uintptr_t x[], bool fp) {
    unsigned size = bits(i, 12, 2, 0), is_unsigned = bits(i, 14, 1, 0);
    if (size == 3 || (is_unsigned && ((size == 2 && !RV64) || fp)) || (fp && size != 2)) {
        return none();
    }
    return (struct stx_trap_access){.address = x[bits(i, 15, 5, 0)] + extended(i >> 20, 12),
                                    .bytes = (uint8_t)(1u << size),
                                    .reg = (uint8_t)bits(i, 7, 5, 0),
                                    .length = 4,
                                    .extend_sign = !is_unsigned,
                                    .fp = fp};
}

static struct stx_trap_access base_store(uint32_t i, const uintptr_t x[], bool fp) {
    unsigned size = bits(i, 12, 3, 0);
    uint32_t offset = bits(i, 7, 5, 0) | bits(i, 25, 7, 5);
    if (size > 2 || (fp && size != 2)) {
        return none();
    }
    return (struct stx_trap_access){.address = x[bits(i, 15, 5, 0)] + extended(offset, 12),
                                    .bytes = (uint8_t)(1u << size),
                                    .reg = (uint8_t)bits(i, 20, 5, 0),
                                    .length = 4,
                                    .store = true,
                                    .fp = fp};
}

static struct stx_trap_access base(uint32_t i, const uintptr_t x[]) {
    switch (i & 0x7Fu) {
    case 0x03:
        return base_load(i, x, false);
    case 0x07:
        return base_load(i, x, true);
    case 0x23:
        return base_store(i, x, false);
    case 0x27:
        return base_store(i, x, true);
    default:
        return none();
    }
}

/* Quadrant 0, functions 2, 3, 6, 7: c.lw, c.flw, c.sw, c.fsw. */
static struct stx_trap_access short_word(uint32_t i, const uintptr_t x[]) {
    uint32_t offset = bits(i, 6, 1, 2) | bits(i, 10, 3, 3) | bits(i, 5, 1, 6);
    return (struct stx_trap_access){.address = x[8 + bits(i, 7, 3, 0)] + offset,
                                    .bytes = 4,
                                    .reg = (uint8_t)(8 + bits(i, 2, 3, 0)),
                                    .length = 2,
                                    .store = bits(i, 15, 1, 0),
                                    .fp = bits(i, 13, 1, 0)};
}

/* Quadrant 0, function 4, of Zcb: c.lbu, c.lhu, c.lh, c.sb, c.sh. */
static struct stx_trap_access short_part(uint32_t i, const uintptr_t x[]) {
    unsigned kind = bits(i, 10, 3, 0);
    bool half = kind & 1u;
    uint32_t offset = half ? bits(i, 5, 1, 1) : bits(i, 6, 1, 0) | bits(i, 5, 1, 1);
    if (kind > 3 || (kind == 3 && bits(i, 6, 1, 0))) {
        return none();
    }
    return (struct stx_trap_access){.address = x[8 + bits(i, 7, 3, 0)] + offset,
                                    .bytes = half ? 2 : 1,
                                    .reg = (uint8_t)(8 + bits(i, 2, 3, 0)),
                                    .length = 2,
                                    .store = kind >= 2,
                                    .extend_sign = kind == 1 && bits(i, 6, 1, 0)};
}

/* Quadrant 2: c.lwsp, c.flwsp, c.swsp, c.fswsp. */
static struct stx_trap_access stack_word(uint32_t i, const uintptr_t x[]) {
    bool store = bits(i, 15, 1, 0);
    uint32_t offset = store ? bits(i, 9, 4, 2) | bits(i, 7, 2, 6)
                            : bits(i, 4, 3, 2) | bits(i, 12, 1, 5) | bits(i, 2, 2, 6);
    return (struct stx_trap_access){.address = x[SP] + offset,
                                    .bytes = 4,
                                    .reg = (uint8_t)(store ? bits(i, 2, 5, 0) : bits(i, 7, 5, 0)),
                                    .length = 2,
                                    .store = store,
                                    .fp = bits(i, 13, 1, 0)};
}

struct stx_trap_access stx_trap_decode(uint32_t instruction, const uintptr_t x[]) {
    unsigned function = bits(instruction, 13, 3, 0);
    bool word = (function & 2u) != 0; /* 2, 3, 6, 7 */
    if (RV64 && (instruction & 3u) != 3 && (function & 3u) == 3) {
        return none(); /* c.ld, c.sd and those of the stack: 64 bits */
    }
    switch (instruction & 3u) {
    case 0:
        return word            ? short_word(instruction, x)
               : function == 4 ? short_part(instruction, x)
                               : none();
    case 2:
        return word ? stack_word(instruction, x) : none();
    case 3:
        return base(instruction, x);
    default:
        return none();
    }
}
