/* SPDX-License-Identifier: Apache-2.0
 *
 * vector_issue.h - how the running vector word reads and writes registers, which lanes are enabled,
 * where loads and stores go, and what is done about broken rules: what the bodies and the schedule
 * of SFPLOADMACRO share.
 *
 * A word that a thread issues reads and writes the registers themselves. While an SFPLOADMACRO
 * sequence is under way (frontend/sfpu_cycle.c), words read the state from before the cycle, some
 * results arrive late, and scheduled operations have other operands. core->sfpu.issue describes
 * this. Bodies need not distinguish these cases. */
#ifndef STX_SFPU_VECTOR_ISSUE_H
#define STX_SFPU_VECTOR_ISSUE_H

#include "core/fault.h"
#include "isa/args.h"
#include "isa/lane_config.h"
#include "private.h"

#define SFPU_ALL_LANES UINT32_MAX

/* How the running word reads and writes registers, if it does not access them directly. */
struct stx_sfpu_issue {
    const uint32_t (*reg)[STX_LANES]; /* the registers as they were before the cycle */
    uint32_t lanes;                   /* enabled lanes before the cycle */
    bool asked;                       /* the rules were checked before the cycle */
    bool scheduled;       /* it is an operation of a sequence, and the following members hold */
    uint8_t vb, vc, dest; /* the registers that it reads and writes */
    uint8_t vc_is_vd;     /* its second input is VC (SFPADDI, SFPMULI) */
    uint16_t address;     /* the address of a scheduled store */
    uint8_t source, mod0;
    const uint32_t *const *values; /* from stx_try_values(); otherwise NULL */
    uint32_t *result;
};

/* The enabled lanes (SPEC 7). */
uint32_t sfpu_enabled(const struct stx_core *core);

/* The LaneConfig bits that are set in any column. */
static inline uint32_t sfpu_some_config(const struct stx_core *core) {
    const uint32_t *lc = core->sfpu.lane_config;
    return lc[0] | lc[1] | lc[2] | lc[3] | lc[4] | lc[5] | lc[6] | lc[7];
}

/* The lanes whose column has any of these LaneConfig bits. */
uint32_t sfpu_lanes_with(const struct stx_core *core, uint32_t bit);

/* A register's value for the running word, and the register that a load writes. */
static inline const uint32_t *sfpu_value(const struct stx_sfpu_issue *issue, unsigned reg) {
    return issue->values && reg < 8 && issue->values[reg] ? issue->values[reg] : issue->reg[reg];
}
static inline const uint32_t *sfpu_operand(const struct stx_core *core, unsigned reg) {
    const struct stx_sfpu_issue *issue = core->sfpu.issue;
    return issue ? sfpu_value(issue, reg) : core->sfpu.lreg[reg];
}
static inline uint32_t *sfpu_target(struct stx_core *core, unsigned reg) {
    const struct stx_sfpu_issue *issue = core->sfpu.issue;
    return issue && issue->values ? issue->result : core->sfpu.lreg[reg];
}

/* True for writable registers: 0..7, and 16 for scheduled operations. */
static inline bool sfpu_writable(unsigned reg) {
    return reg < 8 || reg == 16;
}

/* A loop over the lanes of a mask. */
#define SFPU_FOR_LANES(mask, lane)                                      \
    for (uint32_t left_ = (mask), lane = 0; left_; left_ >>= 1, lane++) \
        if (left_ & 1u)

/* The Dst address of an access (SPEC 8.2); for mode 10, the address relative to the stack pointer,
 * and the changes of that pointer by loads and stores. */
uint32_t sfpu_address(const struct stx_core *core, unsigned thread, uint32_t imm);
uint32_t sfpu_stack_address(const struct stx_core *core, unsigned thread, uint32_t sp,
                            uint32_t imm);
uint32_t sfpu_stack_popped(const struct stx_core *core,
                           unsigned thread); /* the stack pointer after a pop */
void sfpu_stack_push(struct stx_core *core, unsigned thread);

/* The mode that mode 0 of loads and stores currently means (SPEC 8.2): 1, 2 or 3. */
uint32_t sfpu_default_format(const struct stx_core *core, unsigned thread);

/* Called when a vector word breaks a rule; true to continue. While a sequence is under way, all
 * rules were checked before the cycle, so frontend/sfpu_rules.c must have every rule that a body
 * checks. */
static inline bool sfpu_allow(struct stx_core *core, enum stx_rule rule) {
    return (core->sfpu.issue && core->sfpu.issue->asked) || stx_allow(core, rule);
}

/* The hardware ignores bit 0 of the sum. Bit 0 of the immediate is part of that sum. */
static inline bool sfpu_allow_address(struct stx_core *core, uint32_t address) {
    return !(address & 1u) || sfpu_allow(core, STX_RULE_SFPU_ADDRESS);
}

/* Checks that the mode of an SFPU instruction is defined. Bit m of modes stands for mode m. */
static inline bool sfpu_allow_mode(struct stx_core *core, uint32_t modes, uint32_t mode) {
    return (modes >> mode & 1u) || sfpu_allow(core, STX_RULE_SFPU_MODE);
}

#endif
