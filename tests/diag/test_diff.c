/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * The differences between two states: every byte that an instruction can see is compared, and what
 * is told is what the instruction changed, no more and no less. */
#include <stddef.h>

#include "diag/capture.h"
#include "softensix/dump.h"
#include "softensix/inspect.h"
#include "softensix/isa.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core before, core;
static uint8_t l1[4096];

/* Both sources valid with ones in them; Dst zero; ADDR_MOD 1 adds 8 to Dst and 1 to SrcA. */
static void start(void) {
    stx_init(&core, l1, sizeof l1, NULL);
    stx_init_as_firmware(&core);
    stx_mmio_write(&core, 0, 0xFFEF0000 + 4 * 72, 5);
    stx_mmio_write(&core, 0, 0xFFEF0000 + 4 * 120, 5);
    stx_issue(&core, 0, TT_OP_UNPACR_NOP(0, 0, 0, 1, 1, 0, 0, 2, 1));
    stx_issue(&core, 0, TT_OP_UNPACR_NOP(1, 0, 0, 1, 1, 0, 0, 2, 1));
    stx_issue(&core, 1, TT_OP_SETC16(12 + 1, 1));
    stx_issue(&core, 1, TT_OP_SETC16(28 + 1, 8));
    before = core;
}

/* The front end's cursors and the counter of words change with every word. */
static void tell(void *ctx, const struct stx_item *item, uint32_t element, uint32_t a, uint32_t b) {
    char line[100];
    (void)ctx;
    if (strcmp(item->name, "retired") && strncmp(item->name, "front", 5)) {
        snprintf(line, sizeof line, "%s %u: %x %x\n", item->name, (unsigned)element, (unsigned)a,
                 (unsigned)b);
        capture(NULL, line);
    }
}

/* What a word of thread 1 changes, a line an element. */
static const char *changes(uint32_t word) {
    start();
    capture_clear();
    if (stx_issue(&core, 1, word) != STX_DONE) {
        return "not done";
    }
    stx_diff(&before, &core, tell, NULL);
    return captured;
}

#define CHANGES(word, expected) CHECK(!strcmp(changes(word), expected))

TEST(words_that_change_one_register_show_one) {
    CHANGES(TT_OP_NOP, "");
    CHANGES(TT_OP_STALLWAIT(64, 16), "");
    CHANGES(TT_OP_SETDMAREG(0, 5, 0, 14), "gpr 71: 0 5\n");
    CHANGES(TT_OP_SEMPOST(1 << 6), "sem[6].value 0: 0 1\n");
    CHANGES(TT_OP_SEMINIT(3, 0, 1 << 2), "sem[2].max 0: 0 3\nsem[2].initialised 0: 0 1\n");
    CHANGES(TT_OP_SETC16(3, 64), "tcfg 71: 0 40\n");
    CHANGES(TT_OP_ATGETM(2), "mutex 2: 0 2\n");
    CHANGES(TT_OP_MOVA2D(0, 0, 1, 0, 3),
            "dst.cell 48: 0 3f80\ndst.cell 49: 0 3f80\ndst.cell 50: 0 3f80\ndst.cell 51: 0 3f80\n"
            "dst.cell 52: 0 3f80\ndst.cell 53: 0 3f80\ndst.cell 54: 0 3f80\ndst.cell 55: 0 3f80\n"
            "dst.cell 56: 0 3f80\ndst.cell 57: 0 3f80\ndst.cell 58: 0 3f80\ndst.cell 59: 0 3f80\n"
            "dst.cell 60: 0 3f80\ndst.cell 61: 0 3f80\ndst.cell 62: 0 3f80\ndst.cell 63: 0 3f80\n"
            "rwc[1].dst 0: 0 8\nrwc[1].srca 0: 0 1\n");
}

TEST(words_that_change_several_show_all_of_them) {
    CHANGES(TT_OP_SEMPOST(0x81), "sem[0].value 0: 0 1\nsem[7].value 0: 0 1\n");
    CHANGES(TT_OP_INCRWC(0, 3, 2, 1),
            "rwc[1].dst 0: 0 3\nrwc[1].srca 0: 0 1\nrwc[1].srcb 0: 0 2\n");
    CHANGES(TT_OP_SETRWC(3, 0, 0, 0, 0, 0), "srca.fpu_bank 0: 0 1\nsrca.fpu_owns 0: 1 0\n"
                                            "srcb.fpu_bank 0: 0 1\nsrcb.fpu_owns 0: 1 0\n");
    CHANGES(TT_OP_SETADCXY(1, 4, 3, 2, 1, 15),
            "adc[1][0].at 0: 0 1\nadc[1][0].at 1: 0 2\nadc[1][0].at 4: 0 3\nadc[1][0].at 5: 0 4\n"
            "adc[1][0].cr 0: 0 1\nadc[1][0].cr 1: 0 2\nadc[1][0].cr 4: 0 3\nadc[1][0].cr 5: 0 4\n");
    CHANGES(TT_OP_ZEROACC(0, 0, 0, 0, 40), "dst.valid 1: ffffffff fffffeff\n");
    CHANGES(TT_OP_SFPENCC(0, 0, 0, 0), "");
    CHANGES(TT_OP_SFPPUSHC(0, 0, 0, 0),
            "sfpu.depth 0: 0 1\nsfpu.stack[0].flags 0: 0 ffffffff\nsfpu.stack[0].use 0: 0 "
            "ffffffff\n");
}

