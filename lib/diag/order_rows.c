/* SPDX-License-Identifier: Apache-2.0
 *
 * order_rows.c - reads from the rows of isa/blackhole.def what the order checker needs to know of a
 * word: in which unit it executes, when it ends, and which waits hold it. */
#include "diag/order.h"
#include "isa/args.h"
#include "isa/operand_values.h"

enum { GATE = 1, NEXT };
struct order_row {
    uint8_t there; /* 1 if there is such an instruction */
    uint16_t held; /* HELD */
    uint8_t ends;  /* ENDS */
};
#define HELD(bits) .held = (bits),
#define ENDS(when) .ends = when,
#define INSN(NAME, code, unit, facts, ...) [code] = {.there = 1, facts},
static const struct order_row order_rows[STX_OPCODES] = {
#include "isa/tensix.def"
};

static const struct order_row *row_of(uint32_t word) {
    return &order_rows[stx_opcode_of(word)];
}

bool stx_order_ends_at_gate(uint32_t word) {
    return row_of(word)->ends == GATE;
}

bool stx_order_ends_late(uint32_t word) {
    return row_of(word)->ends == NEXT;
}

enum order_kind stx_order_unit(uint32_t word) {
    static const uint8_t kinds[] = {
        [STX_UNIT_FPU] = ORDER_FPU,       [STX_UNIT_RWC] = ORDER_FPU,
        [STX_UNIT_SFPU] = ORDER_SFPU,     [STX_UNIT_PACK] = ORDER_PACK,
        [STX_UNIT_SCALAR] = ORDER_SCALAR, [STX_UNIT_CONFIG] = ORDER_CONFIG,
        [STX_UNIT_MOVER] = ORDER_MOVER,   [STX_UNIT_UNPACK] = ORDER_UNPACK0};
    const struct stx_insn *insn = stx_insn_of(word);
    if (insn && insn->unit == STX_UNIT_UNPACK) {
        return fields_of_UNPACR(word).unpack_block_selection ? ORDER_UNPACK1 : ORDER_UNPACK0;
    }
    return insn && kinds[insn->unit] ? (enum order_kind)kinds[insn->unit] : ORDER_GATE;
}

bool stx_order_holds(uint32_t block, uint32_t word) {
    static const uint16_t bits[] = {[STX_UNIT_SYNC] = p_stall_STALL_SYNC,
                                    [STX_UNIT_CONFIG] = p_stall_STALL_CFG,
                                    [STX_UNIT_SCALAR] = p_stall_STALL_THCON | p_stall_STALL_TDMA,
                                    [STX_UNIT_RWC] = p_stall_STALL_MATH,
                                    [STX_UNIT_FPU] = p_stall_STALL_MATH,
                                    [STX_UNIT_SFPU] = p_stall_STALL_SFPU,
                                    [STX_UNIT_UNPACK] = p_stall_STALL_UNPACK | p_stall_STALL_TDMA,
                                    [STX_UNIT_PACK] = p_stall_STALL_PACK | p_stall_STALL_TDMA,
                                    [STX_UNIT_ADC] = p_stall_STALL_TDMA,
                                    [STX_UNIT_MOVER] = p_stall_STALL_XMOV | p_stall_STALL_TDMA};
    const struct stx_insn *insn = stx_insn_of(word);
    uint32_t held = row_of(word)->held;
    bool replaces = STX_SEMWAIT_REPLACES && is_SEMWAIT(word);
    if (!insn ||
        (insn->waits >= STX_WAIT_SEMAPHORE && insn->waits <= STX_WAIT_STALL && !replaces) ||
        is_STREAMWAIT(word)) {
        return true; /* any other wait holds a wait */
    }
    return held ? (block & held) == held : block & bits[insn->unit];
}
