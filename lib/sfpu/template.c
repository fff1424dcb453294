/* SPDX-License-Identifier: Apache-2.0
 *
 * template.c - the template backdoor: a word whose VD is 12..15 becomes template VD - 12 (SPEC 7).
 */
#include "sfpu/template.h"

#include "isa/vector_words.h"
#include "counters/rwc.h"
#include "sfpu/lanes.h"
#include "sfpu/formats.h"

/* A store that becomes a template still changes the counters. */
static void advance_store(struct stx_core *core, unsigned thread, uint32_t word) {
    const struct stx_args_SFPSTORE a = fields_of_SFPSTORE(word);
    if (a.instr_mod0 == FMT_STACK) {
        sfpu_stack_push(core, thread);
    }
    rwc_advance_sfpu(core, thread, a.sfpu_addr_mode);
}

bool sfpu_is_template(const struct stx_core *core, uint32_t word) {
    return stx_vector_template(word) >= 12 && !(core->sfpu.lane_config[0] & LC_NO_BACKDOOR);
}

enum stx_result sfpu_store_template(struct stx_core *core, unsigned thread, uint32_t word) {
    if ((core->sfpu.apart & STX_APART_MACRO) && !sfpu_allow(core, STX_RULE_SFPU_MACRO_CHANGE)) {
        return STX_FAULT;
    }
    core->sfpu.templates[stx_vector_template(word) & 3u] = word;
    if (stx_vector_sub_unit(word) == STX_SUB_STORE) {
        advance_store(core, thread, word);
    }
    return STX_DONE;
}
