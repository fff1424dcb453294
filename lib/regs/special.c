/* SPDX-License-Identifier: Apache-2.0
 *
 * special.c - which results are special (SPEC 10.4). */
#include "regs/special.h"

#include "num/sfpu_mad.h"

enum { KNOWN = (1u << 11) - 1u };

void special_write(struct stx_core *core, uint32_t value) {
    core->special = (uint16_t)(value & KNOWN);
    core->sfpu.apart |= STX_SPECIAL ? STX_APART_SPECIAL : 0;
}

static uint32_t exponent_of(uint32_t v) {
    return v >> 23 & 255u;
}

/* A result that is 0 was too small if 2^64 times as much is not 0. A result can only be too small
 * if x * y is small, so the exponent of the factor that is scaled stays below 255. */
static bool was_too_small(uint32_t x, uint32_t y, uint32_t z, uint32_t result) {
    if (exponent_of(result) || !exponent_of(x) || !exponent_of(y)) {
        return false;
    }
    uint32_t *smaller = exponent_of(x) < exponent_of(y) ? &x : &y;
    *smaller += 64u << 23;
    z += exponent_of(z) && exponent_of(z) < 128 ? 64u << 23 : 0;
    return exponent_of(stx_sfpu_mad_plain(x, y, z)) != 0;
}

void special_note_mad(struct stx_core *core, uint32_t x, uint32_t y, uint32_t z) {
    uint32_t result = stx_sfpu_mad_plain(x, y, z);
    unsigned seen = was_too_small(x, y, z, result) ? SPECIAL_SFPU_DENORMAL : 0u;
    if (exponent_of(result) == 255) {
        seen |= result & 0x7FFFFFu ? SPECIAL_SFPU_NAN : SPECIAL_SFPU_INF;
    }
    core->special |= (uint16_t)seen;
}

void special_note_l1(struct stx_core *core, unsigned sign, unsigned exponent, uint32_t old,
                     uint32_t added, uint32_t sum) {
    uint32_t magnitude = (1u << sign) - 1u, top = ((1u << exponent) - 1u) << (sign - exponent);
    bool old_zero = !(old & top), added_zero = !(added & top);
    bool opposite = (old ^ added) == 1u << sign;
    if (exponent == 5 && (sum & magnitude) == magnitude) {
        core->special |= SPECIAL_L1_SATURATED;
    }
    if (exponent == 8 && (sum & magnitude) == top && (old & top) != top && (added & top) != top) {
        core->special |= SPECIAL_L1_OVERFLOW;
    }
    if (!(sum & magnitude) && !opposite && !(old_zero && added_zero)) {
        core->special |= SPECIAL_L1_DENORMAL;
    }
}
