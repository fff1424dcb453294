/* SPDX-License-Identifier: Apache-2.0
 *
 * template.c - the template backdoor: a word whose VD is 12..15 becomes template VD - 12 (SPEC 7).
 */
#include "sfpu/template.h"

#include "rwc/rwc.h"
#include "sfpu/lanes.h"
#include "sfpu/formats.h"

/* VD of an opcode that can be a template; 0 for the exempt ones. */
static unsigned template_vd(uint32_t word) {
    switch (word_opcode(word)) {
    case STX_OP_SFPLOAD:
    case STX_OP_SFPLOADI:
    case STX_OP_SFPNOP:
    case STX_OP_SFPCONFIG:
    case STX_OP_SFPLOADMACRO:
        return 0;
    case STX_OP_SFPSTORE:
    case STX_OP_SFPLUT:
        return (word >> 20) & 15u;
    default:
        return (word >> 4) & 15u;
    }
}

/* A store that becomes a template still moves the counters. */
static void advance_store(struct stx_core *core, unsigned thread, uint32_t word) {
    if (((word >> 16) & 15u) == FMT_STACK) {
        sfpu_stack_push(core, thread);
    }
    rwc_advance_sfpu(core, thread, (word >> 13) & 7u);
}

bool sfpu_is_template(const struct stx_core *core, uint32_t word) {
    return template_vd(word) >= 12 && !(core->sfpu.lane_config[0] & LC_NO_BACKDOOR);
}

enum stx_result sfpu_store_template(struct stx_core *core, unsigned thread, uint32_t word) {
    if (core->sfpu.macro_live && !stx_allow(core, STX_RULE_SFPU_MACRO_CHANGE)) {
        return STX_FAULT;
    }
    core->sfpu.templates[template_vd(word) & 3u] = word;
    if (word_opcode(word) == STX_OP_SFPSTORE) {
        advance_store(core, thread, word);
    }
    return STX_DONE;
}
