/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpconfig.c - SFPCONFIG (SPEC 8.10). */
#include "isa/operand_values.h"
#include "sfpu/lanes.h"

enum {
    VALUE_IS_IMMEDIATE = SFPCONFIG_MOD1_IMM16_IS_VALUE,
    COLUMN_MASK = SFPCONFIG_MOD1_IMM16_IS_LANE_MASK,
    DEST_SEQUENCE = SFPCONFIG_DEST_MACRO_SEQ0,
    DEST_MISC = SFPCONFIG_DEST_MACRO_CTRL,
    DEST_CONSTANT = SFPCONFIG_DEST_LREG11,
    DEST_LANE_CONFIG = SFPCONFIG_DEST_SFPU_CTRL
};

#define MISC_BITS 0xFFFu
#define LANE_CONFIG_BITS 0x3FFFFu
#define LANE_CONFIG_IMMEDIATE 0xFFFFu

/* The columns that are configured: those that the flags of row 0 enable and that the mask, if there
 * is one, names. The simulator asks the mask alone (departure SFPCONFIG_MASK_FLAGS). */
static uint32_t columns(struct stx_core *core, uint32_t mod, uint32_t imm) {
    uint32_t enabled = (core->sfpu.flags | ~core->sfpu.use) & 0xFFu, mask = 0;
    if (!(mod & COLUMN_MASK)) {
        return enabled;
    }
    for (unsigned c = 0; c < 8; c++) {
        mask |= (imm >> (2 * c) & 1u) << c;
    }
    if ((mask & ~enabled) && departs(core, STX_DEPARTURE_SFPCONFIG_MASK_FLAGS)) {
        mask &= enabled;
    }
    return mask;
}

static uint32_t new_setting(uint32_t mod, uint32_t old, uint32_t value) {
    switch (mod & SFPCONFIG_MOD1_BITWISE_XOR) {
    case SFPCONFIG_MOD1_BITWISE_OR:
        return old | value;
    case SFPCONFIG_MOD1_BITWISE_AND:
        return old & value;
    case SFPCONFIG_MOD1_BITWISE_XOR:
        return old ^ value;
    default:
        return value;
    }
}

/* The value that SFPCONFIG with an immediate loads into LReg 11..14. */
static uint32_t default_constant(uint32_t reg) {
    static const uint32_t constant[4] = {0xBF800000, 0x3B000000, 0xBF2CC4C7, 0xBEB08FF9};
    return constant[reg - DEST_CONSTANT];
}

static void set_column(struct stx_sfpu *s, uint32_t reg, unsigned column, uint32_t value) {
    for (unsigned row = 0; row < 4; row++) {
        s->lreg[reg][8 * row + column] = value;
    }
}

static uint32_t lane_config(uint32_t mod, uint32_t old, uint32_t value) {
    uint32_t bits = mod & VALUE_IS_IMMEDIATE ? LANE_CONFIG_IMMEDIATE : LANE_CONFIG_BITS;
    return (old & ~bits) | (new_setting(mod, old, value) & bits);
}

static void configure(struct stx_sfpu *s, const struct stx_args_SFPCONFIG *a, unsigned column,
                      uint32_t reg0) {
    uint32_t dest = a->config_dest, mod = a->instr_mod1;
    uint32_t value = mod & VALUE_IS_IMMEDIATE ? a->imm16_math : reg0;
    if (dest == DEST_LANE_CONFIG) {
        s->lane_config[column] = lane_config(mod, s->lane_config[column], value);
    } else if (dest >= DEST_CONSTANT) {
        set_column(s, dest, column, mod & VALUE_IS_IMMEDIATE ? default_constant(dest) : reg0);
    } else if (column != 0) {
        return; /* templates, sequences and the misc register exist only once; column 0 writes them
                 */
    } else if (dest < DEST_SEQUENCE) {
        s->templates[dest] = reg0;
    } else if (dest < DEST_MISC) {
        s->sequence[dest - DEST_SEQUENCE] = value;
    } else if (dest == DEST_MISC) {
        s->misc = new_setting(mod, s->misc, value) & MISC_BITS;
    }
}

STX_EXEC(SFPCONFIG) {
    struct stx_sfpu *s = &core->sfpu;
    const struct stx_sfpu_issue *issue = s->issue;
    bool about_macros = a->config_dest <= DEST_MISC || a->config_dest == DEST_LANE_CONFIG;
    (void)thread;
    if ((s->apart & STX_APART_MACRO) && about_macros &&
        !sfpu_allow(core, STX_RULE_SFPU_MACRO_CHANGE)) {
        return STX_FAULT;
    }
    SFPU_FOR_LANES(columns(core, a->instr_mod1, a->imm16_math), column) {
        configure(s, a, column, issue ? issue->reg[0][column] : s->lreg[0][column]);
    }
    uint32_t index = sfpu_some_config(core) & LC_DEST_INDEX ? STX_APART_INDEX : 0;
    s->apart = (uint8_t)((s->apart & ~STX_APART_INDEX) | index);
    return STX_DONE;
}
