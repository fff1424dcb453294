/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * Which rows of Dst a word reads and writes, by SPEC 5.2, 6.2 to 6.8 and 8.10. */
#include "frontend/touched.h"
#include "softensix/isa.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "one_of.h"
#include "test.h"

static struct stx_core core;

#define POOLS "GMPOOL GAPOOL MPOOL3S1 MPOOL3S2"
#define PRODUCTS "MVMUL ELWMUL DOTPV"

static unsigned rows_read(const char *name, uint32_t word) {
    bool accumulates = word >> 21 & 1, four = word >> 13 & 1;
    return is_one_of(POOLS, name)                    ? 4
           : is_one_of(PRODUCTS, name)               ? 8
           : is_one_of("ELWADD ELWSUB", name)        ? 8 * accumulates
           : is_one_of("MOVD2A MOVD2B", name)        ? four ? 4 : 1
           : is_one_of("SFPLOAD SFPLOADMACRO", name) ? 4
                                                     : 0;
}

static unsigned rows_written(const char *name, uint32_t word) {
    bool bit11 = word >> 11 & 1, bit12 = word >> 12 & 1, bit13 = word >> 13 & 1;
    (void)bit11; /* column 0 for all columns: as many rows */
    return is_one_of(POOLS, name)                       ? 4
           : is_one_of(PRODUCTS " ELWADD ELWSUB", name) ? 8
           : is_one_of("MOVA2D MOVDBGA2D", name)        ? bit13 ? 8 : 1
           : is_one_of("MOVB2D", name)                  ? bit12   ? 8
                                                          : bit13 ? 4
                                                                  : 1
           : is_one_of("SFPSTORE", name)                ? 4
                                                        : 0;
}

/* The block of that many rows that holds the row which word, counters and bases name. */
static bool is_block(struct touched got, unsigned rows, uint32_t sum) {
    unsigned row = rows ? sum / rows * rows % STX_DST_ROWS : 0;
    return got.count == rows && got.first % STX_DST_ROWS == row;
}

static uint32_t any_base(uint32_t *seed) {
    uint32_t dst = test_random(seed) % 1024;
    core.tcfg[1][1] = (uint16_t)(test_random(seed) % 1024);
    core.cfg[0][6] = test_random(seed) % 1024;
    return dst;
}

TEST(a_word_reads_and_writes_the_rows_of_the_specification) {
    const struct stx_insn *insn;
    uint32_t seed = 3;
    stx_init(&core, NULL, 0, NULL);
    for (size_t i = 0; (insn = stx_insn_at(i)) != NULL; i++) {
        for (unsigned n = 0; n < 60 && strcmp(insn->name, "ZEROACC"); n++) {
            uint32_t word = (uint32_t)insn->opcode << 24 | test_random(&seed) >> 8;
            uint32_t dst = any_base(&seed), sum = word + dst + core.tcfg[1][1] + core.cfg[0][6];
            bool good = is_block(touched_rows(&core, 1, word, dst, false),
                                 rows_read(insn->name, word), sum) &&
                        is_block(touched_rows(&core, 1, word, dst, true),
                                 rows_written(insn->name, word), sum);
            if (!good) {
                printf("%08x %s\n", (unsigned)word, insn->name);
                test_bad = 1;
            }
        }
    }
}

/* Sixteen rows: of the half of Dst in which counter and offset are; the base does not matter. A
 * tile that there is not has no rows. */
TEST(zeroacc_writes_one_row_sixteen_a_half_or_all) {
    uint32_t seed = 4;
    stx_init(&core, NULL, 0, NULL);
    for (unsigned n = 0; n < 400; n++) {
        uint32_t dst = any_base(&seed), word = 0x10000000 | test_random(&seed) >> 8;
        uint32_t mode = word >> 19 & 3, offset = dst + core.tcfg[1][1];
        struct touched got = touched_rows(&core, 1, word, dst, true);

        if (mode == 0) {
            CHECK(is_block(got, 1, word + offset + core.cfg[0][6]));
        } else if (mode == 1) {
            bool wide = word >> 18 & 1;
            unsigned half = wide ? 16 * !!(offset & 768) : 32 * !!(offset & 512);
            unsigned tile = (word & 255) + half;
            CHECK_EQ(got.count, tile < (wide ? 32u : 64u) ? 16 : 0);
            CHECK(!got.count || got.first % STX_DST_ROWS == 16 * tile);
        } else if (mode == 2) {
            CHECK_EQ(got.first % STX_DST_ROWS, word & 1 ? 512 : 0);
            CHECK_EQ(got.count, 512);
        } else {
            CHECK_EQ(got.count, 1024);
        }
        CHECK_EQ(touched_rows(&core, 1, word, dst, false).count, 0);
    }
}

/* SPEC 6.7: 32-bit tiles are 32, in the upper half if bit 8 or 9 of counter and offset is set, 16
 * further on; 16-bit ones 64, 32 further on with bit 9. Absolute tiles are where they say. */
TEST(zeroacc_of_sixteen_rows_counts_tiles_of_its_width) {
    static const unsigned offsets[] = {0, 256, 512, 768}, tiles[] = {0, 2, 16, 31, 32, 63, 64};
    for (unsigned i = 0; i < 4 * 7 * 4; i++) {
        unsigned offset = offsets[i % 4], tile = tiles[i / 4 % 7];
        bool wide = i / 28 & 1, absolute = i / 56;
        bool upper = wide ? offset >= 256 : offset >= 512;
        unsigned count = wide ? 32 : 64, at = tile + (upper && !absolute ? count / 2 : 0);
        stx_init(&core, NULL, 0, NULL);
        core.tcfg[1][1] = (uint16_t)offset;
        core.cfg[0][220] = absolute << 3;
        struct touched got = touched_rows(&core, 1, TT_OP_ZEROACC(1, wide, 0, 7, tile), 0, true);
        CHECK_EQ(got.count, at < count ? 16 : 0);
        CHECK(!got.count || got.first % STX_DST_ROWS == at * 16);
    }
}

int main(void) {
    RUN_IF(STX_SIZE == STX_SIZE_FULL, a_word_reads_and_writes_the_rows_of_the_specification);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, zeroacc_writes_one_row_sixteen_a_half_or_all);
    RUN_IF(STX_SIZE == STX_SIZE_FULL, zeroacc_of_sixteen_rows_counts_tiles_of_its_width);
    return test_summary();
}
