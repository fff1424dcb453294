/* SPDX-License-Identifier: Apache-2.0
 *
 * Which thread words an ADDR_MOD of Wormhole reads: two bits choose it, and 4 is added by the bias
 * or by ADDR_MOD_SET_Base. Its AB words are 7, 9, 11 ... (tt-llk's cfg_defines.h of the chip). */
#include "insn/fpu.h"
#include "regs/notes.h"
#include "softensix/uninit.h"

enum { OFFSET = 1, SET_BASE = 2, AB = 7, DST = 23, UNTIL = STX_TCFG_WORDS };

static struct stx_uninit uninit;
static bool read_by[UNTIL];
static uint8_t l1[64], copies[2 * sizeof l1];

static void on_finding(void *ctx, const struct stx_uninit_finding *finding) {
    (void)ctx;
    CHECK(finding->kind == STX_UNINIT_TCFG && finding->index < UNTIL);
    read_by[finding->index % UNTIL] = true;
}

/* A counter that is cleared changes, so each word of the modifier counts. */
static void start_watched(bool base, bool bias) {
    struct stx_port port = {.ctx = &uninit, .before = stx_uninit_word, .access = stx_uninit_access};
    stx_init(&core, l1, sizeof l1, &port);
    core.srca.fpu_owns[0] = 1;
    core.tcfg[0][SET_BASE] = base;
    core.rwc[0] = (struct stx_rwc){.srca = 8, .srcb = 8, .dst = 8, .bias = bias};
    memset(read_by, 0, sizeof read_by);
    stx_uninit_init(&uninit, &core, 1u << STX_UNINIT_TCFG, copies, on_finding, NULL);
}

TEST(the_words_of_the_chosen_modifier_are_read_and_no_other_ones) {
    for (unsigned i = 0; i < 16; i++) {
        unsigned mode = i % 4 + (i >= 4 ? 4 : 0);
        start_watched(i / 4 & 1u, i / 4 & 2u);
        CHECK_EQ(stx_issue(&core, 0, TT_OP_MOVA2D(0, 8, i % 4, 0, 0)), STX_DONE);
        CHECK(read_by[AB + 2 * mode] && read_by[DST + mode]);
        for (unsigned other = 0; other < 8; other++) {
            CHECK_EQ(read_by[AB + 2 * other], other == mode);
            CHECK_EQ(read_by[DST + other], other == mode);
            CHECK(!read_by[AB + 2 * other + 1]);
        }
    }
}

/* What the order checker is told. */
TEST(the_words_of_the_chosen_modifier_are_noted_as_read) {
    static struct stx_notes notes;
    for (unsigned i = 0; i < 16; i++) {
        unsigned mode = i % 4 + (i >= 4 ? 4 : 0);
        bool noted[UNTIL] = {false};
        start_watched(i / 4 & 1u, i / 4 & 2u);
        notes = (struct stx_notes){.cfg = core.cfg[0]};
        stx_notes_open = &notes;
        CHECK_EQ(stx_try(&core, 0, TT_OP_MOVA2D(0, 8, i % 4, 0, 0)), STX_DONE);
        stx_notes_open = NULL;
        for (unsigned n = 0; n < notes.count; n++) {
            noted[notes.note[n].at % UNTIL] |= notes.note[n].kind == NOTE_TCFG_READ;
        }
        for (unsigned other = 0; other < 8; other++) {
            CHECK_EQ(noted[AB + 2 * other], other == mode);
            CHECK_EQ(noted[DST + other], other == mode);
            CHECK(!noted[AB + 2 * other + 1]);
        }
    }
}

int main(void) {
    RUN(the_words_of_the_chosen_modifier_are_noted_as_read);
    RUN(the_words_of_the_chosen_modifier_are_read_and_no_other_ones);
    return test_summary();
}
