/* SPDX-License-Identifier: Apache-2.0
 *
 * Random but sensible programs of three threads: tiles go from L1 through SrcA, SrcB, Dst and the
 * vector unit back to L1, handed on by semaphores and data-valid bits; words come plainly, from MOP
 * and from replay, one inside the other. The threads share nothing else, hence every order in which
 * they take turns must end in the same state. test_programs [programs [print]]: print gives the
 * digests of each program alone, which other selections of fast forms and other sizes must give too
 * (make programs). */
#include <stdlib.h>
#include <string.h>

#include "insn/data.h"
#include "softensix/dump.h"
#include "softensix/isa.h"

enum { TILES = 4, WORDS = 600, SAVED = 1 << 17, PACKED = 0x8000 };

static struct stx_core before;
static uint32_t seed, state;
static uint8_t saved[SAVED], result[SAVED], again[SAVED], l1_result[sizeof l1];
static struct {
    uint32_t word[WORDS];
    unsigned count, at;
} queue[3];

static uint32_t pick(uint32_t n) {
    return (test_random(&state) >> 8) % n;
}

static void put(unsigned thread, uint32_t word) {
    queue[thread].word[queue[thread].count++] = word;
}

/* ---- what the threads do ---- */

enum { FREE = 1 << 1, FULL = 1 << 2, WHILE_ZERO = 1, HALF = 32 };

/* Bits of PACR's mask that stand for rows of one half: a packer of Wormhole has 16 of them. */
enum { MASK_BITS = STX_PACKERS == 4 ? 2 : 4 };

static void unpack_tile(void) {
    static const uint32_t a = UNPACK(0, 1), b = UNPACK(1, 1);
    put(0, pick(2) ? TT_OP_NOP : TT_OP_SETADCZW(UNPACKER_0 | UNPACKER_1, 0, 0, 0, 0, 15));
    if (pick(2)) { /* template 0: A, then B */
        put(0, TT_OP_MOP(0, 0, 0));
    } else if (pick(2)) { /* recorded while it runs */
        put(0, TT_OP_REPLAY(4, 2, 1, 1));
        put(0, a);
        put(0, b);
    } else {
        put(0, b);
        put(0, a);
    }
}

static uint32_t vector_word(uint32_t row) {
    uint32_t a = pick(8), b = pick(8), c = pick(8), d = pick(8);
    switch (pick(10)) {
    case 0:
        return TT_OP_SFPLOAD(d, 0, 3, row);
    case 1:
        return TT_OP_SFPADD(10, b, c, d, pick(2));
    case 2:
        return TT_OP_SFPMUL(a, b, 9, d, 0);
    case 3:
        return TT_OP_SFPIADD(pick(4096), c, d, 4 + pick(2));
    case 4:
        return TT_OP_SFPAND(0, c, d, 0);
    case 5:
        return TT_OP_SFPABS(0, c, d, 1);
    case 6:
        return TT_OP_SFPSWAP(0, c, d, pick(2));
    case 7:
        return TT_OP_SFPSETEXP(pick(256), c, d, pick(3));
    case 8:
        return TT_OP_SFPSTORE(d, 0, 3, row);
    default:
        return TT_OP_SFPMAD(a, b, c, d, 0);
    }
}

static uint32_t product_word(uint32_t clear, uint32_t row) {
    switch (pick(4)) {
    case 0:
        return TT_OP_ELWADD(clear, pick(2), pick(4), 0, row);
    case 1:
        return TT_OP_ELWSUB(clear, pick(2), pick(4), 0, row);
    case 2:
        return TT_OP_ELWMUL(clear, 1, pick(4), 0, row);
    default:
        return TT_OP_MVMUL(clear, 0, 0, row);
    }
}

static void math_tile(unsigned tile) {
    uint32_t row = tile % 2 * HALF, words = 2 + pick(5);
    put(1, TT_OP_SEMWAIT(2, FREE, WHILE_ZERO));
    put(1, TT_OP_SEMGET(FREE));
    put(1, CLEAR_ROWS(row / 16));
    put(1, TT_OP_REPLAY(0, words, 1, 1));
    for (uint32_t i = 0; i < words; i++) {
        put(1, product_word(0, row + 8 * pick(4)));
    }
    if (pick(2)) {
        put(1, TT_OP_MOP(1, 0, 0)); /* loops over a product and a replay of slots 0 and 1 */
    }
    if (pick(2)) {
        put(1, TT_OP_REPLAY(0, 1 + pick(words), 0, 0));
    }
    put(1, product_word(3, row));
    for (uint32_t i = pick(8); i > 0; i--) {
        put(1, vector_word(row));
    }
    put(1, TT_OP_SEMPOST(FULL));
}

