/* SPDX-License-Identifier: Apache-2.0
 *
 * Save, restore, run on: the same bytes as without, and the same bytes on every machine. */
#include <string.h>

#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

static struct stx_core core, other;
static uint8_t l1[4096] __attribute__((aligned(16))), l1_before[4096];
static uint8_t saved[0x18000], again[0x18000];

#if STX_ARCH == STX_ARCH_BLACKHOLE
#define CLEAR_ROWS_64 TT_OP_ZEROACC(1, 0, 0, 0, 4) /* 16 rows of Dst from row 64 on */
#else
#define CLEAR_ROWS_64 TT_OP_ZEROACC(1, 0, 4)
#endif

/* Some of everything: counters, registers, MOP and replay, FPU, a vector program with flags. */
static void run(struct stx_core *c, unsigned from, unsigned to) {
    const uint32_t program[] = {TT_OP_SETDMAREG(0, 0x1234, 0, 9),
                                TT_OP_SEMINIT(3, 1, 1 << 2),
                                TT_OP_SETRWC(0, 0, 8, 4, 2, 15),
                                TT_OP_SFPLOADI(0, 0, 0x3FC0),
                                TT_OP_SFPLOADI(1, 0, 0x4080),
                                TT_OP_SFPSETCC(0, 15, 0, 0),
                                TT_OP_SFPMAD(0, 1, 1, 2, 0),
                                TT_OP_SFPSTORE(2, 0, 0, 0),
                                TT_OP_REPLAY(4, 2, 0, 1),
                                TT_OP_SFPIADD(5, 0, 3, 1),
                                TT_OP_SFPSTORE(3, 4, 0, 8),
                                TT_OP_REPLAY(4, 2, 0, 0),
                                TT_OP_SFPSWAP(0, 1, 2, 0),
                                TT_OP_SFPLOAD(4, 0, 0, 0),
                                CLEAR_ROWS_64,
                                TT_OP_STOREIND(1, 0, 0, 1, 1, 4, 5),
                                TT_OP_SFPPUSHC(0, 0, 0, 0),
                                TT_OP_SETADCXY(4, 1, 2, 3, 0, 15),
                                TT_OP_SEMPOST(1 << 2)};
    for (unsigned i = from; i < to && i < sizeof program / sizeof program[0]; i++) {
        (void)stx_issue(c, i % 3 == 2 ? 2 : 1, program[i]);
    }
}

static void start(struct stx_core *c) {
    stx_init(c, l1, sizeof l1, NULL);
    stx_init_as_firmware(c);
    stx_policy_set_all(c, STX_POLICY_SILICON);
    memset(l1, 0, sizeof l1);
}

static size_t save(const struct stx_core *c, uint8_t *bytes) {
    return stx_save(c, bytes, sizeof saved);
}

static uint32_t hash(const uint8_t *bytes, size_t size) {
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < size; i++) {
        h = (h ^ bytes[i]) * 16777619u;
    }
    return h;
}

TEST(a_restored_core_goes_on_as_the_original) {
    for (unsigned cut = 0; cut <= 19; cut++) {
        start(&core);
        run(&core, 0, cut);
        size_t size = save(&core, saved);
        CHECK(size <= sizeof saved);
        memcpy(l1_before, l1, sizeof l1);
        run(&core, cut, 19);
        save(&core, again);
        start(&other);
        CHECK(stx_restore(&other, saved, size));
        memcpy(l1, l1_before, sizeof l1);
        run(&other, cut, 19);
        CHECK_EQ(save(&other, saved), size);
        CHECK(!memcmp(saved, again, size));
    }
}

TEST(the_bytes_are_the_same_on_every_machine) {
    start(&core);
    run(&core, 0, 19);
    size_t size = save(&core, saved);
    CHECK(size > 50000);
    CHECK(!memcmp(saved, "STX\5", 4));
    printf("saved state: %lu bytes, hash %08lx\n", (unsigned long)size,
           (unsigned long)hash(saved, size));
}

TEST(other_bytes_are_refused_and_change_nothing) {
    start(&core);
    size_t size = save(&core, saved);
    CHECK(!stx_restore(&core, saved, size - 1));
    CHECK(!stx_restore(&core, saved, 0));
    saved[3] ^= 1;
    CHECK(!stx_restore(&core, saved, size));
    memset(saved + 4, 0xFF, size - 4);
    saved[3] ^= 1;
    CHECK(!stx_restore(&core, saved, size));
    start(&other);
    save(&core, saved);
    save(&other, again);
    CHECK(!memcmp(saved, again, size));
}

static unsigned differences;
static char first_difference[40];

static void on_difference(void *ctx, const struct stx_item *item, uint32_t element, uint32_t a,
                          uint32_t b) {
    (void)ctx;
    (void)a;
    (void)b;
    if (strcmp(item->name, "retired") && strncmp(item->name, "front", 5)) {
        snprintf(first_difference, sizeof first_difference, "%s %u", item->name, (unsigned)element);
        differences++;
    }
}

TEST(diff_shows_exactly_what_a_word_changed) {
    static const struct {
        uint32_t word;
        unsigned count;
        const char *last;
    } words[] = {{TT_OP_NOP, 0, ""},
                 {TT_OP_SETDMAREG(0, 5, 0, 14), 1, "gpr 71"},
                 {TT_OP_SEMPOST(1 << 6), 1, "sem[6].value 0"},
                 {TT_OP_SETC16(1, 64), 1, STX_ARCH == STX_ARCH_BLACKHOLE ? "tcfg 69" : "tcfg 58"},
                 {TT_OP_SFPLOADI(3, 2, 7), 32, "sfpu.lreg 127"},
                 {TT_OP_ATGETM(2), 1, "mutex 2"}};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        start(&core);
        start(&other);
        differences = 0;
        first_difference[0] = 0;
        CHECK_EQ(stx_issue(&core, 1, words[i].word), STX_DONE);
        stx_diff(&core, &other, on_difference, NULL);
        CHECK_EQ(differences, words[i].count);
        CHECK(!strcmp(first_difference, words[i].last));
    }
}

int main(void) {
    RUN(a_restored_core_goes_on_as_the_original);
    RUN(the_bytes_are_the_same_on_every_machine);
    RUN(other_bytes_are_refused_and_change_nothing);
    RUN(diff_shows_exactly_what_a_word_changed);
    return test_summary();
}
