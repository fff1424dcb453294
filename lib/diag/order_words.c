/* SPDX-License-Identifier: Apache-2.0
 *
 * order_words.c - passes the accesses of a word to the order checker. They come from the word's row
 * in isa/blackhole.def and from the notes that were taken while it executed. */
#include "core/mem.h"
#include "diag/order.h"
#include "isa/gpr_words.h"
#include "regs/cfg.h"
#include "regs/dst_rows.h"
#include "sfpu/load.h"

enum { ROWS_OF_A_BLOCK = 4, DST_HALF = 512 };

/* GPRs are read when the word is issued. They are written then or when the word ends. An offset is
 * incremented when the word is issued, and no later word needs to wait for that. */
static void touch_gpr(struct stx_order *o, unsigned thread, const struct gpr_bits *at, bool write) {
    stx_order_touch(o, STX_ORDER_IN_GPR, thread * STX_GPRS + at->gpr, at->bits, write);
}

static void read_gprs(struct stx_order *o, unsigned thread, uint32_t word) {
    const struct gpr_use use = stx_gprs_of(word);
    for (unsigned i = 0; i < use.reads; i++) {
        touch_gpr(o, thread, &use.read[i], false);
    }
}

static void write_gprs(struct stx_order *o, unsigned thread, uint32_t word) {
    const struct gpr_use use = stx_gprs_of(word);
    for (unsigned i = 0; i < use.writes; i++) {
        touch_gpr(o, thread, &use.written[i], true);
    }
    if (use.writes + use.steps) {
        memcpy(o->gpr[thread], o->core->gpr[thread], sizeof o->gpr[thread]);
    }
}

/* Configuration that a unit reads when the word is issued and not while it executes, with the rules
 * that say so. */
static const struct {
    uint16_t first, last; /* words */
    uint32_t mask;
    uint8_t rule;
} at_issue[] = {
    {CFG_WORD_THCON_SEC0_REG3_Base_address, CFG_WORD_THCON_SEC0_REG4_Base_cntx7_address, UINT32_MAX,
     STX_ORDER_UNPACK_ADDRESS_AT_ISSUE},
    {CFG_WORD_THCON_SEC1_REG3_Base_address, CFG_WORD_THCON_SEC1_REG4_Base_cntx7_address, UINT32_MAX,
     STX_ORDER_UNPACK_ADDRESS_AT_ISSUE},
    {CFG_WORD_THCON_SEC0_REG7_Offset_address, CFG_WORD_THCON_SEC0_REG7_Offset_cntx3_address, 0xFFFF,
     STX_ORDER_UNPACK_ADDRESS_AT_ISSUE},
    {CFG_WORD_THCON_SEC1_REG7_Offset_address, CFG_WORD_THCON_SEC1_REG7_Offset_cntx3_address, 0xFFFF,
     STX_ORDER_UNPACK_ADDRESS_AT_ISSUE},
    {CFG_WORD_THCON_SEC0_REG1_L1_Dest_addr, CFG_WORD_THCON_SEC0_REG1_L1_Dest_addr, UINT32_MAX,
     STX_ORDER_PACK_ADDRESS_AT_ISSUE},
    {CFG_WORD_THCON_SEC0_REG8_L1_Dest_addr, CFG_WORD_THCON_SEC0_REG8_L1_Dest_addr, UINT32_MAX,
     STX_ORDER_PACK_ADDRESS_AT_ISSUE},
    {CFG_WORD_THCON_SEC1_REG1_L1_Dest_addr, CFG_WORD_THCON_SEC1_REG1_L1_Dest_addr, UINT32_MAX,
     STX_ORDER_PACK_ADDRESS_AT_ISSUE},
    {CFG_WORD_THCON_SEC1_REG8_L1_Dest_addr, CFG_WORD_THCON_SEC1_REG8_L1_Dest_addr, UINT32_MAX,
     STX_ORDER_PACK_ADDRESS_AT_ISSUE},
    {CFG_WORD_THCON_SEC0_REG2_Haloize_mode, CFG_WORD_THCON_SEC0_REG2_Haloize_mode, 1u << 8,
     STX_ORDER_TRANSPOSE_AT_ISSUE},
    {CFG_WORD_THCON_SEC1_REG2_Haloize_mode, CFG_WORD_THCON_SEC1_REG2_Haloize_mode, 1u << 8,
     STX_ORDER_TRANSPOSE_AT_ISSUE},
};

