/* SPDX-License-Identifier: Apache-2.0
 *
 * order_vector.c - finds words of the vector unit that depend on a register or setting of it that
 * nothing has written since the kernel began: LReg0 to 7 and 12 to 14, LaneConfig, templates,
 * sequences, the misc register, ADDR_MODs.
 *
 * LReg8, 9, 10 and 15 are constants of the hardware, and LReg11 is written by the firmware before
 * the first kernel. To read LReg12 to 14 or a setting is a finding. LReg0 to 7 may be read for
 * nothing: kernels fill the slots of a pipeline with words whose results they replace later. So a
 * result is as unwritten as what it was made of, lane by lane, and it is a finding that such a lane
 * is stored, configures something, or decides which lanes are enabled. */
#include "core/mem.h"
#include "diag/order.h"
#include "diag/order_operands.h"
#include "isa/operand_values.h"
#include "regs/cfg.h"
#include "sfpu/sub_units.h"
#include "sfpu/template.h"
#include "sfpu/vector_issue.h"

enum { FIXED = 0x8F00, LREG_16 = 16 }; /* LReg8 to 11, LReg15 */
enum { ROW_OF_LANES = 0xFF, ROW = 8 };
/* Settings have the numbers of SFPCONFIG's destinations. */
enum {
    SETTING_SEQUENCE = SFPCONFIG_DEST_MACRO_SEQ0,
    SETTING_MISC = SFPCONFIG_DEST_MACRO_CTRL,
    SETTING_CONSTANT = SFPCONFIG_DEST_LREG11,
    SETTING_LANES = SFPCONFIG_DEST_SFPU_CTRL
};

void stx_order_vector_init(struct stx_order *o) {
    for (unsigned reg = 0; reg <= LREG_16; reg++) {
        o->vector.written[reg] = reg == LREG_16 || FIXED >> reg & 1u ? SFPU_ALL_LANES : 0;
    }
}

void stx_order_vector_before(struct stx_order *o) {
    const struct stx_sfpu *s = &o->core->sfpu;
    struct stx_order_vector *v = &o->vector;
    v->lanes = sfpu_enabled(o->core);
    v->head = s->head;
    v->macro = s->apart & STX_APART_MACRO;
    if (v->macro) {
        memcpy(v->waiting, s->waiting, sizeof v->waiting);
        memcpy(v->pending, s->pending, sizeof v->pending);
    }
}

static void read_setting(struct stx_order *o, unsigned setting) {
    uint32_t bit = 1u << setting;
    if (!(o->vector.settings & bit)) {
        o->vector.settings |= bit;
        stx_order_find_unwritten(o, STX_ORDER_IN_VECTOR_CFG, setting, &o->now);
    }
}

/* True if the register holds a value of sfpi code while the word executes, and then again what it
 * held before. */
static bool is_value(const struct stx_order *o, unsigned reg) {
    return reg < 8 && o->vector.values >> o->now.thread & 1u;
}

/* The lanes of these that nothing has written. */
static uint32_t unwritten_of(const struct stx_order *o, unsigned reg, uint32_t lanes) {
    return is_value(o, reg) ? 0 : lanes & ~o->vector.written[reg];
}

/* What is unwritten in the register: a word has left it there, or the register itself. */
static struct stx_order_made made_of(const struct stx_order *o, unsigned reg) {
    const struct stx_order_made *made = &o->vector.made[reg];
    return made->by.word ? *made : (struct stx_order_made){o->now, (uint8_t)reg};
}

/* The word needs the lanes of a register. Each register is reported once; then it counts as
 * written. */
static void need_lreg(struct stx_order *o, unsigned reg, uint32_t lanes) {
    if (unwritten_of(o, reg, lanes)) {
        const struct stx_order_made made = made_of(o, reg);
        o->vector.written[reg] = o->vector.written[made.of] = SFPU_ALL_LANES;
        stx_order_find_unwritten(o, STX_ORDER_IN_LREG, made.of, &made.by);
    }
}

/* Reads the lanes of registers; returns those that are unwritten in any of them. `made` is set to
 * what they were made of. */
