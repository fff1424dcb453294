/* SPDX-License-Identifier: Apache-2.0
 *
 * cfg.c - writes to configuration words, and the side effects of the special ones (SPEC 10). */
#include "regs/cfg.h"

#include "core/mem.h"

#include "num/prng.h"

enum {
    WORD_PRNG_SEED = CFG_WORD_PRNG_SEED_Seed_Val,
    TWORD_UNPACK_MISC = TCFG_WORD_UNPACK_MISC_CFG_CfgContextOffset_0
};

/* One generator seeds the lanes from 31 down to 0; each lane takes every second output (SPEC 7). */
static void seed_prng(struct stx_sfpu *sfpu, uint32_t state) {
    for (unsigned i = 0; i < 32; i++) {
        state = prng_next(state);
    }
    for (unsigned i = 0; i < STX_LANES; i++) {
        state = prng_next(prng_next(state));
        sfpu->prng[STX_LANES - 1 - i] = state;
    }
}

void cfg_write(struct stx_core *core, unsigned bank, unsigned word, uint32_t value) {
    *cfg_slot(core, bank, word) = value;
    if (word == CFG_WORD_STATE_RESET_EN) {
        memset(core->cfg[bank], 0, STX_CFG_SHARED * sizeof core->cfg[0][0]);
    }
    if (word == WORD_PRNG_SEED) {
        seed_prng(&core->sfpu, value);
    }
}

void tcfg_write(struct stx_core *core, unsigned thread, unsigned word, uint32_t value) {
    core->tcfg[thread][word] = (uint16_t)value;
    if (word == TWORD_UNPACK_MISC) {
        core->unpacker[0].context_counter[thread] = 0;
        core->unpacker[1].context_counter[thread] = 0;
    }
    if (word == TCFG_WORD_ENABLE_ACC_STATS_Enable) {
        core->exponents_kept |= value & 1u;
    }
}
