/* SPDX-License-Identifier: Apache-2.0
 *
 * Words of the vector unit read and write the LRegs that their rows name. */
#include "isa/claims.h"
#include "isa/vector_words.h"

enum { NAMED_LREGS = 17 }; /* Wormhole has one more, which SFPSHFT2 has for itself */

/* LRegs that differ, as a mask. */
static uint32_t lregs_changed(const struct stx_core *a, const struct stx_core *b) {
    uint32_t mask = 0;
    for (unsigned reg = 0; reg < NAMED_LREGS; reg++) {
        mask |= (uint32_t)(memcmp(a->sfpu.lreg[reg], b->sfpu.lreg[reg], 128) != 0) << reg;
    }
    return mask;
}

/* No template, no LaneConfig: those are not registers that a word names. */
static uint32_t random_vector_word(const struct stx_insn *insn) {
    uint32_t word;
    do {
        word = random_word(insn);
    } while (stx_vector_template(word) >= 12);
    return word;
}

static void random_vector_lab(void) {
    random_lab(&base);
    memset(base.core.sfpu.lane_config, 0, sizeof base.core.sfpu.lane_config);
    memset(base.core.sfpu.sequence, 0, sizeof base.core.sfpu.sequence);
}

static void perturb_lregs(uint32_t mask) {
    lab_copy(&twin, &base);
    for (unsigned reg = 0; reg < NAMED_LREGS; reg++) {
        for (unsigned lane = 0; (mask >> reg & 1u) && lane < STX_LANES; lane++) {
            twin.core.sfpu.lreg[reg][lane] = random32();
        }
    }
}

static void check_lregs(const struct stx_insn *insn) {
    unsigned runs = 0;
    if (insn->unit != STX_UNIT_SFPU) {
        return;
    }
    for (unsigned round = 0; goes_on(round / 4, runs > 0) && !wrong; round++) {
        if (round % FRESH == 0) {
            random_vector_lab();
        }
        uint32_t word = random_vector_word(insn), reads = stx_vector_reads(word);
        lab_copy(&after, &base);
        if (lab_run(&after, insn, word) != STX_DONE) {
            continue;
        }
        runs++;
        if (lregs_changed(&base.core, &after.core) & ~stx_vector_writes(word)) {
            complain(word, "writes an LReg that its row does not name", "");
        }
        perturb_lregs(~reads);
        if (twin_differs(insn, word)) {
            complain(word, "reads an LReg that its row does not name", "");
        }
    }
    if (!runs) {
        complain((uint32_t)insn->opcode << 24, "never runs", "");
    }
}

TEST(vector_words_read_and_write_the_lregs_that_their_rows_name) {
    each(check_lregs);
}

int main(int argc, char **argv) {
    bool full = claims_begin(argc, argv);
    RUN_IF(full, vector_words_read_and_write_the_lregs_that_their_rows_name);
    return test_summary();
}
