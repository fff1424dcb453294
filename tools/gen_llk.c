/* SPDX-License-Identifier: Apache-2.0
 *
 * gen_llk.c - prints include/llk/tt_issue.h from the instruction table: the opcodes for
 * tensix_builtins.def, and the TT_ macros, which upstream's ckernel_ops.h defines as stores to the
 * instruction buffer, anew. */
#include <stdio.h>

#include "softensix/isa.h"

static const char head[] =
    "/* SPDX-License-Identifier: Apache-2.0\n"
    " *\n"
    " * tt_issue.h - every TT_X(...) issues TT_OP_X(...). Generated from lib/isa/blackhole.def by\n"
    " * `make generate`; prelude.h includes it after LLK's ckernel_ops.h. */\n"
    "#pragma once\n\n";

int main(void) {
    const struct stx_insn *insn;
    fputs(head, stdout);
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        printf("#undef TT_%s\n#define TT_%s", insn->name, insn->name);
        if (insn->field_count == 0) {
            printf(" stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_%s)\n", insn->name);
        } else {
            printf("(...) stx_llk_issue(COMPILE_FOR_TRISC, TT_OP_%s(__VA_ARGS__))\n", insn->name);
        }
    }
    return 0;
}
