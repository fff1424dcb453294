/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * test_platform.c - what LLK kernels reach the core by: the seed of the random numbers that they
 * store by a pointer, registers, semaphores, places. */
#include <string.h>

#include "test.h"

#include "../../port/llk/platform.c"

/* Time is not counted; that RISC-V code ends before each call and begins behind it is, where there
 * is a trace. */
static unsigned ends, begins;
#define COUNTED(calls) (!STX_TRACE || (ends == (calls) && begins == (calls)))

#if STX_TRACE
void coop_code_ends(unsigned thread) {
    (void)thread;
    ends++;
}

void coop_code_begins(unsigned thread) {
    (void)thread;
    begins++;
}

unsigned coop_code_thread(void) {
    return 1;
}
#endif

/* Registers that values have borrowed are given back before each word and access. */
static unsigned settled;
void stx_llk_settle(void) {
    settled++;
}

void sfpi_turn(struct sfpi_loan *kept) {
    kept->registers++;
}

static struct stx_core core, other;
static uint8_t l1[1024];

static void start(void) {
    stx_init(&other, l1, sizeof l1, NULL);
    stx_init(&core, l1, sizeof l1, NULL);
    stx_bind(&core);
    ends = begins = 0;
}

/* Another core has its turn: what is remembered of each is its own. */
TEST(cores_have_their_own_places_and_seeds) {
    static struct llk_turn first, second;
    const char *here = "here", *there = "there";
    start();
    stx_llk_set_place(2, here);
    stx_llk_cfg()[PRNG_SEED_Seed_Val_ADDR32] = 5;
    stx_llk_issue(0, 0x02000000);
    llk_turn(&first); /* the first core's turn ends */
    llk_turn(&second);
    CHECK(stx_llk_place(2) == NULL);
    stx_llk_set_place(2, there);
    stx_bind(&other);
    other.cfg[0][PRNG_SEED_Seed_Val_ADDR32] = 5;
    core.sfpu.prng[3] = other.sfpu.prng[3] = 0;
    stx_llk_issue(0, 0x02000000);
    CHECK(other.sfpu.prng[3] != 0); /* its seed is new */
    llk_turn(&second);
    llk_turn(&first);
    CHECK(stx_llk_place(2) == here && second.place[2] == there);
    stx_bind(&core);
    stx_llk_issue(0, 0x02000000);
    CHECK_EQ(core.sfpu.prng[3], 0); /* its seed is not */
    CHECK(first.loan.registers == 2 && second.loan.registers == 2);
}

TEST(a_seed_that_is_stored_by_a_pointer_is_noticed_with_the_next_word) {
    static const uint32_t seeds[] = {0x12345678, 0x12345679};
    for (unsigned i = 0; i < 2; i++) {
        start();
        stx_mmio_write(&other, 0, STX_CFG_WINDOW + 4 * PRNG_SEED_Seed_Val_ADDR32, seeds[i]);
        stx_llk_cfg()[PRNG_SEED_Seed_Val_ADDR32] = seeds[i];
        CHECK(memcmp(core.sfpu.prng, other.sfpu.prng, sizeof core.sfpu.prng) != 0);
        stx_llk_issue(i, 0x02000000); /* NOP */
        CHECK(memcmp(core.sfpu.prng, other.sfpu.prng, sizeof core.sfpu.prng) == 0);
        core.sfpu.prng[3]++;
        stx_llk_issue(i, 0x02000000);
        CHECK(memcmp(core.sfpu.prng, other.sfpu.prng, sizeof core.sfpu.prng) != 0);
        CHECK_EQ(stx_last_fault(&core)->kind, STX_FAULT_NONE);
        CHECK(COUNTED(2));
    }
}

TEST(registers_are_read_and_written) {
    start();
    settled = 0;
    stx_llk_write(1, STX_GPR_WINDOW + 4 * 9, 77);
    CHECK_EQ(stx_llk_read(1, STX_GPR_WINDOW + 4 * 9), 77);
    CHECK_EQ(settled, 2);
    CHECK_EQ(stx_llk_gprs(1)[9], 77);
    CHECK(stx_llk_gprs(0) == core.gpr[0]);
    CHECK(stx_llk_mop_cfg(1) == core.front[1].mop_cfg);
    CHECK(COUNTED(2));
}

TEST(semaphores_go_up_and_down) {
    start();
    core.sem[5].max = 2;
    stx_llk_semaphore_post(5);
    stx_llk_semaphore_post(5);
    CHECK_EQ(stx_llk_semaphore_read(0, 5), 2);
    stx_llk_semaphore_get(5);
    CHECK_EQ(core.sem[5].value, 1);
    CHECK_EQ(core.sem[4].value, 0);
    CHECK(COUNTED(4));
}

TEST(each_thread_has_a_place) {
    static const char here[2];
    start();
    stx_llk_set_place(0, here);
    stx_llk_set_place(1, here + 1);
    CHECK(stx_llk_place(0) == here && stx_llk_place(1) == here + 1);
    CHECK(stx_llk_place(STX_THREADS) == here);
}

int main(void) {
    RUN_IF(STX_THREADS > 1, a_seed_that_is_stored_by_a_pointer_is_noticed_with_the_next_word);
    RUN_IF(STX_THREADS > 1, registers_are_read_and_written);
    RUN(semaphores_go_up_and_down);
    RUN_IF(STX_THREADS > 1, each_thread_has_a_place);
    RUN_IF(STX_THREADS > 2, cores_have_their_own_places_and_seeds);
    return test_summary();
}
