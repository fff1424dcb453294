/* SPDX-License-Identifier: Apache-2.0
 *
 * gen_tti.c - prints include/softensix/tti.h from the instruction table. */
#include <stdio.h>

#include "softensix/isa.h"

static void print_parameters(const struct stx_insn *insn) {
    if (insn->field_count == 0) {
        return;
    }
    for (unsigned i = 0; i < insn->field_count; i++) {
        printf("%s%s", i ? ", " : "(", insn->fields[i].name);
    }
    printf(")");
}

static void print_op(const struct stx_insn *insn) {
    printf("#define TT_OP_%s", insn->name);
    print_parameters(insn);
    if (insn->field_count == 0) {
        printf(" TT_OP(0x%02x, 0u)\n", insn->opcode);
        return;
    }
    printf(" \\\n    TT_OP(0x%02x", insn->opcode);
    for (unsigned i = 0; i < insn->field_count; i++) {
        printf("%sSTX_FIELD(%s, %u)", i ? " + " : ", ", insn->fields[i].name, insn->fields[i].low);
    }
    printf(")\n");
}

static void print_issue(const struct stx_insn *insn, const char *prefix, const char *how) {
    printf("#define %s_%s", prefix, insn->name);
    print_parameters(insn);
    printf(" %s(TT_OP_%s", how, insn->name);
    print_parameters(insn);
    printf(")\n");
}

static const char head[] =
    "/* SPDX-License-Identifier: Apache-2.0\n"
    " *\n"
    " * tti.h - the instructions as macros. Generated from lib/isa/blackhole.def by `make "
    "generate`.\n"
    " *\n"
    " *   TT_OP_X(...)  the constant word          TTI_X(...)  issues it\n"
    " *   TT_X(...)     issues a word with operands known at run time only\n"
    " *\n"
    " * Words go to the core that stx_bind() named and to thread STX_THREAD (0, 1, 2), which "
    "defaults to\n"
    " * COMPILE_FOR_TRISC. With -DSTX_NATIVE they go to a real coprocessor instead: TTI_ emits "
    ".ttinsn, TT_\n"
    " * stores to the instruction buffer; the directive comes with the header. Arguments are "
    "added, not masked: keep them in range. */\n"
    "#ifndef SOFTENSIX_TTI_H\n"
    "#define SOFTENSIX_TTI_H\n\n"
    "#include <stdint.h>\n\n"
    "#ifndef STX_THREAD\n"
    "#ifdef COMPILE_FOR_TRISC\n"
    "#define STX_THREAD COMPILE_FOR_TRISC\n"
    "#else\n"
    "#define STX_THREAD 0\n"
    "#endif\n"
    "#endif\n\n"
    "#ifdef STX_NATIVE\n"
    "#ifdef __riscv\n"
    "#include \"softensix/ttinsn.h\"\n"
    "#endif\n"
    "#define STX_ISSUE_CONSTANT(word) __asm__ volatile(\".ttinsn %0\" : : \"i\"(word))\n"
    "#define STX_ISSUE(word) (*(volatile uint32_t *)0xFFE40000u = (word))\n"
    "#else\n"
    "#include \"softensix/softensix.h\"\n"
    "#define STX_ISSUE_CONSTANT(word) STX_ISSUE(word)\n"
    "#if defined(STX_TRACE) && STX_TRACE\n"
    "/* Faults and waits name file and line of the macro. */\n"
    "#define STX_TEXT_OF(line) #line\n"
    "#define STX_PLACE(file, line) file \":\" STX_TEXT_OF(line)\n"
    "#define STX_ISSUE(word) \\\n"
    "    ((void)stx_issue_from(stx_bound(), STX_THREAD, (word), STX_PLACE(__FILE__, __LINE__)))\n"
    "#else\n"
    "#define STX_ISSUE(word) ((void)stx_issue(stx_bound(), STX_THREAD, (word)))\n"
    "#endif\n"
    "#endif\n\n"
    "#define TT_OP(opcode, parameters) (((uint32_t)(opcode) << 24) + (parameters))\n"
    "#define STX_FIELD(value, low) ((uint32_t)(value) << (low))\n\n";

int main(void) {
    const struct stx_insn *insn;
    fputs(head, stdout);
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        print_op(insn);
        print_issue(insn, "TT", "STX_ISSUE");
        print_issue(insn, "TTI", "STX_ISSUE_CONSTANT");
    }
    printf("\n#endif\n");
    return 0;
}
