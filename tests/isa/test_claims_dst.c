/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of Dst that an instruction reads and writes are those that ROWS_READ and ROWS_WRITTEN of
 * its row name, neither more nor fewer. */
#include "frontend/touched.h"
#include "isa/claims.h"

enum { STACK = 10 }; /* a format of SFPLOAD and SFPSTORE */

/* A bfloat16 near 1, in the documented order of Dst: sums of such numbers depend on all of them. */
static uint32_t near_one(void) {
    uint32_t r = random32();
    return (r & 0xFF00u) | (126 + (r & 3u));
}

static void fill_near_one(struct stx_core *c) {
    for (unsigned row = 0; row < STX_DST_ROWS; row++) {
        for (unsigned col = 0; col < STX_COLS; col++) {
            uint32_t a = near_one(), b = near_one();
            stx_dst_poke(c, row, col, near_one());
            stx_src_poke(c, 0, row / 64 % STX_SRC_BANKS, row % 64, col,
                         (a & 0x8000u) << 16 | (a & 0xFFu) << 23);
            stx_src_poke(c, 1, row / 64 % STX_SRC_BANKS, row % 64, col,
                         (b & 0x8000u) << 16 | (b & 0xFFu) << 23);
        }
    }
}

/* Dst of 16 or 32 bits, formats of bfloat16; counters, offsets and bases are random. */
static void random_rows(const struct stx_insn *insn) {
    struct stx_core *c = &base.core;
    random_lab(&base);
    memset(c->cfg, 0, sizeof c->cfg);
    memset(c->tcfg, 0, sizeof c->tcfg);
    c->dbg_feature_disable = 0;
    c->cfg[0][1] = BF16 << 17 | BF16 << 21 | BF16 << 25 | (random32() % 2) << 29;
    c->cfg[0][CFG_WORD_DEST_REGW_BASE_Base] = random32() % 1024;
    c->tcfg[0][TCFG_WORD_DEST_TARGET_REG_CFG_MATH_Offset] = (uint16_t)(random32() % 1024);
    c->tcfg[0][2] = c->tcfg[0][3] = 1;
    c->srca.fpu_owns[c->srca.fpu_bank] = c->srcb.fpu_owns[c->srcb.fpu_bank] = 1;
    fill_near_one(c);
    memset(c->dst.valid, 0xFF, sizeof c->dst.valid);
    if (insn->unit == STX_UNIT_SFPU) {
        memset(c->sfpu.lane_config, 0, sizeof c->sfpu.lane_config);
        memset(c->sfpu.sequence, 0, sizeof c->sfpu.sequence);
        c->sfpu.use = 0;
        c->rwc[0].sp = 0;
    }
}

static struct touched named_rows(uint32_t word, unsigned dst, bool write) {
    struct touched rows = touched_rows(&base.core, 0, word, dst, write);
    rows.first %= STX_DST_ROWS;
    return rows;
}

/* Where the high half of a row of 32 bits lies; the low one is 8 further. */
static unsigned high_of(unsigned row) {
    return ((row & 0x1F8u) << 1) | (row & 0x207u);
}

/* Is the physical row this one, as a row of 16 bits or as a half of one of 32? */
static bool is_of_row(unsigned physical, unsigned row) {
    return physical == row || (physical & ~8u) == high_of(row);
}

/* May the block touch a physical row? */
static bool in_block(const struct touched *block, unsigned physical) {
    for (unsigned row = block->first; row < block->first + block->count; row++) {
        if (is_of_row(physical, row)) {
            return true;
        }
    }
    return false;
}

static bool row_differs(const struct lab *a, const struct lab *b, unsigned row) {
    uint32_t bit = 1u << row % 32;
    return memcmp(a->core.dst.cell[row], b->core.dst.cell[row], sizeof a->core.dst.cell[row]) ||
           ((a->core.dst.valid[row / 32] ^ b->core.dst.valid[row / 32]) & bit);
}

static void perturb_row(unsigned row) {
    for (unsigned col = 0; col < STX_COLS; col++) {
        stx_dst_poke(&twin.core, row, col, near_one());
    }
}

/* The row that the word names. */
static uint32_t named_row(uint32_t word) {
    return word + base.core.rwc[0].dst + base.core.cfg[0][CFG_WORD_DEST_REGW_BASE_Base] +
           base.core.tcfg[0][TCFG_WORD_DEST_TARGET_REG_CFG_MATH_Offset];
}

/* Three words of four name a row whose number is a multiple of 16, by the offset. */
static void align(uint32_t word) {
    uint16_t *offset = &base.core.tcfg[0][TCFG_WORD_DEST_TARGET_REG_CFG_MATH_Offset];
    *offset = (uint16_t)((*offset - (random32() % 4 ? named_row(word) % 16u : 0)) & 1023u);
}

/* What runs have shown of the rows that words with the same three bits name: a bit a row. */
struct rows_shown {
    uint32_t claimed[8], seen[8];
};