static void pack_rows(unsigned tile, uint32_t mask, uint32_t last) {
    put(2, TT_OP_SETADC(PACKER, 0, 1, tile % 2 * HALF)); /* Y: the first row */
    put(2, PACK(0, mask, last));
}

static void pack_tile_out(unsigned tile) {
    put(2, TT_OP_SEMWAIT(1, FULL, WHILE_ZERO));
    put(2, TT_OP_SEMGET(FULL));
    put(2, TT_OP_SETADCZW(PACKER, 0, 0, 0, 0, 15));
    pack_rows(tile, (1u << MASK_BITS) - 1, 0);
    uint32_t mask = 1u << pick(MASK_BITS);
    pack_rows(tile, mask, pick(2));
    put(2, TT_OP_SEMPOST(FREE));
}

/* ---- a program ---- */

static unsigned waits; /* words that had to, of this program */

static uint32_t random_bf16(void) {
    return pick(2) << 15 | (117 + pick(16)) << 7 | pick(128);
}

static void configure(void) {
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    stx_init_as_firmware(&core);
    unpack_plain(0, BF16, BF16, FACE);
    unpack_plain(1, BF16, BF16, FACE);
    core.cfg[0][DEST_WORD + 1] = core.cfg[0][DEST_WORD];
    core.cfg[0][1] |= BF16 << 17 | BF16 << 21;
    pack_plain(0, BF16, BF16);
    pack_to(PACKED);
    for (unsigned t = 1; t < STX_THREADS; t++) {
        memcpy(core.tcfg[t], core.tcfg[0], sizeof core.tcfg[t]);
        memcpy(core.adc[t], core.adc[0], sizeof core.adc[t]);
    }
    static const uint32_t template_0[9] = {0, 1, 0, UNPACK(0, 1), 0, 0, 0, 0, 0};
    for (unsigned i = 0; i < 9; i++) {
        stx_mop_write(&core, 0, i, template_0[i]);
    }
    stx_mop_write(&core, 0, 2, UNPACK(1, 1));
    uint32_t template_1[9] = {1 + pick(2),
                              1 + pick(3),
                              TT_OP_NOP,
                              TT_OP_NOP,
                              TT_OP_NOP,
                              product_word(0, 2 * HALF), /* rows that nobody packs */
                              TT_OP_REPLAY(0, 2, 0, 0),
                              TT_OP_NOP,
                              TT_OP_NOP};
    for (unsigned i = 0; i < 9; i++) {
        stx_mop_write(&core, 1, i, template_1[i]);
    }
    stx_try(&core, 0, TT_OP_SEMINIT(2, 2, FREE));
    stx_try(&core, 0, TT_OP_SEMINIT(2, 0, FULL));
}

static void make_program(void) {
    state = seed * 2654435761u + 1u;
    memset(queue, 0, sizeof queue);
    waits = 0;
    start();
    for (unsigned i = 0; i < PACKED / 2; i++) {
        l1_put(2 * i, 2, random_bf16());
    }
    configure();
    for (unsigned tile = 0; tile < TILES; tile++) {
        unpack_tile();
        math_tile(tile);
        pack_tile_out(tile);
    }
}

static bool ended(void) {
    return queue[0].at == queue[0].count && queue[1].at == queue[1].count &&
           queue[2].at == queue[2].count;
}

/* Offers the next word of a thread; true if it is done with. */
static bool offer(unsigned thread) {
    if (queue[thread].at == queue[thread].count) {
        return false;
    }
    enum stx_result r = stx_issue(&core, thread, queue[thread].word[queue[thread].at]);
    if (r == STX_FAULT) {
        char text[200];
        stx_disasm(text, sizeof text, stx_last_fault(&core)->word);
        printf("program %u: %s: %s\n", (unsigned)seed, text, stx_last_fault(&core)->what);
        test_bad = 1;
    }
    queue[thread].at += r != STX_WAIT;
    waits += r == STX_WAIT;
    return r != STX_WAIT;
}

/* Threads take turns by chance; "between" runs before each word. False if nothing goes on. */
static bool run_program(uint32_t order, void (*between)(void)) {
    for (unsigned idle = 0; !ended() && idle < 300 && !test_bad; idle++) {
        unsigned thread = (test_random(&order) >> 8) % 3;
        if (between) {
            between();
        }
        if (offer(thread)) {
            idle = 0;
        }
    }
    stx_settle(&core);
    return ended() && !test_bad;
}

