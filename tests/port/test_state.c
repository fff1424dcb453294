/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * test_state.c - what a core holds before a kernel: noise, or what another kernel has left. */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "leave.h"
#include "softensix/isa.h"
#include "softensix/tti.h"
#include "test.h"

#define exit leave
#include "../../port/llk/state.c"
#undef exit

static struct stx_core core, other;
static uint8_t memory[64], more[64];

static void arguments(int count, const char *a, const char *b) {
    char *argv[] = {(char *)(uintptr_t)a, (char *)(uintptr_t)b};
    random_state = 0;
    after = keep = NULL;
    CHECK_EQ(state_arguments(count, argv), 0);
}

static void reset(struct stx_core *c) {
    stx_init(c, NULL, 0, NULL);
}

static unsigned differences(const char *prefix) {
    const struct stx_item *item;
    unsigned found = 0;
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        for (uint32_t e = 0; e < item->count && !strncmp(item->name, prefix, strlen(prefix)); e++) {
            found += stx_item_get(&core, item, e) != stx_item_get(&other, item, e);
        }
    }
    return found;
}

TEST(other_arguments_stay_in_their_order) {
    char *argv[] = {"order", "noise=3", "a name", "keep=file", "strict"};
    CHECK_EQ(state_arguments(5, argv), 3);
    CHECK(!strcmp(argv[0], "order") && !strcmp(argv[1], "a name") && !strcmp(argv[2], "strict"));
    CHECK(!strcmp(keep, "file"));
    random_state = 0;
    keep = NULL;
}

TEST(without_an_argument_nothing_changes) {
    arguments(0, NULL, NULL);
    reset(&core);
    reset(&other);
    memset(memory, 7, sizeof memory);
    memset(more, 7, sizeof more);
    state_memory(memory, sizeof memory);
    CHECK(!state_begin(&core));
    CHECK(!memcmp(memory, more, sizeof more));
    CHECK_EQ(differences(""), 0);
    state_end(&core);
}

TEST(noise_behind_arguments_has_a_seed_of_its_own) {
    uint32_t words[4] = {1, 2, 3, 4}, again[4] = {1, 2, 3, 4};
    arguments(1, "noise=1", NULL);
    state_behind(words, 4);
    CHECK(!memcmp(words, again, sizeof words));
    arguments(1, "behind=1", NULL);
    state_behind(words, 3);
    CHECK(words[0] != 1 && words[1] != words[0] && words[3] == 4);
    arguments(1, "behind=1", NULL);
    state_behind(again, 3);
    CHECK(!memcmp(words, again, sizeof words) && !random_state);
    behind_state = 0;
}

TEST(noise_is_in_data_and_nowhere_else) {
    arguments(1, "noise=1", NULL);
    reset(&core);
    reset(&other);
    CHECK(!state_begin(&core));
    CHECK(differences("srca.high") > 0 && differences("srcb.high") > 0);
    CHECK(differences("dst.cell") > 0 && differences("gpr") > 0);
    CHECK(differences("sfpu.lreg") > 0);
    CHECK_EQ(differences("cfg") + differences("sem") + differences("front"), 0);
    CHECK_EQ(differences("srca.f") + differences("srca.u") + differences("sfpu.flags"), 0);
    for (unsigned lane = 0; lane < STX_LANES; lane++) {
        CHECK_EQ(core.sfpu.lreg[10][lane], other.sfpu.lreg[10][lane]);
        CHECK_EQ(core.sfpu.lreg[11][lane], other.sfpu.lreg[11][lane]);
    }
}

TEST(a_seed_gives_the_same_noise_again_and_another_one_other_noise) {
    arguments(1, "noise=4", NULL);
    reset(&core);
    (void)state_begin(&core);
    state_memory(memory, sizeof memory);
    arguments(1, "noise=4", NULL);
    reset(&other);
    (void)state_begin(&other);
    state_memory(more, sizeof more);
    CHECK_EQ(differences(""), 0);
    CHECK(!memcmp(memory, more, sizeof more));
    arguments(1, "noise=5", NULL);
    reset(&other);
    (void)state_begin(&other);
    state_memory(more, sizeof more);
    CHECK(differences("dst.cell") > 0);
    CHECK(memcmp(memory, more, sizeof more) != 0);
}

TEST(what_one_core_keeps_another_one_begins_with) {
    char path[] = "/tmp/test_state.XXXXXX", kept[64], then[64];
    close(mkstemp(path));
    snprintf(kept, sizeof kept, "keep=%s", path);
    snprintf(then, sizeof then, "after=%s", path);
    arguments(1, kept, NULL);
    reset(&core);
    core.cfg[0][70] = 0x123;
    core.gpr[1][4] = 5;
    core.retired = 77;
    state_end(&core);
    arguments(1, then, NULL);
    reset(&other);
    CHECK(state_begin(&other));
    CHECK_EQ(differences(""), 1);
    CHECK_EQ(other.retired, 0);
    CHECK_EQ(other.cfg[0][70], 0x123);
    remove(path);
}

#define REFUSED(count, a, b)          \
    do {                              \
        int status = setjmp(refused); \
        if (!status) {                \
            arguments(count, a, b);   \
            (void)state_begin(&core); \
            state_end(&core);         \
        }                             \
        CHECK_EQ(status, 101);        \
    } while (0)

TEST(what_makes_no_sense_is_refused) {
    reset(&core);
    REFUSED(1, "noise=0", NULL);
    REFUSED(1, "noise=", NULL);
    REFUSED(1, "noise=x", NULL);
    REFUSED(1, "noise=-1", NULL);
    REFUSED(1, "noise=4294967296", NULL);
    REFUSED(1, "after=/no/such/file", NULL);
    REFUSED(1, "after=/dev/null", NULL);
    REFUSED(1, "keep=/no/such/file", NULL);
    REFUSED(2, "noise=1", "after=/dev/null");
}

int main(void) {
    RUN(other_arguments_stay_in_their_order);
    RUN(without_an_argument_nothing_changes);
    RUN(noise_behind_arguments_has_a_seed_of_its_own);
    RUN(noise_is_in_data_and_nowhere_else);
    RUN(a_seed_gives_the_same_noise_again_and_another_one_other_noise);
    RUN(what_one_core_keeps_another_one_begins_with);
    RUN(what_makes_no_sense_is_refused);
    return test_summary();
}
