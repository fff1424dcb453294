/* SPDX-License-Identifier: Apache-2.0
 *
 * UNPACR's short way for usual words (lib/fast/words/unpack_word.c) against words that do not take
 * it: half rows. */
#include "data.h"

enum { HALF = STX_COLS / 2, SHARED_EXPONENT = 8 };

static uint32_t seed = 1;
static uint32_t draw(void) {
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}

/* What a case unpacks. */
struct rows {
    unsigned unit, context, first, count;
    bool by_counter; /* the context is that of the unpacker's counter */
    uint8_t in, out; /* BF16; BFP8 stays or becomes BF16, and a few cannot become FP16 */
};

/* Formats of contexts (oddity 3) have two bytes a datum. */
static void choose_formats(struct rows *r, unsigned oddity) {
    uint32_t kind = oddity == 3 ? 0 : draw() % 4;
    r->in = kind < 2 ? BF16 : BFP8;
    r->out = kind < 3 ? BF16 : draw() % 16 ? BFP8 : FP16;
}

/* Configuration of a context that reads whole rows, with an oddity. */
static void configure(const struct rows *r, unsigned oddity) {
    uint32_t *cfg = core.cfg[0], *thcon = cfg + UNPACKER_1_ON * r->unit;
    unsigned pair = r->context / 2 % 2, half = 16 * (r->context % 2);
    thcon[TILE_WORD] = (16u * (1 + draw() % 32)) << 16 | 1u << 4 | r->in;
    thcon[TILE_WORD] |= r->in == BFP8 ? (draw() % 2) << 5 : 0; /* no exponent section */
    thcon[TILE_WORD + 1] = (draw() % 3) << 16 | draw() % 20;
    thcon[TILE_WORD + 2] = draw() % 3;
    thcon[TILE_WORD + 3] = (draw() % 4) << 24;
    thcon[UNPACK_WORD] = r->out | (draw() % 4) << 6;
    thcon[CONTEXTS_WORD] =
        oddity == 8 ? 0xF00FFu : 0xF000Fu; /* not compressed; contexts 0..3 to Dst */
    thcon[BASE_WORD + r->context] = draw() % 8 ? IN / 16 : (uint32_t)sizeof l1 / 16 - draw() % 64;
    thcon[OFFSET_WORD + r->context % 4] = draw() % 16;
    cfg[DEST_WORD + pair] = (64 + HALF * (draw() % 4 ? 2 * (draw() % 48) : draw() % 128)) << half;
    cfg[WIDTH_WORD + pair] = (16u * (1 + draw() % 32)) << half;
    cfg[FORCED_WORD] = (draw() % 2) << 8;
    cfg[TARGET_WORD] = cfg[TARGET_WORD + TARGET_1_ON] = (32 * (draw() % 8)) << TARGET_LOW;
    cfg[STRIDE_WORD] = cfg[STRIDE_WORD + 2] = 32u << STRIDE_LOW;
    cfg[STRIDE_WORD + 1] = cfg[STRIDE_WORD + 3] = 512;
    core.tcfg[0][TC_SRCA_SET] = (uint16_t)(draw() % 4 ? 4 : 0) | (uint16_t)(draw() % 2);
    thcon[UNPACK_WORD] |= oddity == 1 ? 1u << 8 : oddity == 2 ? 3u << (16 + 4 * (draw() % 4)) : 0;
    thcon[UNPACK_WORD] |= oddity == 3 ? 1u << 14 : oddity == 4 ? 1u << 15 : 0;
    thcon[OFFSET_WORD + r->context % 4] |= oddity == 3 ? 0x01110000u * (draw() % 2 ? 0x11 : 1) : 0;
    thcon[CONTEXTS_WORD] &= oddity == 5 ? ~(1u << draw() % 4) : UINT32_MAX;
    thcon[CONTEXTS_WORD] |= oddity == 6 ? 1u << (4 + draw() % 4) : 0;
    thcon[TILE_WORD] ^= oddity == 7 ? draw() % 16 : 0;
    thcon[CONTEXTS_WORD] |= oddity == 0 ? (draw() % 2) << SHARED_EXPONENT : 0;
}

