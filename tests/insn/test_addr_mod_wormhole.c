/* SPDX-License-Identifier: Apache-2.0
 *
 * Which thread words an ADDR_MOD of Wormhole reads: two bits choose it, and 4 is added by the bias
 * or by ADDR_MOD_SET_Base. Its AB words are 7, 9, 11 ... (tt-llk's cfg_defines.h of the chip). */
#include "heard.h"
#include "insn/fpu.h"
#include "softensix/isa.h"
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
    stx_init(&core, l1, sizeof l1, NULL);
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

static bool noted[UNTIL];
static void hear(struct stx_listener *self, struct stx_core *of, const struct stx_event *e) {
    (void)self, (void)of;
    noted[e->first % UNTIL] |= e->part == STX_PART_TCFG && e->thread == 0;
}

/* What the order checker is told. */
TEST(the_words_of_the_chosen_modifier_are_told_as_used) {
    for (unsigned i = 0; i < 16; i++) {
        unsigned mode = i % 4 + (i >= 4 ? 4 : 0);
        memset(noted, 0, sizeof noted);
        start_watched(i / 4 & 1u, i / 4 & 2u);
        heard_by(&core, STX_HEAR(USE), hear);
        CHECK_EQ(stx_try(&core, 0, TT_OP_MOVA2D(0, 8, i % 4, 0, 0)), STX_DONE);
        for (unsigned other = 0; other < 8; other++) {
            CHECK_EQ(noted[AB + 2 * other], other == mode);
            CHECK_EQ(noted[DST + other], other == mode);
            CHECK(!noted[AB + 2 * other + 1]);
        }
    }
}

int main(void) {
    RUN(the_words_of_the_chosen_modifier_are_told_as_used);
    RUN(the_words_of_the_chosen_modifier_are_read_and_no_other_ones);
    return test_summary();
}
