/* SPDX-License-Identifier: Apache-2.0
 *
 * What a dump shows: every element of the parts that it names, and each under its own name. */
#include "diag/capture.h"
#include "softensix/dump.h"
#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "test.h"

static struct stx_core core;

/* What the parts of a dump are about. Of items of a thread, a source, a semaphore: the last part of
 * the name. */
static const char *const shown[] = {"srca.high",
                                    "srcb.high",
                                    "srca.fpu_bank",
                                    "srcb.fpu_bank",
                                    "srca.unpack_bank",
                                    "srcb.unpack_bank",
                                    "srca.fpu_owns",
                                    "srcb.fpu_owns",
                                    "srca.format",
                                    "srcb.format",
                                    "dst.cell",
                                    "sfpu.lreg",
                                    "sfpu.flags",
                                    "sfpu.use",
                                    "cfg",
                                    "tcfg",
                                    "gpr",
                                    "mutex"};
static const char *const shown_of_each[] = {
    "mop_cfg", "replay", "replay_left", "record_left", "stage", "held", "srca",  "srca_cr", "srcb",
    "srcb_cr", "dst",    "dst_cr",      "fidelity",    "at",    "cr",   "value", "max"};

#define ONE_OF(name, list) one_of(name, list, sizeof list / sizeof list[0])

static bool one_of(const char *name, const char *const *list, size_t count) {
    while (count && strcmp(name, list[count - 1])) {
        count--;
    }
    return count != 0;
}

static bool is_shown(const char *name) {
    const char *last = strrchr(name, '.');
    bool of_each = !strncmp(name, "front[", 6) || !strncmp(name, "rwc[", 4) ||
                   !strncmp(name, "adc[", 4) || !strncmp(name, "sem[", 4);
    return of_each ? ONE_OF(last + 1, shown_of_each) : ONE_OF(name, shown);
}

static void add_to_hash(void *ctx, const char *text) {
    uint32_t *hash = ctx;
    for (; *text; text++) {
        *hash = (*hash ^ (uint8_t)*text) * 16777619u;
    }
}

static uint32_t hash_of_dump(void) {
    uint32_t hash = 2166136261u;
    stx_dump(&core, STX_DUMP_ALL, add_to_hash, &hash);
    return hash;
}

/* Not the constants among the LRegs, and shared words of the configuration once. */
static uint32_t elements_of(const struct stx_item *item) {
    return !strcmp(item->name, "sfpu.lreg") ? 8 * STX_LANES
           : !strcmp(item->name, "cfg")     ? STX_CFG_WORDS + STX_CFG_SHARED
                                            : item->count;
}

/* Dst is shown where its rows are valid. */
static void start(void) {
    stx_init(&core, NULL, 0, NULL);
    for (unsigned row = 0; row < STX_DST_ROWS; row++) {
        stx_dst_row_set_valid(&core, row, true);
    }
}

TEST(a_dump_shows_a_change_of_every_element_that_it_is_about) {
    const struct stx_item *item;
    uint32_t seed = 31;
    start();
    uint32_t plain = hash_of_dump();
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        uint32_t count = elements_of(item), some[3] = {0, count - 1, test_random(&seed) % count};
        for (unsigned k = 0; is_shown(item->name) && k < 3; k++) {
            uint32_t old = stx_item_get(&core, item, some[k]);
            stx_item_set(&core, item, some[k], old ^ 1u);
            if (hash_of_dump() == plain) {
                printf("%s, element %u: the dump is the same\n", item->name, (unsigned)some[k]);
                test_bad = 1;
            }
            stx_item_set(&core, item, some[k], old);
        }
    }
}

/* What lies behind the last thread's configuration in memory is not taken for configuration. */
TEST(the_configuration_is_all_that_its_part_shows) {
    start();
    memset(core.gpr, 0xFF, sizeof core.gpr);
    capture_clear();
    stx_dump(&core, STX_DUMP_CFG, capture, NULL);
    CHECK_EQ(captured_count("tcfg["), 0);
    core.tcfg[STX_THREADS - 1][STX_TCFG_WORDS - 1] = 1;
    stx_dump(&core, STX_DUMP_CFG, capture, NULL);
    CHECK_EQ(captured_count("tcfg["), 1);
}