static void save_and_restore(void) {
    struct stx_port port = core.port;
    size_t size = stx_save(&core, saved, sizeof saved);
    memset(&core, 0xA5, sizeof core);
    stx_init(&core, l1, sizeof l1, &port);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    if (!stx_restore(&core, saved, size)) {
        printf("program %u: a saved state is refused\n", (unsigned)seed);
        test_bad = 1;
    }
}

static void say(void *ctx, const char *text) {
    (void)ctx;
    fputs(text, stdout);
}

static bool same_end(const char *what) {
    size_t size = stx_save(&core, again, sizeof again);
    if (!memcmp(again, result, size) && !memcmp(l1, l1_result, sizeof l1)) {
        return true;
    }
    printf("program %u ends otherwise: %s\n", (unsigned)seed, what);
    before = core;
    if (stx_restore(&before, result, size)) {
        stx_dump_diff(&before, &core, say, NULL);
    }
    return false;
}

/* ---- the claims ---- */

static unsigned programs = 6, printed;

static uint32_t digest(uint32_t h, const void *data, size_t size) {
    for (const uint8_t *p = data; size--; p++) {
        h = (h ^ *p) * 16777619u;
    }
    return h;
}

/* Of all sizes: L1, the rows of Dst that all but the smallest have, and the vector registers. */
static uint32_t common_digest(void) {
    uint32_t h = digest(2166136261u, l1, sizeof l1);
    for (unsigned row = 0; row < 512; row++) {
        for (unsigned col = 0; col < 16; col++) {
            uint32_t cell = stx_dst_peek(&core, row, col);
            h = digest(h, &cell, sizeof cell);
        }
    }
    return digest(h, core.sfpu.lreg, sizeof core.sfpu.lreg);
}

/* Bytes other than 0 where packers write; what was there before is kept elsewhere. */
static unsigned bytes_packed(void) {
    unsigned bytes = 0;
    for (unsigned i = 0; i < 0x1000; i++) {
        bytes += l1[PACKED + i] != 0;
    }
    return bytes;
}

static bool first_run(void) {
    make_program();
    if (!run_program(seed, NULL)) {
        printf("program %u does not end\n", (unsigned)seed);
        return false;
    }
    size_t size = stx_save(&core, result, sizeof result);
    memcpy(l1_result, l1, sizeof l1);
    if (printed) {
        printf("program %u %08x %08x\n", (unsigned)seed, (unsigned)common_digest(),
               (unsigned)digest(2166136261u, result, size));
    }
    return true;
}

TEST(saving_and_restoring_at_every_step_changes_nothing) {
    unsigned packed = 0;
    for (seed = 1; seed <= programs; seed++) {
        CHECK(first_run());
        CHECK(waits > TILES);
        packed += bytes_packed();
        make_program();
        CHECK(run_program(seed, save_and_restore));
        CHECK(same_end("saved and restored at every step"));
    }
    CHECK(packed > 100 * programs);
}

TEST(every_order_of_turns_ends_in_the_same_state) {
    for (seed = 1; seed <= programs; seed++) {
        CHECK(first_run());
        for (uint32_t order = 1; order <= 3; order++) {
            make_program();
            CHECK(run_program(seed + 7777u * order, NULL));
            CHECK(same_end("another order of turns"));
        }
    }
}

/* A waiting word lets the others run from inside its call. Their words return when they wait: what
 * they wait for may be the word outside, which has to be asked again. */
static void let_others_run(void *ctx, unsigned thread) {
    (void)ctx;
    core.port.yield = NULL;
    for (unsigned i = 1; i < 3 && !test_bad; i++) {
        offer((thread + i) % 3);
    }
    core.port.yield = let_others_run;
}

TEST(a_word_that_returns_at_every_wait_equals_one_that_waits_inside) {
    for (seed = 1; seed <= programs; seed++) {
        CHECK(first_run());
        make_program();
        core.port.yield = let_others_run;
        CHECK(run_program(seed, NULL));
        CHECK(same_end("waits inside the call"));
    }
}

TEST(every_program_ends) {
    for (seed = 1; seed <= programs; seed++) {
        CHECK(first_run());
    }
}

int main(int argc, char **argv) {
    programs = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : programs;
    printed = argc > 2;
    RUN_IF(STX_THREADS == 3, every_program_ends);
    if (printed) {
        return test_summary();
    }
    RUN_IF(STX_THREADS == 3, saving_and_restoring_at_every_step_changes_nothing);
    RUN_IF(STX_THREADS == 3, every_order_of_turns_ends_in_the_same_state);
    RUN_IF(STX_THREADS == 3, a_word_that_returns_at_every_wait_equals_one_that_waits_inside);
    return test_summary();
}
