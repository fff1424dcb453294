/* SPDX-License-Identifier: Apache-2.0
 *
 * state.c - what Eva cannot see of the state of a core: relations between numbers (make eva-bodies,
 * proofs/eva/lemmas.tsv).
 * Cores: rv32im. */
#include "proof.h"

#include "regs/dst_rows.h"
#include "regs/l1.h"

extern struct stx_core core;

/* Slow. Bytes that l1_has() accepts lie inside L1, and their addresses do not wrap around. */
THEOREM(l1_inside)(uint64_t address, uint64_t bytes) {
    if (l1_has(&core, address, bytes)) {
        claim(bytes <= core.l1_size && address <= core.l1_size);
        claim(address + bytes <= core.l1_size);
    }
}

/* Slow. Every row of Dst that a state of any configuration finds is there, and so is the row of the
 * low halves of a row of 32-bit elements. */
THEOREM(rows_inside)(uint32_t row) {
    claim(dst_row_inline(&core, false, row) < STX_DST_ROWS);
    claim(dst_row_inline(&core, true, row) + DST_LOW_HALF < STX_DST_ROWS);
}
