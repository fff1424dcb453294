/* SPDX-License-Identifier: Apache-2.0
 *
 * exponents.h - the packers' histogram of exponents (SPEC 12.10): PACR counts, CLREXPHIST resets,
 * SETDMAREG reads. */
#ifndef STX_REGS_EXPONENTS_H
#define STX_REGS_EXPONENTS_H

#include "softensix/core.h"
#include "private.h"

/* Does packer state keep exponents? The fast forms of PACR do not, so none is used while it does.
 * Nobody can know the largest exponent since power-on, so none is kept before the first CLREXPHIST
 * or write of ENABLE_ACC_STATS. */
static inline bool exponents_are_kept(const struct stx_core *core) {
    return core->exponents_kept;
}

/* CLREXPHIST: nothing has been seen by any packer. */
void exponents_reset(struct stx_core *core);

/* Packer i has read a datum with this exponent. */
void exponents_see(struct stx_core *core, unsigned i, uint32_t exponent);

/* Half 0 or 1 of the histogram that packer i has, as four words. */
void exponents_half(const struct stx_core *core, unsigned i, unsigned half, uint32_t word[4]);

#endif
