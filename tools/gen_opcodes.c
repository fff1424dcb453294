/* SPDX-License-Identifier: Apache-2.0
 *
 * gen_opcodes.c - prints the opcodes of a chip for softensix/opcodes.h from the instruction table.
 */
#include <stdio.h>

#include "softensix/arch.h"
#include "softensix/isa.h"

int main(void) {
    const struct stx_insn *insn;
    printf("/* SPDX-License-Identifier: Apache-2.0\n *\n * opcodes.h - opcodes of " STX_CHIP_NAME
           " by name. Generated "
           "by `make generate`. */\nenum stx_opcode {\n");
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        printf("    STX_OP_%s = 0x%02x,\n", insn->name, insn->opcode);
    }
    printf("    STX_OPCODES = 256\n};\n");
    return 0;
}
