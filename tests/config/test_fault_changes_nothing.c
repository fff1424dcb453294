/* SPDX-License-Identifier: Apache-2.0
 *
 * Random words of every opcode on random states: one that faults or waits leaves the state and L1
 * as they were, byte for byte, at every size and under either policy; also while SFPLOADMACRO
 * sequences are under way. */
#include <stdlib.h>
#include <string.h>

#include "core_state.h"
#include "isa/args.h"
#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

#define L1_BYTES 4096u

static struct stx_core core, before;
static uint8_t l1[L1_BYTES], l1_before[L1_BYTES];
static uint32_t seed = 20261122;
static unsigned long tries[3]; /* by result */

static uint32_t rnd(void) {
    return test_random(&seed);
}

/* Small numbers are common among indices and counters, and all bits among data. */
static uint32_t value_within(uint32_t limit) {
    uint32_t v = rnd() % 4 ? rnd() : rnd() & 15u;
    return limit == UINT32_MAX ? v : v % (limit + 1u);
}

static bool named(const struct stx_item *item, const char *part) {
    return strstr(item->name, part) != NULL;
}

/* Items that are left at reset: a sequence under way, words in the front end. Addresses of the
 * packer in use are kept inside L1. */
static bool left_alone(const struct stx_item *item) {
    return named(item, "sfpu.pending") || named(item, "sfpu.waiting") || named(item, "apart") ||
           named(item, "sfpu.result") || named(item, "interlock") || named(item, "front[") ||
           named(item, "packer[");
}

/* Dst and sources once in a while; everything else each time. */
static void random_state(bool data) {
    const struct stx_item *item;
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        bool large = item->count > 256;
        for (uint32_t e = 0; e < item->count && !left_alone(item) && (data || !large); e++) {
            stx_item_set(&core, item, e, value_within(item->limit));
        }
    }
    for (unsigned i = 0; i < L1_BYTES; i++) {
        l1[i] = (uint8_t)rnd();
    }
    core.srca.fpu_owns[0] = core.srcb.fpu_owns[0] = rnd() & 1u;
}

/* Configuration under which most words get as far as their data. */
static void tame(void) {
    for (unsigned bank = 0; bank < STX_CFG_BANKS; bank++) {
        for (unsigned w = 0; w < STX_CFG_WORDS; w++) {
            core.cfg[bank][w] = rnd() % 8 ? 0 : rnd() & rnd();
        }
        core.cfg[bank][64] = core.cfg[bank][112] = 0x100010u | (rnd() & 15u);
        core.cfg[bank][72] = core.cfg[bank][120] = (rnd() & 15u) | (rnd() & 1u) << 11;
    }
    memset(core.tcfg, 0, sizeof core.tcfg);
    memset(core.adc, 0, sizeof core.adc);
    for (unsigned t = 0; t < STX_THREADS; t++) {
        core.adc[t][0].at[1][0] = rnd() % 64;
        core.adc[t][1].at[1][0] = rnd() % 64;
        core.adc[t][2].at[1][0] = 15;
        core.adc[t][2].at[0][1] = rnd() % 64;
    }
    for (unsigned b = 0; b < STX_SRC_BANKS; b++) {
        core.srca.format[b] = core.srcb.format[b] = rnd() & 1u ? 5 : rnd() & 15u;
    }
}

static uint32_t random_word(unsigned opcode) {
    uint32_t operands = rnd() & 0xFFFFFFu;
    if (rnd() & 1u) {
        operands &= rnd();
    }
    return (uint32_t)opcode << 24 | operands;
}

/* Every byte, but for who queues for a mutex (SPEC-NOTES, ATGETM) and what the fast forms remember
 * of a source. */
static bool state_is_as_before(void) {
    memcpy(before.mutex_waits, core.mutex_waits, sizeof before.mutex_waits);
    memcpy(before.srca.decoded, core.srca.decoded, sizeof before.srca.decoded);
    memcpy(before.srcb.decoded, core.srcb.decoded, sizeof before.srcb.decoded);
    return same_state(&before, &core);
}

static void print_difference(void) {
    const struct stx_item *item;
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        for (uint32_t e = 0; e < item->count; e++) {
            if (stx_item_get(&before, item, e) != stx_item_get(&core, item, e)) {
                printf("  %s %u\n", item->name, (unsigned)e);
                return;
            }
        }
    }
    printf("  L1\n");
}

/* False if a word that was not done changed something. */
static bool try_word(uint32_t word, unsigned thread) {
    before = core;
    memcpy(l1_before, l1, sizeof l1);
    enum stx_result result = stx_try(&core, thread, word);
    tries[result]++;
    if (result == STX_DONE) {
        return true;
    }
    if (state_is_as_before() && !memcmp(l1_before, l1, sizeof l1)) {
        return true;
    }
    char text[200];
    stx_disasm(text, sizeof text, word);
    printf("%08" PRIx32 " %s: %s\n", word, text, stx_rule_name(stx_last_fault(&core)->rule));
    print_difference();
    return false;
}

