/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * The order checker on what units take from their configuration when a word is issued, and on a
 * packer that the hardware holds: for each rule that excuses words that just keep it, words that
 * break it, and the same words with the rule switched off. */
#include "regs/cfg.h"

#include "diag/order_words.h"

enum { BFLOAT16 = 5, UNTIL_UNPACK0 = 2, STALL_PACK = 4 };
enum {
    TILE = CFG_WORD_THCON_SEC0_REG0_TileDescriptor,
    UNPACKED = CFG_WORD_THCON_SEC0_REG2_Haloize_mode,
    BASE = CFG_WORD_THCON_SEC0_REG3_Base_address,
    PACKED = CFG_WORD_THCON_SEC0_REG1_L1_Dest_addr
};
#define UNPACK TT_OP_UNPACR(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1)
#define UNPACK_OF_2 TT_OP_UNPACR(0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 1)
#define PACK TT_OP_PACR(0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 1)

/* A unit that can unpack and pack bfloat16, with the unpackers' banks free. */
static void begin(void) {
    watch();
    WORDS(1, TT_OP_CLEARDVALID(3, 0), TT_OP_CLEARDVALID(3, 0));
    core.cfg[0][TILE] = 16u << 16 | 1u << 4 | BFLOAT16;
    core.cfg[0][TILE + 1] = 1u << 16 | 1u;
    core.cfg[0][UNPACKED] = BFLOAT16;
    core.cfg[0][UNPACKED + 1] = 0xF; /* not compressed */
    core.cfg[0][BASE] = 0x10;
    core.cfg[0][TILE + 20] = 64; /* the first row of context 0, and the datums of a line */
    core.cfg[0][TILE + 22] = 16;
    core.tcfg[0][5] = 4;
    core.cfg[0][1] = BFLOAT16 << 25; /* the format of Dst */
    core.cfg[0][12] = 32u << 16;     /* bytes of a row and of a face of Dst */
    core.cfg[0][13] = 512;
    core.cfg[0][24] = 0xFFFF;
    core.cfg[0][28] = 16u << 8;
    core.cfg[0][PACKED] = 0x20;
    core.cfg[0][PACKED + 1] = BFLOAT16 << 8 | BFLOAT16 << 4;
    core.tcfg[2][37] = 4;
    core.tcfg[2][38] = 1u << 5 | 1u << 11;
    WORDS(0, TT_OP_SETADCXX(1, 15, 0));
    WORDS(2, TT_OP_SETADCXX(4, 15, 0));
    (void)stx_order_init(&order, &core, STX_ORDER_DEFAULT);
}

static void begin_without(enum stx_order_rule rule) {
    begin();
    stx_order_set(&order, rule, false);
}

/* Words break no order, but do without the rule that says what is taken at issue. */
#define TAKEN_AT_ISSUE(rule, thread, ...) \
    do {                                  \
        begin();                          \
        WORDS(thread, __VA_ARGS__);       \
        SILENT();                         \
        begin_without(rule);              \
        WORDS(thread, __VA_ARGS__);       \
        FOUND(CONFIG_ORDER);              \
    } while (0)

TEST(the_unpackers_base_is_taken_at_issue) {
    TAKEN_AT_ISSUE(STX_ORDER_UNPACK_ADDRESS_AT_ISSUE, 0, UNPACK, TT_OP_RMWCIB0(0xFF, 0x30, BASE));
}

/* Each context of each unpacker has an address and an offset of its own. */
TEST(every_context_is_taken_at_issue) {
    enum {
        UNIT_1 = CFG_WORD_THCON_SEC1_REG3_Base_address - BASE,
        OFFSET = BASE + 16,
        CONTEXTS = 4
    };
    for (uint32_t i = 0; i < 2 * CONTEXTS; i++) {
        uint32_t context = i % CONTEXTS, word = BASE + context + UNIT_1 * (i / CONTEXTS);
        for (unsigned on = 0; on < 4; on++) {
            begin();
            stx_order_set(&order, STX_ORDER_UNPACK_ADDRESS_AT_ISSUE, on & 1u);
            core.cfg[0][word] = 0x10;
            memcpy(&core.cfg[0][TILE + UNIT_1], &core.cfg[0][TILE], 2 * 4);
            memcpy(&core.cfg[0][UNPACKED + UNIT_1], &core.cfg[0][UNPACKED], 2 * 4);
            WORDS(0, TT_OP_SETADCXX(2, 15, 0),
                  TT_OP_UNPACR(i / CONTEXTS, 0, 0, context, 0, 1, 0, 0, 0, 0, 0, 0, 1),
                  TT_OP_RMWCIB0(0xFF, 0x30, on & 2u ? word + OFFSET - BASE : word));
            if (on & 1u) {
                SILENT();
            } else {
                FOUND(CONFIG_ORDER);
            }
        }
    }
}