TEST(blocks_are_shown_element_by_element) {
    changes(TT_OP_MVMUL(1, 0, 1, 0)); /* 16 x 1.0 x 1.0 into 8 rows; SrcA given back */
    CHECK_EQ(captured_count("dst.cell "), 128);
    CHECK_EQ(captured_count(": 0 4180\n"), 128);
    CHECK(captured_has("srca.fpu_bank 0: 0 1\n"));
    CHECK(captured_has("srca.fpu_owns 0: 1 0\n"));
    CHECK(captured_has("rwc[1].dst 0: 0 8\n"));
    CHECK(captured_has("rwc[1].srca 0: 0 1\n"));
    CHECK_EQ(captured_count("\n"), 132);
    changes(TT_OP_SFPLOADI(3, 2, 7));
    CHECK_EQ(captured_count("sfpu.lreg "), 32);
    CHECK_EQ(captured_count("\n"), 32);
}

static bool is_member(size_t at, size_t offset, size_t size) {
    return at >= offset && at < offset + size;
}

/* Bytes of the core that are no item: a matter of speed, of whose turn it is, or of the running
 * word alone. */
static bool is_hidden(size_t at) {
#if STX_SRC_LOW
#define FINE \
    (MEMBER(srca.fine) || MEMBER(srcb.fine) || MEMBER(srca.fine_rows) || MEMBER(srcb.fine_rows))
#else
#define FINE false
#endif
#define MEMBER(m) is_member(at, offsetof(struct stx_core, m), sizeof core.m)
    return MEMBER(srca.decoded) || MEMBER(srcb.decoded) || FINE || MEMBER(released) ||
           MEMBER(now_word) || MEMBER(now_thread) || MEMBER(verdict) || MEMBER(sfpu.issue) ||
           MEMBER(hears) || MEMBER(yields_between) || MEMBER(l1) || MEMBER(l1_size);
#undef MEMBER
#undef FINE
}

TEST(every_byte_of_the_state_belongs_to_one_item) {
    static uint8_t owners[sizeof(struct stx_core)];
    const struct stx_item *item;
    size_t end = offsetof(struct stx_core, decoded), unowned = 0;
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        for (size_t n = 0; n < (size_t)item->size * item->count; n++) {
            CHECK_EQ(owners[item->offset + n]++, 0);
        }
    }
    for (size_t at = 0; at < end; at++) {
        unowned += !owners[at] && !is_hidden(at);
    }
    CHECK(unowned <= 192); /* padding between members */
}

/* No row has mantissa bits 2:0 that nobody knows of. */
static bool fine_rows_are_told(const struct stx_src *src) {
#if STX_SRC_LOW
    for (unsigned i = 0; i < STX_SRC_BANKS * STX_SRC_ROWS * STX_COLS; i++) {
        unsigned row = i / STX_COLS % STX_SRC_ROWS, bank = i / STX_COLS / STX_SRC_ROWS;
        if (src->low[bank][row][i % STX_COLS] &&
            !(src->fine[bank] && src->fine_rows[bank][row / 32] >> row % 32 & 1u)) {
            return false;
        }
    }
#else
    (void)src;
#endif
    return true;
}

/* Every executable word with random operands: all bytes outside the items are as before. */
TEST(no_instruction_changes_what_no_item_shows) {
    static uint8_t shown[sizeof(struct stx_core)];
    const struct stx_item *item;
    const struct stx_insn *insn;
    uint32_t seed = 5;
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        memset(shown + item->offset, 1, (size_t)item->size * item->count);
    }
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        for (unsigned n = 0; n < 20; n++) {
            start();
            stx_policy_set_all(&core, STX_POLICY_SILICON);
            uint32_t operands = test_random(&seed) & 0xFFFFFFu & ~insn->reserved;
            (void)stx_try(&core, 1, (uint32_t)insn->opcode << 24 | operands);
            const uint8_t *a = (const uint8_t *)&before, *b = (const uint8_t *)&core;
            for (size_t at = 0; at < offsetof(struct stx_core, decoded); at++) {
                CHECK(shown[at] || is_hidden(at) || a[at] == b[at]);
            }
            CHECK(fine_rows_are_told(&core.srca) && fine_rows_are_told(&core.srcb));
        }
    }
}

TEST(the_text_names_each_element) {
    start();
    stx_issue(&core, 2, TT_OP_SETDMAREG(1, 5, 0, 4));
    capture_clear();
    CHECK(stx_dump_diff(&before, &core, capture, NULL) >= 2);
    CHECK(captured_has("gpr[2][2] 00000000 -> 00004005\n"));
    CHECK(captured_has("retired 00000004 -> 00000005\n"));
    start();
    stx_issue(&core, 1, TT_OP_INCRWC(0, 0, 0, 2)); /* an element of 8 bits, and one of a list */
    stx_issue(&core, 1, TT_OP_ZEROACC(0, 0, 0, 0, 0));
    core.dst.valid[1] ^= 1u;
    capture_clear();
    CHECK(stx_dump_diff(&before, &core, capture, NULL) >= 2);
    CHECK(captured_has("rwc[1].srca 00 -> 02\n"));
    CHECK(captured_has("dst.valid[1] "));
    CHECK_EQ(stx_dump_diff(&core, &core, capture, NULL), 0);
}

int main(void) {
    RUN_IF(STX_THREADS == 3, words_that_change_one_register_show_one);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, words_that_change_several_show_all_of_them);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2, blocks_are_shown_element_by_element);
    RUN(every_byte_of_the_state_belongs_to_one_item);
    RUN(no_instruction_changes_what_no_item_shows);
    RUN_IF(STX_THREADS == 3, the_text_names_each_element);
    return test_summary();
}
