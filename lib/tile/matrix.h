/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix.h - address modifiers as the tile functions use them, and the widths of Dst. */
#ifndef STX_TILE_MATRIX_H
#define STX_TILE_MATRIX_H

#include "tile/move.h"

/* Address modifiers. Every call sets those it uses; the last one changes nothing. */
enum { ROWS_ON = 6, STAY = 7 };

/* What a modifier adds to the counters of SrcA, SrcB and Dst, and to the fidelity phase. A counter
 * that returns goes to its saved value first; one that restarts goes to 0. */
struct step {
    uint8_t a, b, dst, phase;
    bool a_returns, b_returns, dst_returns;
    bool a_restarts, b_restarts, dst_restarts;
};
void stx_tile_addr_mod(struct stx_tiles *t, unsigned index, struct step s);

/* Tells the matrix unit what Dst holds from now on. */
void stx_tile_math_format(struct stx_tiles *t, enum dst_kind dst);

/* Passes over the mantissas: integers need all four. */
static inline bool fidelity_exists(unsigned fidelity) {
    return fidelity >= STX_TILE_LOFI && fidelity <= STX_TILE_HIFI4;
}

#endif