static uint32_t read_lregs(struct stx_order *o, uint32_t registers, uint32_t lanes,
                           struct stx_order_made *made) {
    uint32_t unwritten = 0;
    for (unsigned reg = 0; registers; reg++, registers >>= 1) {
        if (!(registers & 1u)) {
            continue;
        }
        if (reg >= 8 && reg < LREG_16) {
            need_lreg(o, reg, lanes);
        }
        if (unwritten_of(o, reg, lanes)) {
            *made = made_of(o, reg);
            unwritten |= unwritten_of(o, reg, lanes);
        }
    }
    return unwritten;
}

/* The lanes of a register receive a result, of which some are unwritten. */
static void write_lreg(struct stx_order *o, unsigned reg, uint32_t lanes, uint32_t unwritten,
                       const struct stx_order_made *made) {
    struct stx_order_vector *v = &o->vector;
    if (!is_value(o, reg)) {
        v->written[reg] = (v->written[reg] & ~lanes) | (lanes & ~unwritten);
        v->made[reg] = unwritten ? *made : v->made[reg];
    }
}

static void write_lregs(struct stx_order *o, uint32_t registers, uint32_t lanes, uint32_t unwritten,
                        const struct stx_order_made *made) {
    for (unsigned reg = 0; registers; reg++, registers >>= 1) {
        if (registers & 1u) {
            write_lreg(o, reg, lanes, unwritten, made);
        }
    }
}

static void need_lregs(struct stx_order *o, uint32_t registers, uint32_t lanes) {
    for (unsigned reg = 0; registers; reg++, registers >>= 1) {
        if (registers & 1u) {
            need_lreg(o, reg, lanes);
        }
    }
}

/* SFPTRANSP: register i, row j of four registers receives what register j had in row i. */
static void transpose(struct stx_order_vector *v, unsigned first) {
    uint32_t old[4];
    for (unsigned i = 0; i < 4; i++) {
        old[i] = v->written[first + i];
        v->written[first + i] = 0;
    }
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned row = 0; row < 4; row++) {
            v->written[first + i] |= (old[row] >> (ROW * i) & ROW_OF_LANES) << (ROW * row);
        }
    }
}

/* A chain of SFPSHFT2: LReg0 = LReg1, LReg1 = LReg2, LReg2 = LReg3. LReg3 is 0, LReg0 by a row, or
 * VC. */
static void shift_chain(struct stx_order *o, uint32_t word, unsigned mode) {
    struct stx_order_vector *v = &o->vector;
    uint32_t *w = v->written, lanes = v->lanes;
    uint32_t last = mode == 1 ? w[0] >> ROW | (uint32_t)ROW_OF_LANES << 3 * ROW : SFPU_ALL_LANES;
    last &= mode == 2 ? ~unwritten_of(o, vector_vc(word), lanes) : SFPU_ALL_LANES;
    for (unsigned i = 0; i < 4; i++) {
        w[i] = (w[i] & ~lanes) | ((i < 3 ? w[i + 1] : last) & lanes);
    }
}

/* SFPSWAP in its mode 0. */
static void swap(struct stx_order_vector *v, unsigned a, unsigned b) {
    uint32_t written = v->written[a];
    struct stx_order_made made = v->made[a];
    v->written[a] = v->written[b];
    v->made[a] = v->made[b];
    v->written[b] = written;
    v->made[b] = made;
}

/* Words that move values between registers. False for other words. */
static bool moves(struct stx_order *o, uint32_t word) {
    const struct vector_row *row = stx_vector_row(word);
    unsigned mode = vector_mode(row, word), c = vector_vc(word), d = vector_vd(row, word);
    if (is_value(o, 0)) {
        return false;
    }
    if (is_SFPTRANSP(word)) {
        transpose(&o->vector, 0);
        transpose(&o->vector, 4);
    } else if (is_SFPSHFT2(word) && mode <= 2) {
        shift_chain(o, word, mode);
    } else if (is_SFPSWAP(word) && mode == 0 && c < 8 && d < 8) {
        swap(&o->vector, c, d);
    } else {
        return false;
    }
    return true;
}

/* The columns that SFPCONFIG configures, which are also the lanes in which it reads LReg0. */
static uint32_t columns_of(const struct stx_order *o, const struct stx_args_SFPCONFIG *a) {
    uint32_t columns = 0;
    for (unsigned c = 0; c < ROW; c++) {
        columns |= (a->imm16_math >> 2 * c & 1u) << c;
    }
    return (a->instr_mod1 & SFPCONFIG_MOD1_IMM16_IS_LANE_MASK ? columns : ROW_OF_LANES) &
           o->vector.lanes;
}

