/* SPDX-License-Identifier: Apache-2.0
 *
 * What an operation on tiles gives depends on its operands alone: after any other operation, and on
 * a core full of other values, it is the same as on a core after reset. */
#include <string.h>

#include "softensix/inspect.h"
#include "tile.h"
#include "tile/selftest_steps.h"

enum { BASE = 0x8000, RESULT_BYTES = 4096 };

static uint32_t hash_of_result(void) {
    uint32_t hash = 2166136261u;
    for (unsigned i = 0; i < RESULT_BYTES; i++) {
        hash = (hash ^ l1[BASE + SELFTEST_OUT + i]) * 16777619u;
    }
    return hash;
}

/* Zeros, but for the two tiles of numbers from -4 to 4. */
static void put_operands(void) {
    uint32_t state = 77;
    memset(l1, 0, sizeof l1);
    memset(l1 + BASE + SELFTEST_DUMP, 0xEE, 16); /* behind the result */
    for (unsigned i = 0; i < 2048; i++) {
        state = state * 1664525u + 1013904223u;
        uint32_t number = (state & 0x80000000u) | (120 + (state >> 8) % 10) << 23 | state >> 9;
        memcpy(l1 + BASE + SELFTEST_A + 4 * i, &number, 4);
    }
}

static void run(unsigned step) {
    put_operands();
    stx_selftest_step(&tiles, BASE, step);
}

static uint32_t fresh[SELFTEST_STEPS];

static bool is_as_fresh(unsigned step, const char *after) {
    run(step);
    if (hash_of_result() != fresh[step]) {
        printf("%s after %s: another result\n", stx_selftest_step_name(step), after);
        return false;
    }
    return true;
}

TEST(an_operation_does_not_depend_on_the_one_before) {
    for (unsigned step = 0; step < SELFTEST_STEPS; step++) {
        tile_start();
        run(step);
        fresh[step] = hash_of_result();
    }
    for (unsigned before = 0; before < SELFTEST_STEPS; before++) {
        for (unsigned step = 0; step < SELFTEST_STEPS; step++) {
            tile_start();
            run(before);
            CHECK(is_as_fresh(step, stx_selftest_step_name(before)));
        }
    }
}

/* Sums of 16 bits have at most ten bits of mantissa behind the leading one. */
TEST(products_sum_in_as_many_bits_as_their_step_says) {
    for (unsigned step = 0; step < SELFTEST_STEPS; step++) {
        const char *name = stx_selftest_step_name(step);
        uint32_t all = 0;
        tile_start();
        run(step);
        for (unsigned i = 0; i < RESULT_BYTES; i += 4) {
            const uint8_t *number = l1 + BASE + SELFTEST_OUT + i; /* low byte first */
            all |= number[0] | (uint32_t)number[1] << 8 | (uint32_t)number[2] << 16 |
                   (uint32_t)number[3] << 24;
        }
        CHECK(all != 0);
        for (unsigned i = 0; i < 16; i++) {
            CHECK_EQ(l1[BASE + SELFTEST_DUMP + i], 0xEE);
        }
        if (!strncmp(name, "product of ", 11) && strstr(name, "Fi")) {
            CHECK_EQ((all & 0x1FFF) == 0, strstr(name, "sums of 16 bits") != NULL);
        }
    }
}

/* Registers full of numbers: data, condition codes, counters, and which banks are whose. */
static void fill_core(uint32_t state) {
    for (unsigned row = 0; row < STX_DST_ROWS; row++) {
        for (unsigned col = 0; col < STX_COLS; col++) {
            stx_dst_poke(&core, row, col, test_random(&state) & 0xFFFF);
        }
    }
    for (unsigned i = 0; i < 8 * STX_LANES; i++) {
        core.sfpu.lreg[i / STX_LANES][i % STX_LANES] = test_random(&state);
    }
    for (unsigned row = 0; row < STX_SRC_ROWS; row++) {
        for (unsigned col = 0; col < STX_COLS; col++) {
            stx_src_poke(&core, 0, row % STX_SRC_BANKS, row, col, test_random(&state));
            stx_src_poke(&core, 1, row % STX_SRC_BANKS, row, col, test_random(&state));
        }
    }
    for (unsigned t = 0; t < STX_THREADS; t++) {
        core.rwc[t] = (struct stx_rwc){.srca = 16, .srcb = 16, .dst = 64, .fidelity = 1};
        for (unsigned i = 0; i < 24; i++) {
            core.adc[t][i / 8].at[i / 4 % 2][i % 4] = 1 + i % 3;
        }
    }
    for (unsigned t = 0; t < STX_THREADS; t++) {
        core.unpacker[0].row_base[t] = 16; /* SrcA: that of SrcB is 0 again after a bank is given */
    }
    core.sfpu.flags = 0x0F0F0F0F;
    core.sfpu.use = 0x00FFFF00;
}

