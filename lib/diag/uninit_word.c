/* SPDX-License-Identifier: Apache-2.0
 *
 * uninit_word.c - a word that is about to run: what it reads is searched, and what it leaves
 * unpredictable, by documents, counts as not written since. */
#include "diag/uninit.h"
#include "isa/args.h"
#include "softensix/inspect.h"
#include "softensix/isa.h"
#include "softensix/softensix.h"

static void forget_invalid_rows(struct stx_uninit *u) {
    for (uint32_t row = 0; row < STX_DST_ROWS; row++) {
        bool becomes = stx_dst_row_valid(u->core, row) && !stx_dst_row_valid(&u->same, row);
        for (uint32_t col = 0; becomes && col < STX_COLS; col++) {
            stx_uninit_unwrite(u, STX_UNINIT_DST, row, col);
        }
    }
}

/* Tries the word once more with every cell of Dst inverted: those that the word does not write stay
 * so. */
static void try_inverted(struct stx_uninit *u, unsigned thread, uint32_t word) {
    u->other = *u->core;
    for (uint32_t i = 0; i < STX_DST_ROWS * STX_COLS; i++) {
        u->other.dst.cell[i / STX_COLS][i % STX_COLS] ^= UINT16_MAX;
    }
    (void)stx_uninit_try(u, &u->other, u->l1[1], thread, word);
}

static bool cell_written(const struct stx_uninit *u, uint32_t row, uint32_t col) {
    return (u->same.dst.cell[row][col] ^ u->other.dst.cell[row][col]) != UINT16_MAX;
}

/* With bit 11 of the debug register a cell of 16 bits is the high half of one of 32 bits, whose low
 * half a write leaves unpredictable (SPEC 5.2). */
enum { WRITES_GARBAGE = 1u << 11, LOW_HALF = 8 };
static void forget_low_halves(struct stx_uninit *u) {
    for (uint32_t row = 0; row + LOW_HALF < STX_DST_ROWS; row++) {
        for (uint32_t col = 0; col < STX_COLS && !(row & LOW_HALF); col++) {
            if (cell_written(u, row, col) && !cell_written(u, row + LOW_HALF, col)) {
                stx_uninit_unwrite(u, STX_UNINIT_DST, row + LOW_HALF, col);
            }
        }
    }
}

static bool some_cell_written(const struct stx_uninit *u) {
    bool some = false;
    for (uint32_t i = 0; i < STX_DST_ROWS * STX_COLS; i++) {
        some |= cell_written(u, i / STX_COLS, i % STX_COLS);
    }
    return some;
}

/* Blackhole's page UNPACR_Regular (main at f7fda21): an UNPACR to Dst leaves the unpackers' bank of
 * SrcA unpredictable. */
static void forget_srca(struct stx_uninit *u) {
    uint32_t first = u->core->srca.unpack_bank * STX_SRC_ROWS;
    for (uint32_t i = 0; i < STX_SRC_ROWS * STX_COLS; i++) {
        stx_uninit_unwrite(u, STX_UNINIT_SRCA, first + i / STX_COLS, i % STX_COLS);
    }
}

static void forget_after(struct stx_uninit *u, unsigned thread, uint32_t word) {
    const struct stx_insn *insn = stx_insn_of(word);
    bool unpacks = STX_SRCA_SETS && is_UNPACR(word);
    bool garbage =
        (u->core->dbg_feature_disable & WRITES_GARBAGE) && insn && (insn->writes & STX_PART_DST);
    forget_invalid_rows(u);
    if (unpacks || garbage) {
        try_inverted(u, thread, word);
        if (garbage) {
            forget_low_halves(u);
        }
        if (unpacks && some_cell_written(u)) {
            forget_srca(u);
        }
    }
}

/* False if the core has been given another L1, of which there are no copies. */
static bool has_copies(const struct stx_uninit *u) {
    return u->core->l1_size == (size_t)(u->l1[1] - u->l1[0]);
}

static void hear(struct stx_listener *self, struct stx_core *core, const struct stx_event *e) {
    struct stx_uninit *u = (struct stx_uninit *)self;
    (void)core;
    if (e->thread >= STX_THREADS || !has_copies(u)) {
        return;
    }
    if (e->kind != STX_EVENT_BEGIN) {
        stx_uninit_store(u, e->thread, e->first);
    } else if (stx_uninit_search(u, e->thread, e->word)) {
        forget_after(u, e->thread, e->word);
    }
}

bool stx_uninit_init(struct stx_uninit *u, struct stx_core *core, unsigned kinds, uint8_t *l1,
                     stx_uninit_callback callback, void *ctx) {
    stx_uninit_set_up(u, core, kinds, l1, callback, ctx);
    if (!l1 && core->l1_size) {
        return false;
    }
    u->listener.hear = hear;
    u->listener.kinds = STX_HEAR(BEGIN) | STX_HEAR(STORE);
    stx_listen(core, &u->listener);
    return stx_has_trace();
}