/* A setting that is combined with its old value counts as written. */
static void configure(struct stx_order *o, uint32_t word) {
    const struct stx_args_SFPCONFIG a = fields_of_SFPCONFIG(word);
    uint32_t columns = columns_of(o, &a);
    if (!(a.instr_mod1 & SFPCONFIG_MOD1_IMM16_IS_VALUE)) {
        need_lreg(o, 0, a.config_dest <= SETTING_MISC ? columns & 1u : columns);
    }
    if (a.config_dest >= SETTING_CONSTANT && a.config_dest < SETTING_LANES) {
        o->vector.written[a.config_dest] |= columns * 0x01010101u;
    } else {
        o->vector.settings |= 1u << a.config_dest;
    }
}

/* Settings that an SFPLOADMACRO reads: its sequence, the templates that this selects, and the misc
 * register, for the format, if it has a store. */
static void load_macro(struct stx_order *o, uint32_t word) {
    const struct stx_args_SFPLOADMACRO a = fields_of_SFPLOADMACRO(word);
    unsigned macro = a.lreg_ind >> 2;
    uint32_t sequence = o->core->sfpu.sequence[macro];
    read_setting(o, SETTING_SEQUENCE + macro);
    for (; sequence; sequence >>= 8) {
        if ((sequence & 7u) >= 4u) {
            read_setting(o, (sequence & 7u) - 4u);
        }
    }
    if (o->core->sfpu.sequence[macro] >> 8 * UNIT_STORE & 7u) {
        read_setting(o, SETTING_MISC);
    }
    write_lreg(o, (a.lreg_ind & 3u) | (a.dest_reg_addr & 1u) << 2, o->vector.lanes, 0, NULL);
}

/* A special source of SFPMOV. The others are constants and random numbers. */
static void move_setting(struct stx_order *o, uint32_t word) {
    unsigned source = vector_vc(word);
    if (source <= SETTING_MISC || source == SETTING_LANES) {
        read_setting(o, source);
    }
}

/* The lanes in which a word reads and writes. */
static uint32_t lanes_of(const struct stx_order *o, uint32_t word) {
    unsigned mode = vector_mode(stx_vector_row(word), word);
    bool all = is_SFPMOV(word) && (mode & ~4u) == MOV_ALL_LANES;
    return all ? SFPU_ALL_LANES : o->vector.lanes;
}

/* Each lane of a result goes to the register that LReg7 names in it. */
static void write_named(struct stx_order *o, uint32_t lanes, uint32_t unwritten,
                        const struct stx_order_made *made) {
    SFPU_FOR_LANES(lanes, lane) {
        unsigned reg = o->core->sfpu.lreg[7][lane] & 15u;
        write_lreg(o, reg, 1u << lane, unwritten & 1u << lane, made);
    }
}

/* A word with these registers; it writes none if LReg7 names its result. */
static void execute(struct stx_order *o, uint32_t word, uint32_t reads, uint32_t writes,
                    uint32_t lanes) {
    struct stx_order_made made = {0};
    if (needs_values(word)) {
        need_lregs(o, reads, lanes);
    }
    uint32_t unwritten = read_lregs(o, reads, lanes, &made);
    write_lregs(o, writes, lanes, unwritten, &made);
    if (!writes && names_its_result(word)) {
        write_named(o, lanes, unwritten, &made);
    }
}

static void own_word(struct stx_order *o, uint32_t word) {
    uint32_t lanes = lanes_of(o, word);
    if (sfpu_is_template(o->core, word)) {
        o->vector.settings |= 1u << (stx_vector_template(word) - 12u);
    } else if (is_SFPCONFIG(word)) {
        configure(o, word);
    } else if (is_SFPLOADMACRO(word)) {
        load_macro(o, word);
    } else if (!moves(o, word)) {
        if (is_SFPMOV(word) && (fields_of_SFPMOV(word).instr_mod1 & MOV_SPECIAL)) {
            move_setting(o, word);
        }
        execute(o, word, reads_of(word), writes_of(word), lanes);
    }
}