TEST(an_operation_does_not_depend_on_what_registers_hold) {
    for (unsigned step = 0; step < SELFTEST_STEPS; step++) {
        tile_start();
        fill_core(step + 1);
        CHECK(is_as_fresh(step, "random registers"));
    }
}

/* Any configuration of anybody before. */
static void fill_configuration(uint32_t state) {
    for (unsigned i = 0; i < STX_CFG_BANKS * STX_CFG_WORDS; i++) {
        core.cfg[i / STX_CFG_WORDS][i % STX_CFG_WORDS] = test_random(&state);
    }
    for (unsigned i = 0; i < STX_THREADS * STX_TCFG_WORDS; i++) {
        core.tcfg[i / STX_TCFG_WORDS][i % STX_TCFG_WORDS] = (uint16_t)test_random(&state);
    }
}

TEST(an_operation_does_not_depend_on_the_configuration_before) {
    for (unsigned i = 0; i < 4 * SELFTEST_STEPS; i++) {
        tile_start();
        fill_configuration(i + 1);
        CHECK(is_as_fresh(i % SELFTEST_STEPS, "random configuration"));
        CHECK_EQ(tiles.result, STX_TILE_OK);
    }
}

/* Unpacker 1 takes a format that shares exponents only as the operand of a product; the second tile
 * goes where the first one says. */
TEST(a_product_of_shared_exponents_does_not_depend_on_the_configuration_before) {
    const struct stx_tensor x = {BASE + SELFTEST_A, 1, 2, STX_TILE_BFP8};
    const struct stx_tensor y = {BASE + SELFTEST_B, 2, 1, STX_TILE_BFP8};
    const struct stx_tensor z = {BASE + SELFTEST_OUT, 1, 1, STX_TILE_FP32};
    uint32_t after_reset = 0;
    for (unsigned i = 0; i < 8; i++) {
        tile_start();
        put_operands();
        if (i) {
            fill_configuration(i);
        }
        CHECK_EQ(stx_tile_matmul(&tiles, &z, &x, &y, NULL), STX_TILE_OK);
        after_reset = i ? after_reset : hash_of_result();
        CHECK_EQ(hash_of_result(), after_reset);
    }
}

/* Nothing but the call itself tells the unpacker where a tile goes. */
TEST(a_transposition_alone_does_not_depend_on_the_configuration_before) {
    const struct stx_tensor x = {BASE + SELFTEST_A, 1, 1, STX_TILE_BF16};
    const struct stx_tensor z = {BASE + SELFTEST_OUT, 1, 1, STX_TILE_FP32};
    uint32_t after_reset = 0;
    for (unsigned i = 0; i < 4; i++) {
        tile_start();
        put_operands();
        if (i) {
            fill_configuration(i);
        }
        CHECK_EQ(stx_tile_transpose(&tiles, &z, &x), STX_TILE_OK);
        after_reset = i ? after_reset : hash_of_result();
        CHECK_EQ(hash_of_result(), after_reset);
    }
}

int main(void) {
    RUN_IF(STX_DST_ROWS >= 512, an_operation_does_not_depend_on_the_one_before);
    RUN_IF(STX_DST_ROWS >= 512, products_sum_in_as_many_bits_as_their_step_says);
    RUN_IF(STX_DST_ROWS >= 512, an_operation_does_not_depend_on_what_registers_hold);
    RUN_IF(STX_DST_ROWS >= 512, an_operation_does_not_depend_on_the_configuration_before);
    RUN_IF(STX_DST_ROWS >= 512, a_transposition_alone_does_not_depend_on_the_configuration_before);
    RUN_IF(STX_DST_ROWS >= 512,
           a_product_of_shared_exponents_does_not_depend_on_the_configuration_before);
    return test_summary();
}
