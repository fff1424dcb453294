/* SPDX-License-Identifier: Apache-2.0
 *
 * kernel.cpp - one unary function of LLK or tt-metal, as tools/ulp/llk.py names it: ULP_HEADERS is
 * a file with its includes, ULP_INIT and ULP_CALL are what is called before and for eight vectors.
 */
#include <cstdint>

#include "ckernel.h"
#include "ckernel_sfpu.h"
#include "cmath_common.h"

#include ULP_HEADERS

#include "llk/pointers.h"
#include "recorder.h"

using namespace ckernel;
using namespace ckernel::sfpu;

/* ADDR_MOD 7 moves no counter, 6 goes on by a vector. */
extern "C" void ulp_init(void) {
    regfile = reinterpret_cast<volatile std::uint32_t *>(REGFILE_BASE);
    _init_sfpu_config_reg();
    addr_mod_t{.srca = {.incr = 0}, .srcb = {.incr = 0}, .dest = {.incr = 0}}.set(ADDR_MOD_7);
    addr_mod_t{.srca = {.incr = 0}, .srcb = {.incr = 0}, .dest = {.incr = 0}}.set(ADDR_MOD_3);
    addr_mod_t{.srca = {.incr = 0}, .srcb = {.incr = 0}, .dest = {.incr = 2}}.set(ADDR_MOD_6);
#if STX_ARCH == STX_ARCH_WORMHOLE /* its words name four of the eight modes: the upper four */
    TTI_SETC16(ADDR_MOD_SET_Base_ADDR32, 1);
#endif
    math::reset_counters(p_setrwc::SET_ABD_F);
    ULP_INIT;
}

/* A face: eight vectors; the counters then stand at the next one. */
extern "C" void ulp_kernel(void) {
    math::reset_counters(p_setrwc::SET_ABD_F);
    ULP_CALL;
}
