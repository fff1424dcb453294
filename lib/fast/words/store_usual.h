/* SPDX-License-Identifier: Apache-2.0
 *
 * store_usual.h - the part of sfpu/store.c that exists for speed on hosts. store.c includes this
 * file after the functions that it calls. */
#ifndef STX_FAST_WORDS_STORE_USUAL_H
#define STX_FAST_WORDS_STORE_USUAL_H

/* Usually all lanes store, nothing is counted, and no rule is broken. False for any other store;
 * then nothing was done. */
static inline bool store_usual(struct stx_core *core, unsigned thread,
                               const struct stx_args_SFPSTORE *a) {
    struct store_plan p = {.lanes = SFPU_ALL_LANES, .simple = true};
    if (a->instr_mod0 == FMT_STACK || DST_IS_SMALL || !sfpu_all_lanes_usual(core)) {
        return false;
    }
    p.value = core->sfpu.lreg[a->lreg_ind];
    p.format = sfpu_find_format(core, thread, a->instr_mod0);
    p.address = sfpu_find_address(core, thread, a->dest_reg_addr);
    p.rows32 = sfpu_store_is_wide(p.format);
    return !(p.address & 1u) && !sfpu_rows_depart_inline(core, thread, p.format) &&
           store_all(core, &p);
}

#endif
