/* SPDX-License-Identifier: Apache-2.0
 *
 * calls.h - for the kernels of this directory, which do by calls of softensix/tile.h what those of
 * the same name in examples/llk do by three threads. They run on the same cases (tests/llk), and
 * must leave the same bytes in L1.
 *
 * The math thread makes all calls; the other two have nothing to do. build.h comes from the case.
 */
#pragma once

#include <cstdint>

#include "build.h"
#include "softensix/softensix.h"
#include "softensix/tile.h"

namespace calls {

using u32 = std::uint32_t;

/* These calls do not use the scratch area. */
enum : u32 { SCRATCH = 0x40000 };

/* A column of tiles, or a matrix of them. */
inline stx_tensor tensor(u32 address, u32 format, u32 rows, u32 columns = 1) {
    return stx_tensor{address, static_cast<std::uint16_t>(rows),
                      static_cast<std::uint16_t>(columns), static_cast<std::uint8_t>(format)};
}

inline stx_tiles start() {
    stx_tiles t;
    (void)stx_tiles_init(&t, stx_bound(), 1, SCRATCH, STX_TILE_SCRATCH);
    return t;
}

/* A call that is refused leaves no result, which the comparison of L1 shows. A fault ends the run.
 */
inline void expect(stx_tile_result result) {
    if (result != STX_TILE_OK) {
        __builtin_trap();
    }
}

inline stx_tile_broadcast broadcast(int code) {
    return code == 1 ? STX_TILE_FROM_COLUMN : code == 2 ? STX_TILE_FROM_ROW : STX_TILE_ELEMENTS;
}

} // namespace calls

#ifndef LLK_TRISC_MATH
void run_kernel(RUNTIME_PARAMETERS) {
}
#endif
