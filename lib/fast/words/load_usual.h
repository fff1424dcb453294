/* SPDX-License-Identifier: Apache-2.0
 *
 * load_usual.h - the part of sfpu/load.c that exists for speed on hosts. load.c includes this file
 * after the functions that it calls. */
#ifndef STX_FAST_WORDS_LOAD_USUAL_H
#define STX_FAST_WORDS_LOAD_USUAL_H

/* Usually all lanes load, nothing is counted, and no rule is broken. Returns the address, or
 * SFPU_REFUSED for any other load; then nothing was done. */
static inline uint32_t load_usual(struct stx_core *core, unsigned thread, uint32_t mod0,
                                  unsigned vd, uint32_t imm, uint32_t odd) {
    struct load_plan p = {.lanes = SFPU_ALL_LANES, .simple = true};
    if (vd >= 8 || mod0 == FMT_STACK || DST_IS_SMALL || !sfpu_all_lanes_usual(core)) {
        return SFPU_REFUSED;
    }
    p.format = sfpu_find_format(core, thread, mod0);
    p.address = sfpu_find_address(core, thread, imm);
    p.rows32 = sfpu_load_is_wide(p.format);
    if (((p.address ^ odd) & 1u) || sfpu_rows_depart_inline(core, thread, p.format) ||
        !load_all(core, &p, core->sfpu.lreg[vd])) {
        return SFPU_REFUSED;
    }
    return p.address;
}

#endif