static uint32_t bits_at_issue(const struct stx_order *o, uint32_t word) {
    uint32_t bits = 0;
    for (unsigned i = 0; i != sizeof at_issue / sizeof at_issue[0]; i++) {
        if (word >= at_issue[i].first && word <= at_issue[i].last &&
            order_asks(o, (enum stx_order_rule)at_issue[i].rule)) {
            bits |= at_issue[i].mask;
        }
    }
    return bits;
}

static void block_rows(struct stx_order *o, uint32_t row, uint32_t count, bool write) {
    for (uint32_t end = row + count, next; row < end; row = next) {
        next = (row / ROWS_OF_A_BLOCK + 1u) * ROWS_OF_A_BLOCK;
        next = next < end ? next : end;
        uint32_t mask = ((1u << (next - row)) - 1u) << row % ROWS_OF_A_BLOCK;
        stx_order_touch(o, STX_ORDER_IN_DST, row / ROWS_OF_A_BLOCK % 256u, mask, write);
    }
}

/* Sets the width of elements in the rows that are accessed next. With a debug bit, 16-bit elements
 * use the rows of 32-bit ones. */
static void as_wide(struct stx_order *o, bool wide) {
    bool apart = o->core->dbg_feature_disable & DBG_16BIT_IN_32BIT_ROWS;
    o->now.how &= (uint8_t) ~(STX_ORDER_NARROW | STX_ORDER_WIDE);
    o->now.how |= wide || apart ? STX_ORDER_WIDE : STX_ORDER_NARROW;
}

/* The bits that are read when the word is issued. RDCFG reads all of them then, and writes its GPR
 * later. */
static uint32_t early_bits(const struct stx_order *o, const struct stx_note *n) {
    if (n->part == STX_PART_CFG) {
        return is_RDCFG(o->now.word) ? UINT32_MAX : bits_at_issue(o, n->at % STX_CFG_WORDS);
    }
    return order_asks(o, STX_ORDER_THREAD_CONFIG_AT_ISSUE) ? UINT32_MAX : 0;
}

/* Checks one note as an access of the unit or, with gate, of the wait gate. */
static void check_note(struct stx_order *o, unsigned thread, const struct stx_note *n, bool gate) {
    uint32_t early = early_bits(o, n);
    uint32_t bits = gate ? n->what & early : n->what & ~early;
    if (order_note_is_config(n)) {
        bool shared = n->part == STX_PART_CFG;
        stx_order_used(o, shared ? n->at : ORDER_OF_THREAD(thread, n->at), bits);
        stx_order_touch(o, shared ? STX_ORDER_IN_CFG : STX_ORDER_IN_TCFG,
                        shared ? n->at : thread * STX_TCFG_WORDS + n->at, bits, false);
    } else if (gate) {
        return;
    } else if (n->part & (STX_PART_SRCA | STX_PART_SRCB)) {
        unsigned source = n->part == STX_PART_SRCB;
        stx_order_touch(o, STX_ORDER_IN_SOURCE, 2u * source + o->unpack_bank[source], 1, true);
    } else if (n->part == STX_PART_DST) {
        as_wide(o, n->bits == 32);
        block_rows(o, n->at, n->what, n->write);
    } else {
        o->now.format = n->format;
        stx_order_touch_l1(o, n->at, n->what, n->write);
    }
}

static void check_notes(struct stx_order *o, unsigned thread, uint32_t word, bool gate) {
    const struct stx_insn *insn = stx_insn_of(word);
    for (uint32_t i = 0; i < o->notes.count; i++) {
        const struct stx_note *n = &o->notes.note[i];
        bool configures = insn->unit == STX_UNIT_CONFIG || insn->unit == STX_UNIT_SCALAR;
        if (!(configures && n->part == STX_PART_CFG && !is_RDCFG(word))) {
            check_note(o, thread, n, gate);
        }
    }
}