/* Of rows n .. n + 15 from 0, 496, 512 or 1008 on, the halves of one may lie in another. */
static bool lie_apart(unsigned row) {
    return (row & 0x1F0u) != 0 && (row & 0x1F0u) != 0x1F0u;
}

/* Other words would show, one after the other, all rows of a block that is claimed too large. */
static void note_row(struct rows_shown *shown, uint32_t word, unsigned mode,
                     const struct touched *block, unsigned physical) {
    bool first = named_row(word) % 16u == 0 && block->count <= 16 && lie_apart(block->first);
    for (unsigned i = 0; first && i < block->count; i++) {
        shown->seen[mode] |= (uint32_t)is_of_row(physical, block->first + i) << i;
    }
}

static bool all_rows_shown(const struct rows_shown *shown) {
    uint32_t missing = 0;
    for (unsigned mode = 0; mode < 8; mode++) {
        missing |= shown->claimed[mode] & ~shown->seen[mode];
    }
    return !missing;
}

static void show_rows_written(const struct stx_insn *insn, uint32_t word, unsigned dst,
                              struct rows_shown *shown) {
    struct touched block = named_rows(word, dst, true);
    unsigned mode = word >> (insn->dst_write >> 24) & 7u;
    shown->claimed[mode] = block.count <= 16 ? (1u << block.count) - 1u : 0;
    for (unsigned row = 0; row < STX_DST_ROWS && !wrong; row++) {
        if (row_differs(&base, &after, row)) {
            note_row(shown, word, mode, &block, row);
            if (!in_block(&block, row)) {
                complain(word, "writes rows of Dst that its row does not name", "");
            }
        }
    }
}

static void show_rows_read(const struct stx_insn *insn, uint32_t word, unsigned dst,
                           struct rows_shown *shown) {
    struct touched block = named_rows(word, dst, false);
    unsigned mode = word >> (insn->dst_read >> 24) & 7u;
    shown->claimed[mode] = block.count <= 16 ? (1u << block.count) - 1u : 0;
    lab_copy(&twin, &base);
    for (unsigned row = 0; row < STX_DST_ROWS; row++) {
        if (!in_block(&block, row)) {
            perturb_row(row);
        }
    }
    if (twin_differs(insn, word)) {
        complain(word, "reads rows of Dst that its row does not name", "");
    }
    for (unsigned i = 0; i < block.count; i++) {
        if (shown->seen[mode] >> i & 1u) {
            continue;
        }
        lab_copy(&twin, &base);
        perturb_row(block.first + i);
        perturb_row(high_of(block.first + i));
        perturb_row(high_of(block.first + i) | 8u);
        if (twin_differs(insn, word)) {
            note_row(shown, word, mode, &block, block.first + i);
        }
    }
}

static void compare_rows(const struct stx_insn *insn, const struct rows_shown *shown,
                         const char *what) {
    for (unsigned mode = 0; mode < 8; mode++) {
        if (shown->claimed[mode] & ~shown->seen[mode]) {
            printf("%s says that it %s more rows of Dst than it does, by the bits %u: %x of %x\n",
                   insn->name, what, mode, (unsigned)shown->seen[mode],
                   (unsigned)shown->claimed[mode]);
            test_bad = 1;
        }
    }
}

/* The unpackers, the packer and what goes by address find their rows by the configuration. */
static bool names_rows(const struct stx_insn *insn, uint32_t parts) {
    return (parts & STX_PART_DST) && (insn->unit == STX_UNIT_FPU || insn->unit == STX_UNIT_SFPU);
}

static void check_rows(const struct stx_insn *insn) {
    struct rows_shown read = {{0}, {0}}, written = {{0}, {0}};
    if (!names_rows(insn, insn->reads | insn->writes |
                              (insn->dst_read || insn->dst_write) * STX_PART_DST)) {
        return;
    }
    for (unsigned round = 0;
         goes_on(round, all_rows_shown(&read) && all_rows_shown(&written)) && !wrong; round++) {
        if (round % FRESH == 0) {
            random_rows(insn);
        }
        uint32_t word = random_word(insn);
        if (insn->unit == STX_UNIT_SFPU && (word >> 16 & 15u) == STACK) {
            continue; /* its row is that of a stack pointer */
        }
        align(word);
        unsigned dst = base.core.rwc[0].dst;
        lab_copy(&after, &base);
        if (lab_run(&after, insn, word) == STX_DONE) {
            show_rows_written(insn, word, dst, &written);
            show_rows_read(insn, word, dst, &read);
        }
    }
    compare_rows(insn, &read, "reads");
    compare_rows(insn, &written, "writes");
}

TEST(a_row_names_the_rows_of_dst_that_its_instruction_reads_and_writes) {
    each(check_rows);
}

int main(int argc, char **argv) {
    bool full = claims_begin(argc, argv);
    RUN_IF(full, a_row_names_the_rows_of_dst_that_its_instruction_reads_and_writes);
    return test_summary();
}
