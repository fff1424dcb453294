/* SPDX-License-Identifier: Apache-2.0
 *
 * Random words of every opcode on random states: one that faults leaves the state and L1 as they
 * were, byte for byte, at every size and under either policy. Words while a SFPLOADMACRO sequence
 * is under way are left out: cycles go on whatever becomes of them. */
#include <stdlib.h>
#include <string.h>

#include "isa/args.h"
#include "softensix/inspect.h"
#include "softensix/softensix.h"
#include "test.h"

#define L1_BYTES 4096u

static struct stx_core core, before;
static uint8_t l1[L1_BYTES], l1_before[L1_BYTES];
static uint32_t seed = 20261122;
static unsigned long faults, dones;

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
    return named(item, "sfpu.pending") || named(item, "sfpu.waiting") ||
           named(item, "macro_live") || named(item, "sfpu.result") || named(item, "interlock") ||
           named(item, "front[") || named(item, "packer.");
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

/* Every byte that a saved state would hold. */
static bool state_is_as_before(void) {
    const struct stx_item *item;
    for (size_t i = 0; (item = stx_item_at(i)) != NULL; i++) {
        if (memcmp((const uint8_t *)&core + item->offset, (const uint8_t *)&before + item->offset,
                   (size_t)item->size * item->count)) {
            return false;
        }
    }
    return true;
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

/* False if a fault changed something. */
static bool try_word(uint32_t word, unsigned thread) {
    before = core;
    memcpy(l1_before, l1, sizeof l1);
    if (stx_try(&core, thread, word) != STX_FAULT) {
        dones++;
        return true;
    }
    faults++;
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

TEST(a_fault_changes_nothing) {
    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned opcode = 0; opcode < STX_OPCODES; opcode++) {
            if (opcode % 64 == 0) {
                fresh(round & 1u);
                random_state(opcode == 0 && round % 4 < 2);
            }
            if (round & 2u) {
                tame();
            }
            core.sfpu.macro_live = 0;
            memset(core.sfpu.waiting, 0, sizeof core.sfpu.waiting);
            stx_clear_fault(&core);
            CHECK(try_word(random_word(opcode), rnd() % STX_THREADS));
        }
    }
}

/* The test is worth something: both kinds happen. */
TEST(words_of_both_kinds_were_tried) {
    CHECK(faults > 1000);
    CHECK(dones > 1000);
}

int main(int argc, char **argv) {
    rounds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : rounds;
    RUN(a_fault_changes_nothing);
    RUN(words_of_both_kinds_were_tried);
    return test_summary();
}
