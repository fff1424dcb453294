/* SPDX-License-Identifier: Apache-2.0
 *
 * loadi_simple.h - the part of SFPLOADI that exists for speed. Usually all lanes are enabled and no
 * sequence is under way; then the register is written in place. */
#ifndef STX_FAST_WORDS_LOADI_SIMPLE_H
#define STX_FAST_WORDS_LOADI_SIMPLE_H

/* Every lane of the register keeps the bits in `keep` and gets those in `set`. False if this is not
 * possible in place; then nothing was done. */
static inline bool loadi_simple(struct stx_core *core, unsigned vd, uint32_t keep, uint32_t set) {
    if (core->sfpu.issue || vd >= 8 || sfpu_lanes_on(core) != SFPU_ALL_LANES) {
        return false;
    }
    uint32_t *reg = core->sfpu.lreg[vd];
    SFPU_EACH_LANE(lane) {
        reg[lane] = (reg[lane] & keep) | set;
    }
    return true;
}

#endif