static bool is_wide(const struct stx_order *o, unsigned thread) {
    return cfg_ALU_ACC_CTRL_Fp32_enabled(o->core, thread) ||
           cfg_ALU_ACC_CTRL_INT8_math_enabled(o->core, thread);
}

/* The format determines the width of elements for loads and stores of the vector unit, and the
 * configuration for the FPU. */
static bool is_wide_word(const struct stx_order *o, unsigned thread, uint32_t word) {
    if (is_SFPLOAD(word)) {
        uint32_t mode = fields_of_SFPLOAD(word).instr_mod0;
        return sfpu_load_has_rows32(o->core, thread, sfpu_format_of(o->core, thread, mode));
    }
    if (is_SFPSTORE(word)) {
        uint32_t mode = fields_of_SFPSTORE(word).instr_mod0;
        return sfpu_store_has_rows32(o->core, thread, sfpu_format_of(o->core, thread, mode));
    }
    if (is_MOVA2D(word)) {
        return cfg_ALU_ACC_CTRL_Fp32_enabled(o->core, thread) &&
               !cfg_FP16A_FORCE_Enable(o->core, thread);
    }
    return is_wide(o, thread);
}

/* False for words that use halves of elements on purpose, for clearing, and for loads to a constant
 * register, which only move the counter. */
static bool has_width(uint32_t word, bool write) {
    bool moves = is_MOVD2A(word) || is_MOVD2B(word) || is_MOVB2D(word);
    bool half = is_MOVA2D(word) && fields_of_MOVA2D(word).dest_32b_lo;
    bool counts = is_SFPLOAD(word) && fields_of_SFPLOAD(word).lreg_ind >= 8;
    return !(moves || half || counts || (write && is_ZEROACC(word)) || is_SFPLOADMACRO(word));
}

/* Four rows with successive numbers are adjacent in Dst; with 32-bit elements they are at two
 * places. */
static void check_group(struct stx_order *o, uint32_t row, uint32_t count, bool wide, bool write) {
    uint32_t at = wide ? dst_row32(o->core, row) : dst_row16(o->core, row);
    block_rows(o, at, count, write);
    block_rows(o, at + DST_LOW_HALF, wide ? count : 0, write);
}

/* The rows of Dst that a word of FPU or SFPU accesses. For a ZEROACC of half of Dst or of all of
 * it, `rows` has the physical rows. */
static void check_rows(struct stx_order *o, unsigned thread, uint32_t word,
                       struct stx_order_rows rows, bool write) {
    bool wide = is_wide_word(o, thread, word);
    as_wide(o, wide);
    if (!has_width(word, write)) {
        o->now.how &= (uint8_t) ~(STX_ORDER_NARROW | STX_ORDER_WIDE);
    }
    if (rows.count >= DST_HALF) {
        block_rows(o, rows.row, rows.count, write);
        return;
    }
    for (uint32_t row = rows.row, end = row + rows.count, next; row < end; row = next) {
        next = (row / ROWS_OF_A_BLOCK + 1u) * ROWS_OF_A_BLOCK;
        next = next < end ? next : end;
        check_group(o, row, next - row, wide, write);
    }
}

static void check_dst(struct stx_order *o, unsigned thread, uint32_t word) {
    for (unsigned write = 0; write < 2; write++) {
        check_rows(o, thread, word, o->rows[write], write);
        o->rows[write].count = 0;
    }
}

/* Checks the banks of SrcA and SrcB that the word accesses. */
static void check_sources(struct stx_order *o, uint32_t word) {
    static const uint32_t parts[] = {STX_PART_SRCA, STX_PART_SRCB};
    const struct stx_insn *insn = stx_insn_of(word);
    bool works = insn->unit == STX_UNIT_FPU && insn->care != STX_CARE_ZEROES_SOURCE;
    for (unsigned s = 0; s < 2 && works; s++) {
        bool waits = insn->waits <= STX_WAIT_BOTH && (insn->waits >> s & 1u);
        if (waits || ((insn->reads | insn->writes) & parts[s])) {
            stx_order_touch(o, STX_ORDER_IN_SOURCE, 2u * s + o->fpu_bank[s], 1,
                            insn->writes & parts[s]);
        }
    }
    if (is_UNPACR_NOP(word)) {
        unsigned s = fields_of_UNPACR_NOP(word).unpacker_select;
        stx_order_touch(o, STX_ORDER_IN_SOURCE, 2u * s + o->unpack_bank[s], 1, true);
    }
}

