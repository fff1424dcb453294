/* SPDX-License-Identifier: Apache-2.0
 *
 * disassemble.c - the table's consumer that names: rows with fields, and words as text. */
#include "softensix/isa.h"

#include "core/text.h"

#define F(name, low, width) {#name, low, width},
#define INSN(NAME, opcode, unit, properties, ...) \
    static const struct stx_field fields_##NAME[] = {__VA_ARGS__{0, 0, 0}};
#define TODO INSN
#define FRNT INSN
#define DARK INSN
#include "isa/blackhole.def"
#undef F
#undef INSN
#undef TODO
#undef FRNT
#undef DARK

#define F(name, low, width) | (((1u << (width)) - 1u) << (low))
#define ROW(NAME, opcode, unit, properties, executes, ...)                   \
    {                                                                        \
        #NAME,           fields_##NAME,                                      \
        opcode,          sizeof fields_##NAME / sizeof fields_##NAME[0] - 1, \
        STX_UNIT_##unit, executes,                                           \
        properties,      0xFFFFFFu & ~(0u __VA_ARGS__)},
#define INSN(NAME, opcode, unit, properties, ...) \
    ROW(NAME, opcode, unit, properties, 1, __VA_ARGS__)
#define TODO(NAME, opcode, unit, properties, ...) \
    ROW(NAME, opcode, unit, properties, 0, __VA_ARGS__)
#define FRNT INSN
#define DARK TODO
static const struct stx_insn insns[] = {
#include "isa/blackhole.def"
};
#undef F
#undef ROW
#undef INSN
#undef TODO
#undef FRNT
#undef DARK

#define INSNS (sizeof insns / sizeof insns[0])

const struct stx_insn *stx_insn_at(size_t index) {
    return index < INSNS ? &insns[index] : NULL;
}

const struct stx_insn *stx_insn_of(uint32_t word) {
    for (size_t i = 0; i < INSNS; i++) {
        if (insns[i].opcode == word >> 24) {
            return &insns[i];
        }
    }
    return NULL;
}

uint32_t stx_field_get(const struct stx_field *field, uint32_t word) {
    return (word >> field->low) & ((1u << field->width) - 1u);
}

const char *stx_unit_name(unsigned unit) {
    static const char *const names[] = {"NONE", "FRONT", "SYNC", "CONFIG", "SCALAR", "RWC",
                                        "ADC",  "FPU",   "SFPU", "UNPACK", "PACK",   "MOVER"};
    return names[unit];
}

size_t stx_disasm(char *buf, size_t size, uint32_t word) {
    struct text t = {buf, size, 0};
    const struct stx_insn *insn = stx_insn_of(word);
    if (!insn) {
        text_string(&t, ".word ");
        text_hex(&t, word);
        return t.length;
    }
    text_string(&t, insn->name);
    for (unsigned i = 0; i < insn->field_count; i++) {
        text_string(&t, " ");
        text_string(&t, insn->fields[i].name);
        text_string(&t, "=");
        text_decimal(&t, stx_field_get(&insn->fields[i], word));
    }
    return t.length;
}
