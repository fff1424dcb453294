// SPDX-License-Identifier: Apache-2.0
//
// LLK's performance test of vector functions with another form of sigmoid by table: six entries,
// two rows in flight, four words a row and none that waits (tt-metal#55061).
#if COMPILE_FOR_TRISC == 1
#define calculate_sigmoid_appx calculate_sigmoid_appx_of_the_checkout
#include "llk_sfpu/ckernel_sfpu_sigmoid_appx.h"
#undef calculate_sigmoid_appx

#include <utility>

namespace sigmoid_by_table {
enum { BY_SIX = 0, FROM = 3, FIRST = 7, ONE = 10, HALF = 12 };

// A table's result is there two cycles after its word.
template <int PAIR> inline void pair() {
    constexpr int row = PAIR * 4;
    TTI_SFPLOAD(FROM, 0, ckernel::ADDR_MOD_3, row);
    TTI_SFPLUTFP32(FIRST, BY_SIX);
    TTI_SFPLOAD(FROM, 0, ckernel::ADDR_MOD_3, row + 2);
    TTI_SFPLUTFP32(FROM, BY_SIX);
    TTI_SFPMAD(FIRST, ONE, HALF, FIRST, 0);
    TTI_SFPMAD(FROM, ONE, HALF, FROM, 0);
    TTI_SFPSTORE(FIRST, 0, ckernel::ADDR_MOD_3, row);
    TTI_SFPSTORE(FROM, 0, ckernel::ADDR_MOD_3, row + 2);
}

template <int... PAIR> inline void pairs(std::integer_sequence<int, PAIR...>) {
    (pair<PAIR>(), ...);
}
} // namespace sigmoid_by_table

namespace ckernel::sfpu {
template <int ITERATIONS> inline void calculate_sigmoid_appx() {
    sigmoid_by_table::pairs(std::make_integer_sequence<int, ITERATIONS / 2>());
}
} // namespace ckernel::sfpu
#endif

#include "../../sources/eltwise_unary_sfpu_perf.cpp"
