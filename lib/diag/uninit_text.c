/* SPDX-License-Identifier: Apache-2.0
 *
 * uninit_text.c - prints which register was read before anything had written it. */
#include "diag/out.h"
#include "softensix/isa.h"
#include "softensix/uninit.h"

/* How a register is named: "dst[17]", "srca[1][3]". */
static const struct {
    const char *name;
    unsigned row; /* registers of a bank or of a thread; 0: there is only one index */
} kinds[STX_UNINIT_KINDS] = {{"dst", 0},
                             {"srca", STX_SRC_ROWS},
                             {"srcb", STX_SRC_ROWS},
                             {"lreg", 0},
                             {"gpr", STX_GPRS},
                             {"cfg", STX_CFG_WORDS},
                             {"tcfg", STX_TCFG_WORDS},
                             {"replay", STX_REPLAY_WORDS}};

static void tell_index(const struct out *out, unsigned index) {
    stx_out_string(out, "[");
    stx_out_decimal(out, index);
    stx_out_string(out, "]");
}

void stx_uninit_print(const struct stx_uninit_finding *finding, stx_print print, void *ctx) {
    struct out out = {print, ctx};
    char text[256];
    if ((unsigned)finding->kind >= STX_UNINIT_KINDS) {
        return;
    }
    unsigned row = kinds[finding->kind].row;
    stx_disasm(text, sizeof text, finding->word);
    stx_out_string(&out, "uninitialised: ");
    stx_out_string(&out, kinds[finding->kind].name);
    if (row) {
        tell_index(&out, finding->index / row);
    }
    tell_index(&out, row ? finding->index % row : finding->index);
    stx_out_string(&out, " is read by thread ");
    stx_out_decimal(&out, finding->thread);
    stx_out_string(&out, "\n  ");
    stx_out_digits(&out, finding->word, 8);
    stx_out_string(&out, " ");
    stx_out_string(&out, text);
    stx_out_string(&out, "\n");
}
