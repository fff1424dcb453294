/* SPDX-License-Identifier: Apache-2.0
 *
 * kernel.cpp - one unary function of LLK or tt-metal, which tools/ulp/llk.py defines: ULP_HEADERS
 * is a file with its includes, ULP_INIT the call before, and ULP_CALL the call for eight vectors.
 */
#include <array> // headers of tt-metal expect it of its compute API
#include <cstdint>

#include "ckernel.h"
#include "ckernel_sfpu.h"
#include "cmath_common.h"

/* Some headers of tt-metal expect this name of its compute API. */
#ifndef ALWI
#define ALWI inline __attribute__((always_inline))
#endif
#include ULP_HEADERS

#include "llk/pointers.h"
#include "recorder.h"

using namespace ckernel;
using namespace ckernel::sfpu;

/* ADDR_MOD 7 changes no counter. For the operations of which LLK says so, ADDR_MOD 6 advances by
 * one vector; others set it themselves. */
extern "C" void ulp_init(void) {
    regfile = reinterpret_cast<volatile std::uint32_t *>(REGFILE_BASE);
    _init_sfpu_config_reg();
    addr_mod_t{.srca = {.incr = 0}, .srcb = {.incr = 0}, .dest = {.incr = 0}}.set(ADDR_MOD_7);
    addr_mod_t{.srca = {.incr = 0}, .srcb = {.incr = 0}, .dest = {.incr = 0}}.set(ADDR_MOD_3);
#ifdef ULP_ADVANCES
    addr_mod_t{.srca = {.incr = 0}, .srcb = {.incr = 0}, .dest = {.incr = 2}}.set(ADDR_MOD_6);
#endif
#if STX_ARCH == \
    STX_ARCH_WORMHOLE /* its words name four of the eight modes; selects the upper four */
    TTI_SETC16(ADDR_MOD_SET_Base_ADDR32, 1);
#endif
    math::reset_counters(p_setrwc::SET_ABD_F);
    ULP_INIT;
}

/* A face: eight vectors. Afterwards the counters are at the next face. */
extern "C" void ulp_kernel(void) {
    math::reset_counters(p_setrwc::SET_ABD_F);
    ULP_CALL;
}
