/* SPDX-License-Identifier: Apache-2.0
 *
 * An operation of a SFPLOADMACRO sequence is the word of its template with other registers (SPEC
 * 8.10): VC, or VB by bit 7 of its byte, is the loaded register, which takes the result too, or
 * LReg16 by bit 6. Every template is compared with the word that names these registers itself. */
#include "floats.h"
#include "sfpu.h"

enum { LOAD_IS_VB = 0x80, TO_LREG16 = 0x40, TEMPLATE_1 = 5, LOADED = 1, RESULT = 6 };

/* Registers hold small numbers; row 0 of Dst, which is loaded, 3.0. */
static void begin(void) {
    start();
    enable(UINT32_MAX);
    for (unsigned row = 0; row < 16; row++) {
        stx_dst_row_set_valid(&core, row, true);
        for (unsigned col = 0; col < STX_COLS; col++) {
            stx_dst_set_bf16(&core, row, col, bits(3.0f) >> 16);
        }
    }
    for (unsigned i = 0; i < 8; i++) {
        set_all(i, bits((float)(2 * i + 5)));
    }
}

static void load_with(uint32_t template_word, uint32_t sequence) {
    core.sfpu.templates[1] = template_word;
    core.sfpu.sequence[0] = sequence;
    (void)run(TT_OP_SFPLOADMACRO(0 << 2 | LOADED, 2, 0, 0)); /* BF16 */
    stx_settle(&core);
}

/* What the word does by itself, with LReg1 loaded. */
static uint32_t by_itself(uint32_t word) {
    begin();
    set_all(LOADED, bits(3.0f));
    (void)run(word);
    stx_settle(&core);
    return lane_of(RESULT, 5);
}

TEST(products_take_the_loaded_register_for_vc_or_vb) {
    for (unsigned n = 0; n < 8 * 8 * 8 * 4; n++) {
        uint32_t va = n % 8, vb = n / 8 % 8, vc = n / 64 % 8, flags = n / 512 << 6;
        bool is_vb = flags & LOAD_IS_VB;
        uint32_t expected =
            by_itself(TT_OP_SFPMAD(va, is_vb ? LOADED : vb, is_vb ? vc : LOADED, RESULT, 0));
        begin();
        load_with(TT_OP_SFPMAD(va, vb, vc, n % 5, 0), (TEMPLATE_1 | flags) << 8);
        CHECK_EQ(lane_of(flags & TO_LREG16 ? 16 : LOADED, 5), expected);
        CHECK_EQ(lane_of(LOADED, 5), flags & TO_LREG16 ? bits(3.0f) : expected);
    }
}

/* Constants are registers from 8 on: the four bits of a field count. */
TEST(constants_are_operands_too) {
    for (unsigned vb = 8; vb < 16; vb++) {
        uint32_t expected = by_itself(TT_OP_SFPMAD(2, vb, LOADED, RESULT, 0));
        begin();
        load_with(TT_OP_SFPMAD(2, vb, 0, 0, 0), TEMPLATE_1 << 8);
        CHECK_EQ(lane_of(LOADED, 5), expected);
        expected = by_itself(TT_OP_SFPMAD(2, LOADED, vb, RESULT, 0));
        begin();
        load_with(TT_OP_SFPMAD(2, 0, vb, 0, 0), (TEMPLATE_1 | LOAD_IS_VB) << 8);
        CHECK_EQ(lane_of(LOADED, 5), expected);
    }
}

/* A store takes the loaded register, LReg16 by bit 6, or that of its template by bit 7; format and
 * address are those of the load. */
TEST(stores_take_the_loaded_register_or_that_of_the_template) {
    for (unsigned n = 0; n < 8 * 4; n++) {
        uint32_t flags = n / 8 << 6, reg = n % 8;
        begin();
        set_all(16, bits(77.0f));
        load_with(TT_OP_SFPSTORE(reg, 0, 0, 8), (TEMPLATE_1 | flags) << 24);
        uint32_t own = reg == LOADED ? 3 : 2 * reg + 5;
        float expected = flags & TO_LREG16 ? 77.0f : flags & LOAD_IS_VB ? (float)own : 3.0f;
        CHECK_EQ(stx_dst_bf16(&core, 0, 0), bits(expected) >> 16);
    }
}

int main(void) {
    RUN_IF(STX_MACROS, products_take_the_loaded_register_for_vc_or_vb);
    RUN_IF(STX_MACROS, constants_are_operands_too);
    RUN_IF(STX_MACROS, stores_take_the_loaded_register_or_that_of_the_template);
    return test_summary();
}
