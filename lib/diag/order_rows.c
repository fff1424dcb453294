/* SPDX-License-Identifier: Apache-2.0
 *
 * order_rows.c - reads from the rows of isa/blackhole.def what the judge of order asks of a word:
 * in which unit it executes, when it has ended, which waits hold it, and which GPRs it needs. */
#include "diag/order.h"
#include "isa/args.h"
#include "isa/operand_values.h"

enum { GATE = 1, NEXT };
struct order_row {
    uint8_t there;             /* 1: there is such an instruction */
    uint16_t held;             /* HELD */
    uint8_t ends;              /* ENDS */
    uint8_t in_0, in_6, in_18; /* GPR_IN */
    uint8_t unless, unless_of; /* GPR_IN_UNLESS */
    uint8_t four, four_of;     /* GPR_IN_4 */
    uint8_t out, half;         /* GPR_OUT, GPR_OUT_HALF */
};
#define HELD(bits) .held = (bits),
#define ENDS(when) .ends = when,
#define GPR_IN(bit) .in_##bit = 1,
#define GPR_IN_UNLESS(bit, of) .unless = (bit), .unless_of = (of),
#define GPR_IN_4(bit, of) .four = (bit), .four_of = (of),
#define GPR_OUT(bit) .out = (bit),
#define GPR_OUT_HALF(bit) .half = (bit) + 1,
#define INSN(NAME, code, unit, facts, ...) [code] = {.there = 1, facts},
static const struct order_row order_rows[STX_OPCODES] = {
#include "isa/tensix.def"
};

static const struct order_row *row_of(uint32_t word) {
    return &order_rows[word_opcode(word)];
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
        return true; /* a wait is held by any other */
    }
    return held ? (block & held) == held : block & bits[insn->unit];
}

static uint32_t gpr_at(uint32_t word, unsigned bit) {
    return word >> bit & (STX_GPRS - 1u);
}

/* Adds a GPR to those that the word reads. */
static void add(struct order_gprs *gprs, uint32_t first, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        gprs->read[gprs->reads++] = (uint8_t)((first + i) % STX_GPRS);
    }
}

struct order_gprs stx_order_gprs(uint32_t word) {
    const struct order_row *row = row_of(word);
    struct order_gprs gprs = {.reads = 0};
    bool four = row->four && (word >> row->four_of & 1u);
    add(&gprs, gpr_at(word, 0), row->in_0);
    add(&gprs, gpr_at(word, 6), row->in_6);
    add(&gprs, gpr_at(word, 18), row->in_18);
    add(&gprs, gpr_at(word, row->unless), row->unless && !(word >> row->unless_of & 1u));
    add(&gprs, gpr_at(word, row->four) & ~(four ? 3u : 0u), row->four ? (four ? 4 : 1) : 0);
    if (row->half) {
        uint32_t half = word >> (row->half - 1u) & (2u * STX_GPRS - 1u);
        gprs.written = (uint8_t)(half / 2u);
        gprs.bits = half % 2u ? 0xFFFF0000u : 0xFFFFu;
    } else if (row->out) {
        gprs.written = (uint8_t)gpr_at(word, row->out);
        gprs.bits = UINT32_MAX;
    }
    return gprs;
}
