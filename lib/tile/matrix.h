/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix.h - programs the address modifiers of the matrix unit and the kind of numbers in Dst. */
#ifndef STX_TILE_MATRIX_H
#define STX_TILE_MATRIX_H

#include "tile/move.h"

/* Numbers of address modifiers. Each call programs those that it uses. STAY moves no counter. */
enum { ROWS_ON = ADDR_MODS - 2, STAY = ADDR_MODS - 1 };

/* What an address modifier adds to the row counters of SrcA, SrcB and Dst and to the fidelity
 * phase. A counter that `returns` first goes back to the value it had when it last returned, and
 * the sum is saved for the next time; one that `restarts` goes to 0 (SPEC 3.2). Where words can
 * name only four modifiers, words after `bias` use the other four, until `bias_restarts`. */
struct step {
    uint8_t a, b, dst, phase;
    bool a_returns, b_returns, dst_returns;
    bool a_restarts, b_restarts, dst_restarts;
    bool bias, bias_restarts;
};
/* Programs the address modifier of this number. */
void stx_tile_addr_mod(struct stx_tiles *t, unsigned index, struct step s);

/* Sets the kind of numbers that Dst holds from now on. */
void stx_tile_math_format(struct stx_tiles *t, enum dst_kind dst);

/* True if this is a valid number of passes over the mantissas. */
static inline bool fidelity_exists(unsigned fidelity) {
    return fidelity >= STX_TILE_LOFI && fidelity <= STX_TILE_HIFI4;
}

#endif
