/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * What the short way of PACR remembers of the configuration (lib/fast/words/kept_pack.h): a word is
 * executed as if nothing were remembered, whatever has been written as memory since the word
 * before.
 */
#include "data.h"
#include "fast/chosen.h"
#include "fast/words/kept_pack.h"

#if PACK_IS_KEPT
enum { BASES = 8, BYTES = 0x800 };
static struct stx_core before, kept;
static uint8_t by_kept[BYTES];
static unsigned others; /* words that a change has made do something else than the word before */

/* One of eight configurations that take the short way. They differ in the formats, and in the edge
 * masks of the rows: all rows have mask 0, which drops nothing, or none of the masks drops
 * anything.
 */
static void begin_base(unsigned base) {
    static const struct {
        uint8_t in, out;
        uint32_t controls;
    } of[] = {{BF16, BF16, 0}, {BF16, BFP8, 0}, {BF16, BF16, READ_32B}, {FP32, FP32, READ_32B}};
    start();
    for (unsigned row = 0; row < 64; row++) {
        stx_dst_row_set_valid(&core, row, true);
        for (unsigned col = 0; col < STX_COLS; col++) {
            stx_dst_poke(&core, row, col, (row * 37u + col * 101u + 1u) << 7 & 0xFFFFu);
        }
    }
    pack_plain(of[base % 4].controls, of[base % 4].in, of[base % 4].out);
    core.cfg[0][24] = 0xFFFFu | (base * 3u % 4u) << 17;
    core.cfg[0][25] = core.cfg[0][26] = core.cfg[0][27] = base / 4 ? 0xFFFFu : 0x7FFEu;
    core.cfg[0][20 + base * 3u % 4u] = base / 4 ? 0xE4E4E4E4u : 0; /* by row: masks 0 to 3 */
    core.cfg[0][28] = 16u << 8;
    memcpy(core.cfg[1], core.cfg[0], STX_CFG_SHARED * sizeof core.cfg[0][0]);
    core.cfg[1][2] |= 1u << 2; /* the other bank applies ReLU */
    run(TT_OP_SETADCXX(PACKER, 15, 0));
}

static enum stx_result pack_from(const struct stx_core *from) {
    memcpy(&core, from, sizeof core);
    memset(l1 + OUT, 0xEE, BYTES);
    stx_clear_fault(&core);
    return run(PACK(0, 15, 0));
}

/* Executes the word after a change of `before`, with and without what is remembered. */
static bool equal_without(void) {
    enum stx_result result = pack_from(&before);
    memcpy(&kept, &core, sizeof core);
    memcpy(by_kept, l1 + OUT, BYTES);
    struct stx_kept_pack saved = before.kept_pack;
    memset(&before.kept_pack, 0, sizeof saved);
    bool equal = pack_from(&before) == result && same_state(&kept, &core) &&
                 !memcmp(by_kept, l1 + OUT, BYTES);
    others += core.kept_pack.how != saved.how;
    before.kept_pack = saved;
    return equal;
}

static bool each_bit(uint32_t *word) {
    bool equal = true;
    for (unsigned bit = 0; bit < 32; bit++) {
        *word ^= 1u << bit;
        equal = equal_without() && equal;
        *word ^= 1u << bit;
    }
    return equal;
}

/* After a word with this configuration. A small library packs BFP8 by the plain body. */
static bool remember(unsigned base) {
    begin_base(base);
    if (base % 4 == 1 && !FORM_OF(&core, pack_bfp8)) {
        return false;
    }
    bool usual = done(PACK(0, 15, 0)) && core.kept_pack.how != 0;
    memcpy(&before, &core, sizeof core);
    if (!usual) {
        printf("configuration %u\n", base);
        test_bad = 1;
    }
    return usual;
}

TEST(a_bit_of_the_configuration_that_changes_between_two_words_counts) {
    for (unsigned base = 0; base < BASES; base++) {
        if (!remember(base)) {
            continue;
        }
        others = 0;
        for (unsigned word = 0; word < STX_CFG_WORDS; word++) {
            if (!each_bit(&before.cfg[0][word])) {
                printf("configuration %u, word %u\n", base, word);
                CHECK(false);
            }
        }
        CHECK(others >= 40); /* formats, ReLU, masks, and what is not supported */
    }
}

TEST(a_bit_of_the_thread_s_configuration_that_changes_counts) {
    for (unsigned base = 0; base < BASES; base++) {
        if (!remember(base)) {
            continue;
        }
        others = 0;
        for (unsigned word = 0; word < STX_TCFG_WORDS; word++) {
            for (unsigned bit = 0; bit < 16; bit++) {
                before.tcfg[0][word] ^= (uint16_t)(1u << bit);
                CHECK(equal_without());
                before.tcfg[0][word] ^= (uint16_t)(1u << bit);
            }
        }
        CHECK_EQ(others, 1); /* the bank */
    }
}

/* A new core remembers zeros. */
TEST(no_word_is_usual_before_the_configuration_is_written) {
    start();
    run(TT_OP_SETADCXX(PACKER, 15, 0));
    memcpy(&before, &core, sizeof core);
    CHECK(equal_without());
    CHECK_EQ(core.kept_pack.how, 0);
    CHECK_EQ(others, 0);
}
#endif

int main(void) {
#if PACK_IS_KEPT
    RUN_IF(PACK_IS_KEPT, no_word_is_usual_before_the_configuration_is_written);
    RUN_IF(fast.pack_word, a_bit_of_the_configuration_that_changes_between_two_words_counts);
    RUN_IF(fast.pack_word, a_bit_of_the_thread_s_configuration_that_changes_counts);
#else
    ELSEWHERE("no_word_is_usual_before_the_configuration_is_written", "PACK_IS_KEPT");
#endif
    return test_summary();
}
