/* SPDX-License-Identifier: Apache-2.0
 *
 * special.h - the register of special values, 0xFFB120B4 (SPEC 10.4): bits that stay set once a
 * result was infinite, not a number, too small or saturated. */
#ifndef STX_REGS_SPECIAL_H
#define STX_REGS_SPECIAL_H

#include "num/special_bits.h"
#include "softensix/core.h"
#include "private.h"

/* Are special values noted? They are from the first write of the register on: what silicon has seen
 * since power-on is not known. */
static inline bool special_is_kept(const struct stx_core *core) {
    return STX_SPECIAL && (core->sfpu.apart & STX_APART_SPECIAL);
}

/* Writes the register. */
void special_write(struct stx_core *core, uint32_t value);

/* Notes a result x * y + z of the vector unit: infinite, not a number, or flushed to 0 because it
 * is too small. */
void special_note_mad(struct stx_core *core, uint32_t x, uint32_t y, uint32_t z);

/* Notes the sum of an old datum of L1 and a new one, in a format of `exponent` bits of exponent
 * whose sign is in bit `sign`. */
void special_note_l1(struct stx_core *core, unsigned sign, unsigned exponent, uint32_t old,
                     uint32_t added, uint32_t sum);

#endif