/* The bits of configuration that the word writes. If the rule SAME_VALUE is on, only those whose
 * value has changed count. */
static void config_written(struct stx_order *o, unsigned thread, uint32_t word, uint32_t mask) {
    unsigned bank = word < STX_CFG_SHARED ? cfg_bank(o->core, thread) : 0;
    if (word < STX_CFG_WORDS) {
        uint32_t now = o->core->cfg[bank][word], changed = o->cfg[bank][word] ^ now;
        o->cfg[bank][word] = now;
        stx_order_wrote(o, bank * STX_CFG_WORDS + word, mask);
        mask &= order_asks(o, STX_ORDER_SAME_VALUE) ? changed : UINT32_MAX;
        stx_order_touch(o, STX_ORDER_IN_CFG, bank * STX_CFG_WORDS + word, mask, true);
    }
}

static void write_byte(struct stx_order *o, unsigned thread, const struct stx_args_RMWCIB0 *a,
                       unsigned byte) {
    config_written(o, thread, a->cfg_reg_addr, a->mask << 8u * byte);
}

/* One word, or the four words of an aligned group. */
static void write_words(struct stx_order *o, unsigned thread, uint32_t word, bool four) {
    for (unsigned i = 0; i < (four ? 4u : 1u); i++) {
        config_written(o, thread, (four ? word & ~3u : word) + i, UINT32_MAX);
    }
}

static void check_config(struct stx_order *o, unsigned thread, uint32_t word) {
    const struct stx_args_WRCFG a = fields_of_WRCFG(word);
    const struct stx_args_RMWCIB0 byte = fields_of_RMWCIB0(word);
    const struct stx_args_REG2FLOP flop = fields_of_REG2FLOP(word);
    const bool bytes[] = {is_RMWCIB0(word), is_RMWCIB1(word), is_RMWCIB2(word), is_RMWCIB3(word)};
    for (unsigned i = 0; i < 4; i++) {
        if (bytes[i]) {
            write_byte(o, thread, &byte, i);
        }
    }
    if (is_WRCFG(word)) {
        write_words(o, thread, a.cfg_reg, a.wr128b);
    } else if (is_CFGSHIFTMASK(word)) {
        write_words(o, thread, fields_of_CFGSHIFTMASK(word).cfg_reg, false);
    } else if (is_REG2FLOP(word)) {
        write_words(o, thread, CFG_WORD_THCON_SEC0_REG0_TileDescriptor + flop.flop_index,
                    flop.size_sel == 0);
    } else if (is_SETC16(word)) {
        const struct stx_args_SETC16 t = fields_of_SETC16(word);
        if (t.setc16_reg < STX_TCFG_WORDS) {
            stx_order_wrote(o, ORDER_OF_THREAD(thread, t.setc16_reg), 0xFFFF);
            stx_order_touch(o, STX_ORDER_IN_TCFG, thread * STX_TCFG_WORDS + t.setc16_reg, 0xFFFF,
                            true);
        }
        if (t.setc16_reg == STX_TTSYNC_WORD && t.setc16_value) {
            stx_order_set(o, STX_ORDER_AUTO_TTSYNC, true);
        }
    }
}

void stx_order_accesses(struct stx_order *o, unsigned thread, uint32_t word) {
    unsigned gate = order_agent(thread, ORDER_GATE);
    unsigned unit = o->now.agent;
    enum order_kind kind = (enum order_kind)o->now.unit;
    stx_order_as(o, gate, ORDER_GATE);
    read_gprs(o, thread, word);
    check_notes(o, thread, word, true);
    stx_order_as(o, unit, kind);
    o->now.how |= stx_order_ends_at_gate(word) ? 0 : STX_ORDER_LATE;
    check_notes(o, thread, word, false);
    check_dst(o, thread, word);
    check_sources(o, word);
    write_gprs(o, thread, word);
    check_config(o, thread, word);
}
