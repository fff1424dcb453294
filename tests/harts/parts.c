/* SPDX-License-Identifier: Apache-2.0
 *
 * parts.c - do products whose rows are computed in parts of any size, in any order and with any set
 * of kept operands, leave the state that they leave as a whole? */
#include "parts.h"

#include <stdio.h>

#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"

static struct stx_core whole, shared;
static uint8_t l1[64];
static uint32_t seed = 1;

static uint32_t random32(void) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

/* Computes some items from either end of those that are left, until none is left. */
static void on_share(void *ctx, unsigned thread, unsigned items, stx_share_part *part, void *job) {
    unsigned first = 0, left = items;
    (void)ctx, (void)thread;
    while (left) {
        unsigned some = 1 + random32() % left, set = random32() % STX_KEPT_SETS;
        bool upper = random32() & 1u;
        part(job, upper ? first + left - some : first, some, set);
        first += upper ? 0 : some;
        left -= some;
    }
}

/* BF16, TF32, BFP8, FP16, INT8; elements of 16 or 32 bits, integers. */
static const uint8_t formats[] = {5, 4, 6, 1, 14};
enum { ALU_WORD = 1, WIDE = 1 << 29, INTEGERS = 1u << 31, KINDS = 10 };

/* Exponents usually are near each other; sometimes all bits are random. */
static uint32_t random_datum(void) {
    uint32_t v = random32();
    return random32() % 64 ? (v & 0x80FFE000u) | (120 + random32() % 8) << 23 : v & 0xFFFFE000u;
}

static void start(unsigned kind) {
    uint8_t format = formats[kind % 5];
    stx_init(&whole, l1, sizeof l1, NULL);
    stx_policy_set_all(&whole, STX_POLICY_SILICON);
    whole.cfg[0][ALU_WORD] |= format == 14 ? INTEGERS : kind / 5 ? WIDE : 0;
    for (unsigned bank = 0; bank < STX_SRC_BANKS; bank++) {
        whole.srca.fpu_owns[bank] = whole.srcb.fpu_owns[bank] = 1;
        whole.srca.format[bank] = whole.srcb.format[bank] = format;
    }
    for (unsigned i = 0; i < 64u * STX_COLS; i++) {
        stx_src_poke(&whole, 0, 0, i / STX_COLS, i % STX_COLS, random_datum());
        stx_src_poke(&whole, 1, 0, i / STX_COLS, i % STX_COLS, random_datum());
        stx_dst_poke(&whole, i / STX_COLS, i % STX_COLS, random32());
    }
    for (unsigned i = 0; i < STX_DST_ROWS / 32; i++) {
        whole.dst.valid[i] = random32() | random32();
    }
}

static void count(void *ctx, const struct stx_item *item, uint32_t element, uint32_t a,
                  uint32_t b) {
    (void)ctx, (void)element;
    printf("parts: %s is %lx, in parts %lx\n", item->name, (unsigned long)a, (unsigned long)b);
}

/* A few products of all phases with the same operands. */
static bool same(unsigned kind) {
    start(kind);
    shared = whole;
    shared.port.share = on_share;
    for (unsigned i = 0; i < 6; i++) {
        whole.rwc[1].fidelity = shared.rwc[1].fidelity = (uint8_t)(random32() & 3u);
        whole.rwc[1].srca = shared.rwc[1].srca = (uint8_t)(random32() & 0x30u);
        whole.rwc[1].srcb = shared.rwc[1].srcb = (uint8_t)(random32() & 0x38u);
        uint32_t word = TT_OP_MVMUL(0, 0, 7, random32() & 0x38u);
        if (stx_issue(&whole, 1, word) != stx_issue(&shared, 1, word)) {
            return false;
        }
    }
    return stx_diff(&whole, &shared, count, NULL) == 0;
}

unsigned parts_failed(unsigned rounds) {
    unsigned failed = 0;
    for (unsigned i = 0; i < rounds * KINDS && !failed; i++) {
        failed += !same(i % KINDS);
    }
    printf("%-16s %u products of all formats in parts of any size, %s\n", "parts",
           6 * rounds * KINDS, failed ? "WRONG" : "as those of whole blocks");
    return failed;
}
