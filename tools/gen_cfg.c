/* SPDX-License-Identifier: Apache-2.0
 *
 * gen_cfg.c - prints include/llk/cfg_defines.h, the names that LLK code uses, from
 * lib/isa/config.def. */
#include <stdint.h>
#include <stdio.h>

#include "regs/cfg.h"

static void print_field(const char *name, unsigned word, unsigned low, unsigned width) {
    uint32_t mask = (width < 32 ? (1u << width) - 1u : UINT32_MAX) << low;
    printf("#define %s_ADDR32 %u\n", name, word);
    printf("#define %s_SHAMT %u\n", name, low);
    printf("#define %s_MASK 0x%x\n", name, (unsigned)mask);
    printf("#define %s_RMW %s_ADDR32, %s_SHAMT, %s_MASK\n", name, name, name, name);
}

int main(void) {
    printf("/* SPDX-License-Identifier: Apache-2.0\n"
           " *\n"
           " * cfg_defines.h - configuration fields as constants. Generated from "
           "lib/isa/config.def by\n"
           " * `make generate`. */\n"
           "#pragma once\n\n"
           "#define CFG_STATE_SIZE %u /* of a bank, in units of four words */\n"
           "#define THD_STATE_SIZE %u\n"
           "#define THCON_CFGREG_BASE_ADDR32 %u\n"
           "#define GLOBAL_CFGREG_BASE_ADDR32 %u\n\n",
           STX_CFG_WORDS / 4, STX_TCFG_WORDS, (unsigned)CFG_WORD_THCON_SEC0_REG0_TileDescriptor,
           STX_CFG_SHARED);
#define CFG(name, word, low, width) print_field(#name, word, low, width);
#define TCFG CFG
#include "isa/config.def"
    return 0;
}
