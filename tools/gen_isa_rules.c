/* SPDX-License-Identifier: Apache-2.0
 *
 * gen_isa_rules.c - finds the rules that the words of each instruction can break: runs many random
 * words of each opcode on random state with every policy strict. Prints a line for each
 * instruction: mnemonic, tab, rules. */
#include <stdio.h>
#include <string.h>

#include "softensix/isa.h"
#include "softensix/softensix.h"

enum { WORDS = 4000, L1_BYTES = 0x8000 };

static struct stx_core core;
static uint8_t l1[L1_BYTES];
static uint32_t seed;

static uint32_t random_word(void) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

/* Few bits are set, so that configurations with small numbers occur; used for half of the words. */
static uint32_t random_few(void) {
    uint32_t r = random_word();
    return r & 1u ? random_word() & random_word() & random_word() : random_word();
}

static void random_state(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    for (unsigned i = 0; i < STX_CFG_WORDS; i++) {
        core.cfg[0][i] = random_few();
    }
    for (unsigned i = 0; i < STX_TCFG_WORDS; i++) {
        core.tcfg[0][i] = (uint16_t)random_few();
    }
    core.tcfg[0][0] = 0;
    for (unsigned i = 0; i < STX_GPRS; i++) {
        core.gpr[0][i] = random_few();
    }
    for (unsigned i = 0; i < STX_SRC_BANKS; i++) {
        core.srca.format[i] = random_word() & 15u;
        core.srcb.format[i] = random_word() & 15u;
        core.srca.fpu_owns[i] = core.srcb.fpu_owns[i] = random_word() & 1u;
    }
    for (unsigned i = 0; i < STX_SEMAPHORES; i++) {
        core.sem[i].value = random_word() & 1u ? 15 : 0;
    }
    core.sfpu.depth = random_word() % 9u;
    if (seed & 1u) { /* registers 4..7 are indices */
        core.sfpu.lane_config[0] = 1u << 2;
        core.sfpu.apart = STX_APART_INDEX;
    }
    core.rwc[0].dst = random_word() & 1023u;
    core.rwc[0].srca = random_word() & 63u;
    core.rwc[0].srcb = random_word() & 63u;
}

/* front: through the front end, where MOP and REPLAY break their rules. */
static void try_word(uint32_t word, bool front) {
    random_state();
    (void)(front ? stx_issue(&core, 0, word) : stx_try(&core, 0, word));
}

int main(void) {
    const struct stx_insn *insn;
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        bool found[STX_RULES] = {false};
        seed = 1;
        for (unsigned n = 0; n < WORDS && insn->executes; n++) {
            uint32_t word = (uint32_t)insn->opcode << 24 | (random_few() & 0xFFFFFFu);
            word &= n % 8 ? ~insn->reserved : 0xFFFFFFFFu;
            try_word(word, insn->unit == STX_UNIT_FRONT);
            for (unsigned r = 0; r < STX_RULES; r++) {
                found[r] |= stx_rule_count(&core, (enum stx_rule)r) > 0;
            }
        }
        printf("%s\t", insn->name);
        for (unsigned r = 0; r < STX_RULES; r++) {
            if (found[r]) {
                printf(" %s", stx_rule_name((enum stx_rule)r));
            }
        }
        printf("\n");
    }
    return 0;
}
