/* SPDX-License-Identifier: Apache-2.0
 *
 * disassemble.c - instruction word to text. */
#include "isa/operand_names.h"

size_t stx_disasm(char *buf, size_t size, uint32_t word) {
    struct text t = {buf, size, 0};
    const struct stx_insn *insn = stx_insn_of(word);
    if (!insn) {
        stx_text_string(&t, ".word ");
        stx_text_hex(&t, word);
        return t.length;
    }
    stx_text_string(&t, insn->name);
    for (unsigned i = 0; i < insn->field_count; i++) {
        const struct stx_field *field = &insn->fields[i];
        stx_text_string(&t, " ");
        stx_text_string(&t, field->name);
        stx_text_string(&t, "=");
        stx_names_write(&t, stx_names_of(insn, field), stx_field_get(field, word));
    }
    return t.length;
}
