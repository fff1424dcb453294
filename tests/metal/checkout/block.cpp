/* SPDX-License-Identifier: Apache-2.0
 *
 * block.cpp - C = A x B by matmul_block, all of C in Dst at once: 2 x 4 tiles, inner length of Kt
 * tiles. On Blackhole that function throttles its products while a word of L1 is odd. */
#include <cstdint>
#include "api/compute/matmul.h"

void kernel_main() {
    constexpr std::uint32_t a = 0, b = 1, out = 16, rows = 2, columns = 4;
    constexpr std::uint32_t inner = get_compile_time_arg_val(0);
    mm_block_init(a, b, out, false, columns, rows, inner);
    tile_regs_acquire();
    cb_wait_front(a, rows * inner);
    cb_wait_front(b, inner * columns);
    for (std::uint32_t k = 0; k < inner; k++) {
        matmul_block(a, b, k, k * columns, 0, false, columns, rows, inner);
    }
    cb_pop_front(a, rows * inner);
    cb_pop_front(b, inner * columns);
    tile_regs_commit();
    tile_regs_wait();
    cb_reserve_back(out, rows * columns);
    for (std::uint32_t i = 0; i < rows * columns; i++) {
        pack_tile(i, out);
    }
    cb_push_back(out, rows * columns);
    tile_regs_release();
}
