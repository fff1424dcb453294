/* SPDX-License-Identifier: Apache-2.0
 *
 * rows.c - the rows of blackhole.def in the form that tools use: names, fields and facts
 * (softensix/isa.h). */
#include "isa/args.h"
#include "isa/part_names.h"

#define F(name, low, width) {#name, low, width},
#define INSN(NAME, opcode, unit, facts, ...) \
    static const struct stx_field fields_##NAME[] = {__VA_ARGS__{0, 0, 0}};
#include "isa/tensix.def"

#define F(name, low, width) | (((1u << (width)) - 1u) << (low))
#define WAITS(what) .waits = STX_WAIT_##what,
#define READS(parts) .reads = (parts),
#define WRITES(parts) .writes = (parts),
#define MAY_READ(parts, why) .may_read = (parts),
#define MAY_WRITE(parts, why) .may_write = (parts),
#define TIME(of, busy, until) .resource = STX_RESOURCE_##of, .cycles = busy, .latency = until,
#define ROWS_READ(bit, list) .dst_read = (uint32_t)(bit) << 24 | (list),
#define ROWS_WRITTEN(bit, list) .dst_write = (uint32_t)(bit) << 24 | (list),
#define CARE(what) .care = STX_CARE_##what,
#define FLOPS_BY(bit, plain, other) .flops_bit = bit, .flops = {plain, other},
#define SUB(unit) .sub_unit = STX_SUB_##unit,
#define ROW(NAME, code, of)                                                        \
    .name = #NAME, .fields = fields_##NAME, .opcode = code, .unit = STX_UNIT_##of, \
    .field_count = sizeof fields_##NAME / sizeof fields_##NAME[0] - 1
#define INSN(NAME, code, of, facts, ...) \
    {ROW(NAME, code, of), .executes = 1, .reserved = 0xFFFFFFu & ~(0u __VA_ARGS__), facts},
#define SFPU_INSN(NAME, code, facts, ...) \
    {ROW(NAME, code, SFPU), .executes = 1, .reserved = 0xFFFFFFu & ~(0u __VA_ARGS__), facts},
#define DARK(NAME, code, of, facts, ...) \
    {ROW(NAME, code, of), .executes = 0, .reserved = 0xFFFFFFu & ~(0u __VA_ARGS__)},
#define FRNT INSN
static const struct stx_insn insns[] = {
#include "isa/tensix.def"
};
#undef ROW

/* 1 + the place of an opcode's row among them; 0: there is none. */
#define INSN(NAME, ...) ROW_OF_##NAME,
enum row_place {
#include "isa/tensix.def"
};
#define INSN(NAME, code, ...) [code] = 1 + ROW_OF_##NAME,
static const uint8_t places[STX_OPCODES] = {
#include "isa/tensix.def"
};

#define INSNS (sizeof insns / sizeof insns[0])

const struct stx_insn *stx_insn_at(size_t index) {
    return index < INSNS ? &insns[index] : NULL;
}

const struct stx_insn *stx_insn_of(uint32_t word) {
    unsigned place = places[stx_opcode_of(word)];
    return place ? &insns[place - 1] : NULL;
}

unsigned stx_insn_rows(uint32_t rows, uint32_t word) {
    unsigned mode = word >> (rows >> 24 & 31u) & 7u, digit = rows >> (3 * mode) & 7u;
    return digit == 7 ? STX_ROWS_CLEARED : (1u << digit) / 2u;
}

unsigned stx_insn_flops(const struct stx_insn *insn, uint32_t word) {
    return insn ? insn->flops[word >> insn->flops_bit & 1u] : 0;
}

uint32_t stx_field_get(const struct stx_field *field, uint32_t word) {
    uint32_t above = field->low < 32u ? word >> field->low : 0;
    return field->width < 32u ? above & ((1u << field->width) - 1u) : above;
}

const char *stx_unit_name(unsigned unit) {
    static const char *const names[] = {
#define UNIT(name) #name,
#include "softensix/facts.def"
    };
    return unit < STX_UNITS ? names[unit] : "";
}