/* The registers that an operation reads: the loaded register takes the place of VC, or of VB. */
static uint32_t scheduled_reads(const struct stx_sfpu_op *op) {
    const struct vector_row *row = stx_vector_row(op->word);
    unsigned mode = vector_mode(row, op->word), vd = vector_vd(row, op->word);
    unsigned vb = row->in_VB ? vector_vb(op->word) : vd, vc = row->in_VC ? vector_vc(op->word) : vd;
    *(op->byte & LOAD_IS_VB ? &vb : &vc) = op->lreg;
    uint32_t second = row->in_VD && !row->in_VC ? vc : vb; /* what VD becomes */
    return (row->in_VA >> mode & 1u ? 1u << vector_va(op->word) : 0) |
           (row->in_VB >> mode & 1u ? 1u << vb : 0) | (row->in_VC >> mode & 1u ? 1u << vc : 0) |
           (row->in_VD >> mode & 1u ? 1u << second : 0);
}

/* An operation of an SFPLOADMACRO has been executed. It is reported at the word of its cycle. */
static void scheduled(struct stx_order *o, const struct stx_sfpu_op *op, unsigned unit) {
    const struct stx_order_access now = o->now;
    bool staged = op->byte & TO_LREG16;
    uint32_t writes = staged ? 1u << LREG_16 : names_its_result(op->word) ? 0 : 1u << op->lreg;
    if (!stx_vector_row(op->word)->can_be_template) {
        return;
    }
    o->now.word = op->word;
    if (unit == UNIT_STORE) {
        unsigned named = op->byte & LOAD_IS_VB ? vector_vd_high(op->word) : op->lreg;
        need_lreg(o, op->byte & TO_LREG16 ? LREG_16 : named, o->vector.lanes);
    } else {
        execute(o, op->word, scheduled_reads(op), writes, o->vector.lanes);
    }
    o->now = now;
}

/* The operations that were due in the cycles of this word. True if one of them used the sub-unit of
 * the word itself, which is then dropped. */
static bool scheduled_words(struct stx_order *o, uint32_t word) {
    enum { UNITS = STX_MACROS ? UNIT_COUNT : 0 }; /* without macros nothing is scheduled */
    const struct stx_order_vector *v = &o->vector;
    unsigned cycles = (o->core->sfpu.head - v->head) & 7u, dropped = UNIT_COUNT;
    for (unsigned i = 0; i < (cycles ? cycles : 1u); i++) {
        unsigned when = (v->head + i) & 7u;
        for (unsigned unit = 0; unit != UNITS; unit++) {
            if (v->waiting[unit] >> when & 1u) {
                scheduled(o, &v->pending[unit][when], unit);
                dropped = sfpu_unit_of(word) == unit ? unit : dropped;
            }
        }
    }
    return dropped != UNIT_COUNT;
}

void stx_order_vector(struct stx_order *o, uint32_t word) {
    bool dropped = o->vector.macro && scheduled_words(o, word);
    if (!stx_vector_sub_unit(word) || is_SFPNOP(word) || dropped) {
        return;
    }
    own_word(o, word);
    if (!is_SFPCONFIG(word) && !is_SFPENCC(word)) {
        read_setting(o, SETTING_LANES);
    }
}

void stx_order_vector_used(struct stx_order *o, uint32_t index) {
    uint32_t word = (index - ORDER_OF_THREAD(0, 0)) % STX_TCFG_WORDS;
    if (stx_vector_sub_unit(o->now.word) && index >= ORDER_OF_THREAD(0, 0) &&
        word >= TCFG_WORD_ADDR_MOD_DST_SEC0_DestIncr &&
        word < TCFG_WORD_ADDR_MOD_BIAS_SEC0_BiasIncr) {
        o->written[index] = UINT32_MAX;
        stx_order_find_unwritten(o, STX_ORDER_IN_TCFG, index - ORDER_OF_THREAD(0, 0), &o->now);
    }
}

void stx_order_vector_value(struct stx_order *o, unsigned lreg, uint32_t lanes, bool write) {
    if (write) {
        write_lreg(o, lreg, lanes, 0, NULL);
    } else {
        need_lreg(o, lreg, lanes);
    }
}
