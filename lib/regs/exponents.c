/* SPDX-License-Identifier: Apache-2.0
 *
 * exponents.c - the packers' histogram of exponents (SPEC 12.10). */
#include "regs/exponents.h"

#include "core/mem.h"
#include "regs/cfg.h"

enum { BINS = 32, MOST = 255 };

void exponents_reset(struct stx_core *core) {
    memset(core->exponents, 0, sizeof core->exponents);
    core->exponents_kept = 1;
}

/* The flag of any thread is enough. */
static bool counts(const struct stx_core *core) {
    bool any = false;
    for (unsigned thread = 0; thread < STX_THREADS; thread++) {
        any |= cfg_ENABLE_ACC_STATS_Enable(core, thread);
    }
    return any;
}

void exponents_see(struct stx_core *core, unsigned i, uint32_t exponent) {
    struct stx_exponents *seen = &core->exponents[i];
    uint8_t *bin = &seen->bin[exponent % BINS];
    *bin = (uint8_t)(*bin + (counts(core) && *bin < MOST));
    seen->largest = exponent > seen->largest ? (uint8_t)exponent : seen->largest;
}

void exponents_half(const struct stx_core *core, unsigned i, unsigned half, uint32_t word[4]) {
    const uint8_t *bin = &core->exponents[i].bin[half * BINS / 2];
    for (unsigned k = 0; k < 4; k++, bin += 4) {
        word[k] = bin[0] | (uint32_t)bin[1] << 8 | (uint32_t)bin[2] << 16 | (uint32_t)bin[3] << 24;
    }
}