static void fresh(bool silicon) {
    stx_init(&core, l1, sizeof l1, NULL);
    if (silicon) {
        stx_policy_set_all(&core, STX_POLICY_SILICON);
    }
}

static unsigned rounds = 60;

TEST(a_fault_or_a_wait_changes_nothing) {
    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned opcode = 0; opcode < STX_OPCODES; opcode++) {
            if (opcode % 64 == 0) {
                fresh(round & 1u);
                random_state(opcode == 0 && round % 4 < 2);
            }
            if (round & 2u) {
                tame();
            }
            core.sfpu.apart = 0;
            memset(core.sfpu.waiting, 0, sizeof core.sfpu.waiting);
            stx_clear_fault(&core);
            CHECK(try_word(random_word(opcode), rnd() % STX_THREADS));
        }
    }
}

/* The test is worth something: all kinds happen. */
TEST(words_of_each_kind_were_tried) {
    CHECK(tries[STX_FAULT] > 1000);
    CHECK(tries[STX_DONE] > 1000);
    CHECK(tries[STX_WAIT] > 200);
    memset(tries, 0, sizeof tries);
}

#if STX_MACROS
static uint32_t random_vector_word(void) {
    uint32_t word;
    do {
        word = random_word(rnd() % STX_OPCODES);
    } while (!stx_insn_of(word) || stx_insn_of(word)->unit != STX_UNIT_SFPU);
    return word;
}

/* A word whose operation some unit of a sequence can schedule, often the flags' stack. */
static uint32_t random_template(void) {
    static const uint32_t often[] = {TT_OP_SFPPUSHC(0, 0, 0, 0), TT_OP_SFPPOPC(0, 0, 0, 0),
                                     TT_OP_SFPSWAP(0, 2, 0, 1),  TT_OP_SFPADD(10, 10, 0, 0, 0),
                                     TT_OP_SFPSHFT2(0, 0, 0, 3), TT_OP_SFPSTORE(0, 0, 0, 0)};
    return rnd() % 2 ? often[rnd() % 6] : random_vector_word();
}

/* The firmware's configuration and sequences of which some are under way, as words bring them
 * about, also with results of two-cycle operations that are late. */
static void begin_live(void) {
    fresh(true);
    stx_init_as_firmware(&core);
    for (unsigned i = 0; i < 4; i++) {
        core.sfpu.templates[i] = random_template();
        core.sfpu.sequence[i] = rnd();
    }
    core.sfpu.misc = rnd() % 4 ? rnd() & 0xFFu : rnd() & 0xFFFu;
    core.sfpu.depth = (uint8_t)(rnd() % 9);
    for (unsigned reg = 0; reg < 8; reg++) {
        core.sfpu.lreg[reg][rnd() % STX_LANES] = rnd();
    }
    unsigned thread = rnd() % STX_THREADS;
    for (unsigned i = 0; i < 1 + rnd() % 4; i++) {
        uint32_t load = rnd() & 0xFF0001u;
        (void)stx_try(&core, thread, (uint32_t)STX_OP_SFPLOADMACRO << 24 | load);
        (void)stx_try(&core, thread, random_template());
    }
}

/* Another thread's unpacker has the sources and semaphores are as random. */
static void random_waits(void) {
    core.srca.fpu_owns[0] = core.srcb.fpu_owns[0] = rnd() & 1u;
    for (unsigned i = 0; i < STX_SEMAPHORES; i++) {
        core.sem[i] = (struct stx_semaphore){(uint8_t)(rnd() % 2), (uint8_t)(rnd() % 2), 1};
    }
    core.mutex[0] = (uint8_t)(rnd() % (STX_THREADS + 1));
}

TEST(nor_while_a_sequence_is_under_way) {
    for (unsigned round = 0; round < rounds * 500u; round++) {
        do {
            begin_live();
        } while (!core.sfpu.apart);
        random_waits();
        stx_policy_set_all(&core, round & 1u ? STX_POLICY_SILICON : STX_POLICY_FAULT);
        unsigned thread = rnd() % 2 ? core.sfpu.macro_thread : rnd() % STX_THREADS;
        for (unsigned i = 0; i < 4 && core.sfpu.apart; i++) {
            uint32_t word = rnd() % 2   ? random_word(rnd() % STX_OPCODES)
                            : rnd() % 2 ? random_vector_word()
                                        : random_template();
            CHECK(try_word(word, thread));
        }
    }
}
#endif

int main(int argc, char **argv) {
    rounds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : rounds;
    RUN(a_fault_or_a_wait_changes_nothing);
    RUN(words_of_each_kind_were_tried);
#if STX_MACROS
    RUN(nor_while_a_sequence_is_under_way);
    RUN(words_of_each_kind_were_tried);
#endif
    return test_summary();
}
