/* SPDX-License-Identifier: Apache-2.0
 *
 * clear_banks.h - how UNPACR_NOP clears banks of a source, on every chip (SPEC 11.5). */
#ifndef STX_UNPACK_CLEAR_BANKS_H
#define STX_UNPACK_CLEAR_BANKS_H

#include "regs/src.h"

/* Fills the unpackers' bank with a value, and the next one too if `both` is set. Returns false, and
 * changes nothing, if the library cannot store the value; a fault is then recorded. */
static inline bool clear_banks(struct stx_core *core, struct stx_src *src, uint32_t value,
                               bool both) {
    if (!src_has_bits(core, value)) {
        return false;
    }
    src_fill(src, src->unpack_bank, value);
    if (both) {
        src_fill(src, src_next_bank(src->unpack_bank), value);
    }
    return true;
}

#endif