TEST(counters_stand_under_their_names) {
    start();
    core.rwc[STX_THREADS - 1] = (struct stx_rwc){.srca = 11,
                                                 .srcb = 12,
                                                 .dst = 13,
                                                 .fidelity = 2,
                                                 .srca_cr = 15,
                                                 .srcb_cr = 16,
                                                 .dst_cr = 17};
    for (unsigned i = 0; i < 4; i++) {
        core.adc[0][1].at[0][i] = 20 + i;
        core.adc[0][1].at[1][i] = 30 + i;
        core.adc[0][1].cr[0][i] = 40 + i;
        core.adc[0][1].cr[1][i] = 50 + i;
    }
    capture_clear();
    stx_dump(&core, STX_DUMP_RWC | STX_DUMP_ADC, capture, NULL);
    CHECK(captured_has("] srca 11 srcb 12 dst 13 fidelity 2 srca_cr 15 srcb_cr 16 dst_cr 17\n"));
    CHECK(captured_has("adc[0] unpacker 1: ch0 X 20 Y 21 Z 22 W 23 ch1 X 30 Y 31 Z 32 W 33; at the "
                       "start of a row: ch0 X 40 Y 41 Z 42 W 43 ch1 X 50 Y 51 Z 52 W 53\n"));
    CHECK_EQ(captured_count("\n"), 4 * STX_THREADS);
}

TEST(the_front_end_shows_words_and_what_is_left) {
    start();
    struct stx_front *f = &core.front[0];
    f->replay_left = 7, f->record_left = 5, f->stage = 1, f->held = 1, f->word = 0x02000000;
    f->mop_cfg[3] = 0x38000040;
    f->replay[31] = 0xFF000001;
    capture_clear();
    stx_dump(&core, STX_DUMP_FRONT, capture, NULL);
    CHECK(captured_has("front[0] replay left 7 record left 5, a MOP is under way\n"
                       "  waiting[0] 02000000 NOP\n"
                       "  mop_cfg[3] 38000040 INCRWC "));
    CHECK(captured_has("\n  replay[31] ff000001 .word 0xff000001\n"));
}

TEST(registers_semaphores_and_flags_stand_under_their_numbers) {
    start();
    core.gpr[0][63] = 0xABCD;
    core.sem[7].value = 3;
    core.sem[7].max = 9;
    core.sfpu.flags = 0x12;
    core.sfpu.use = 0x34;
    core.sfpu.depth = 2;
    core.sfpu.stack[0].flags = 0x56, core.sfpu.stack[0].use = 0x78;
    core.sfpu.stack[1].flags = 0x9A, core.sfpu.stack[1].use = 0xBC;
    capture_clear();
    stx_dump(&core, STX_DUMP_GPR | STX_DUMP_SYNC, capture, NULL);
    CHECK(captured_has("gpr[0][63] = 0x0000abcd\n"));
    CHECK(captured_has("semaphore[7] "));
    CHECK(captured_has(" is 3 max 9\n"));
    capture_clear();
    stx_dump(&core, STX_DUMP_LREG, capture, NULL);
    CHECK(captured_has("lane flags 0x00000012, used by 0x00000034; flag stack: "
                       "0x00000056/0x00000078 0x0000009a/0x000000bc\n"));
}

int main(void) {
    RUN_IF(STX_SIZE == STX_SIZE_FULL, a_dump_shows_a_change_of_every_element_that_it_is_about);
    RUN(the_configuration_is_all_that_its_part_shows);
    RUN(counters_stand_under_their_names);
    RUN(the_front_end_shows_words_and_what_is_left);
    RUN(registers_semaphores_and_flags_stand_under_their_numbers);
    return test_summary();
}
