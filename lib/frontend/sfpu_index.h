/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpu_index.h - while LReg4..7 hold indices (ENABLE_DEST_INDEX), few words may write them (erratum
 * TEN-2932, SPEC 7.1). */
#ifndef STX_FRONTEND_SFPU_INDEX_H
#define STX_FRONTEND_SFPU_INDEX_H

#include "softensix/core.h"
#include "private.h"

/* True if a word that works on these lanes writes a register of indices and is none of the words
 * that may; the same for an operation of a sequence, whose register is not the one that its word
 * names. */
bool sfpu_breaks_index(const struct stx_core *core, uint32_t word, uint32_t lanes);
bool sfpu_scheduled_breaks_index(const struct stx_core *core, const struct stx_sfpu_op *op,
                                 uint32_t lanes);

#endif