TEST(the_unpackers_tile_is_not) {
    begin();
    WORDS(0, UNPACK, TT_OP_RMWCIB0(0x0F, 0x00, TILE));
    FOUND(CONFIG_ORDER);
    begin();
    WORDS(0, UNPACK, UNTIL(STALL_CFG, UNTIL_UNPACK0), TT_OP_RMWCIB0(0x0F, 0x00, TILE));
    SILENT();
}

TEST(transposition_is_taken_at_issue) {
    TAKEN_AT_ISSUE(STX_ORDER_TRANSPOSE_AT_ISSUE, 0, UNPACK, TT_OP_RMWCIB1(0x01, 0x01, UNPACKED));
    begin(); /* the format that stands in the same word */
    WORDS(0, UNPACK, TT_OP_RMWCIB0(0x0F, 0x00, UNPACKED));
    FOUND(CONFIG_ORDER);
}

TEST(the_packers_address_is_taken_at_issue) {
    TAKEN_AT_ISSUE(STX_ORDER_PACK_ADDRESS_AT_ISSUE, 2, PACK, TT_OP_RMWCIB0(0xFF, 0x30, PACKED));
}

TEST(the_packers_format_is_not) {
    begin();
    WORDS(2, PACK, TT_OP_RMWCIB0(0xF0, 0x00, PACKED + 1));
    CHECK(stx_order_total(&order) > 0);
    CHECK_EQ(order.finding[0].rule, STX_ORDER_CONFIG_ORDER);
    begin();
    WORDS(2, PACK, UNTIL(STALL_CFG, UNTIL_PACK), TT_OP_RMWCIB0(0xF0, 0x00, PACKED + 1));
    SILENT();
}

/* UNPACR reads what belongs to its context, and a later one of another context other bits of the
 * same words: a wait between them covers what the first has read. */
TEST(each_context_is_awaited_alone) {
    enum { TARGETS = UNPACKED + 1, TO_DST_0 = 1u << 4 };
    begin();
    WORDS(0, UNPACK, UNTIL(STALL_SYNC, UNTIL_UNPACK0), POST, UNPACK_OF_2,
          TT_OP_RMWCIB0(TO_DST_0, TO_DST_0, TARGETS));
    SILENT();
    begin();
    WORDS(0, UNPACK, POST, UNPACK_OF_2, TT_OP_RMWCIB0(TO_DST_0, TO_DST_0, TARGETS));
    FOUND(CONFIG_ORDER);
}

/* Within a thread. */
TEST(a_packer_is_held_while_the_fpu_writes_its_rows) {
    begin();
    WORDS(2, CLEAR_ROWS, PACK);
    SILENT();
    begin_without(STX_ORDER_PACK_HELD_BY_FPU);
    WORDS(2, TT_OP_SETDVALID(3), PRODUCT, PACK);
    FOUND(DST_ORDER);
    begin();
    WORDS(2, TT_OP_SETDVALID(3), PRODUCT, PACK);
    SILENT();
    begin();
    WORDS(2, STORE_ROWS, PACK); /* and not while the vector unit does */
    FOUND(DST_ORDER);
    begin();
    WORDS(2, STORE_ROWS, UNTIL(STALL_PACK, UNTIL_SFPU), PACK);
    SILENT();
}

int main(void) {
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2 && STX_DST_ROWS == 1024,
           the_unpackers_base_is_taken_at_issue);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2 && STX_DST_ROWS == 1024,
           every_context_is_taken_at_issue);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2 && STX_DST_ROWS == 1024,
           the_unpackers_tile_is_not);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2 && STX_DST_ROWS == 1024,
           transposition_is_taken_at_issue);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2 && STX_DST_ROWS == 1024,
           the_packers_address_is_taken_at_issue);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2 && STX_DST_ROWS == 1024,
           the_packers_format_is_not);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2 && STX_DST_ROWS == 1024,
           each_context_is_awaited_alone);
    RUN_IF(STX_THREADS == 3 && STX_SRC_BANKS == 2 && STX_DST_ROWS == 1024,
           a_packer_is_held_while_the_fpu_writes_its_rows);
    return test_summary();
}
