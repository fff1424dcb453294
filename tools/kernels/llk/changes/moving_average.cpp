// SPDX-License-Identifier: Apache-2.0
//
// LLK's test of moving averages with another form of its function: the words that are the same for
// all eight blocks of a tile are recorded with the first block and replayed for the others
// (tt-metal#54429).
#if COMPILE_FOR_TRISC == 1
#define _calculate_ema_tile_ _calculate_ema_tile_of_the_checkout_
#include "ckernel_sfpu_ema.h"
#undef _calculate_ema_tile_

#include <utility>

namespace moving_average {
enum { RECORDED = 16, OLD = 4, ALPHA = 5, BETA = 6, SUM = 7, ZERO = 9 };

// Row i + 1 needs the average of row i, so nothing can be between the words.
template <int ROW, int LAST> inline void row() {
    TTI_SFPMAD(ALPHA, LAST, ZERO, SUM, 0);
    TTI_SFPNOP;
    TTI_SFPMAD(BETA, ROW, SUM, ROW, 0);
    TTI_SFPNOP;
}

inline void rows() {
    row<0, OLD>();
    row<1, 0>();
    row<2, 1>();
    row<3, 2>();
}

template <int BLOCK> inline void block() {
    constexpr int in = BLOCK / 4 * 32 + BLOCK % 4 * 4, out = in + 64;
    TTI_SFPLOAD(0, 0, ckernel::ADDR_MOD_3, in);
    TTI_SFPLOAD(1, 0, ckernel::ADDR_MOD_3, in + 2);
    TTI_SFPLOAD(2, 0, ckernel::ADDR_MOD_3, in + 16);
    TTI_SFPLOAD(3, 0, ckernel::ADDR_MOD_3, in + 18);
    TTI_SFPTRANSP(0, 0, 0, 0);
    if constexpr (BLOCK == 0) {
        TTI_REPLAY(0, RECORDED, 1, 1);
        rows();
    } else {
        TTI_REPLAY(0, RECORDED, 0, 0);
    }
    TTI_SFPMOV(0, 3, OLD, 0);
    TTI_SFPTRANSP(0, 0, 0, 0);
    TTI_SFPSTORE(0, 0, ckernel::ADDR_MOD_3, out);
    TTI_SFPSTORE(1, 0, ckernel::ADDR_MOD_3, out + 2);
    TTI_SFPSTORE(2, 0, ckernel::ADDR_MOD_3, out + 16);
    TTI_SFPSTORE(3, 0, ckernel::ADDR_MOD_3, out + 18);
}

template <int... BLOCK> inline void blocks(std::integer_sequence<int, BLOCK...>) {
    (block<BLOCK>(), ...);
}
} // namespace moving_average

namespace ckernel::sfpu {
inline void _calculate_ema_tile_() {
    TTI_SFPTRANSP(0, 0, 0, 0);
    moving_average::blocks(std::make_integer_sequence<int, 8>());
    TTI_SFPTRANSP(0, 0, 0, 0);
}
} // namespace ckernel::sfpu
#endif

#include "../../sources/sfpu_ema_test.cpp"