static struct rows begin_any(unsigned oddity) {
    struct rows r = {.unit = draw() % 2, .context = draw() % (oddity == 8 ? 8 : 4)};
    start();
    for (unsigned i = 0; i < sizeof l1; i += 2) {
        l1_put(i, 2, draw());
    }
    r.first = STX_COLS * (draw() % 4) + (oddity == 9 ? HALF : 0);
    r.count = STX_COLS * (1 + draw() % 24) - (oddity == 10 ? HALF : 0);
    r.by_counter = draw() % 2;
    choose_formats(&r, oddity);
    configure(&r, oddity);
    core.unpacker[r.unit].context_counter[0] = (uint8_t)r.context;
    core.unpacker[r.unit].row_base[0] = (uint8_t)(16 * (draw() % 4));
    unsigned which = r.unit ? UNPACKER_1 : UNPACKER_0;
    run(TT_OP_SETADCXX(which, r.first + r.count - 1, r.first));
    run(TT_OP_SETADCXY(which, draw() % 4, 0, draw() % 4, 0, 10));
    run(TT_OP_SETADCZW(which, draw() % 2, draw() % 3, draw() % 2, draw() % 3, 15));
    return r;
}

/* The last word gives the bank to the FPU and moves the counter of contexts on. */
static uint32_t word(const struct rows *r, bool last) {
    bool by_counter = r->by_counter && last;
    unsigned context = by_counter ? 0 : r->context;
    return TT_OP_UNPACR(r->unit, 0, 0, context, 0, 1, last, 0, 0, by_counter, 0, 0, 1);
}

/* Half rows: eight datums further in L1 and in the target each. */
static bool unpack_by_halves(const struct rows *r) {
    unsigned which = r->unit ? UNPACKER_1 : UNPACKER_0;
    uint32_t bytes = r->out == BFP8 ? HALF : 2 * HALF;
    for (unsigned i = 0; i < r->count; i += HALF) {
        run(TT_OP_SETADCXX(which, r->first + i + HALF - 1, r->first + i));
        if (run(word(r, i + HALF == r->count)) != STX_DONE) {
            return false;
        }
        core.cfg[0][DEST_WORD + r->context / 2 % 2] += r->unit ? 0 : HALF << 16 * (r->context % 2);
        core.cfg[0][TARGET_WORD + TARGET_1_ON] += r->unit ? bytes << TARGET_LOW : 0;
    }
    return true;
}

static bool same_source(const struct stx_src *a, const struct stx_src *b) {
    return memcmp(a->high, b->high, sizeof a->high) == 0 &&
           memcmp(a->fpu_owns, b->fpu_owns, sizeof a->fpu_owns) == 0 &&
           memcmp(a->format, b->format, sizeof a->format) == 0 &&
#if STX_SRC_LOW
           memcmp(a->low, b->low, sizeof a->low) == 0 &&
#endif
           a->unpack_bank == b->unpack_bank;
}

/* Where a word of whole rows goes another way inside, words of half rows do not. */
TEST(whole_rows_at_once_are_words_of_half_rows) {
    static struct stx_core before, whole;
    unsigned moved = 0;
    for (unsigned i = 0; i < 6000; i++) {
        struct rows r = begin_any(i % 11);
        memcpy(&before, &core, sizeof core);
        bool as_one = run(word(&r, true)) == STX_DONE;
        if (!as_one && stx_last_fault(&core)->rule == STX_RULE_UNDEFINED_MODE) {
            continue; /* for instance behind SrcA's last row, where a row more or less is another
                       * matter */
        }
        memcpy(&whole, &core, sizeof core);
        memcpy(&core, &before, sizeof core);
        stx_policy_set(&core, STX_RULE_UNDEFINED_MODE, STX_POLICY_SILICON);
        CHECK_EQ(unpack_by_halves(&r), as_one);
        if (as_one) {
            CHECK(same_source(&whole.srca, &core.srca));
            CHECK(same_source(&whole.srcb, &core.srcb));
            CHECK_EQ(memcmp(&whole.dst, &core.dst, sizeof core.dst), 0);
            CHECK_EQ(memcmp(whole.unpacker, core.unpacker, sizeof core.unpacker), 0);
            moved++;
        }
    }
    CHECK(moved > 1000);
}

int main(void) {
    RUN_IF(STX_THREADS == 3 && STX_SRC_LOW, whole_rows_at_once_are_words_of_half_rows);
    return test_summary();
}
