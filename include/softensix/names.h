/* SPDX-License-Identifier: Apache-2.0
 *
 * names.h - the names that kernels are written with, in the vendor's spelling (docs/names.md).
 *
 *   C++   TTI_STALLWAIT(p_stall::STALL_MATH, p_stall::SRCA_VLD | p_stall::SRCB_VLD);
 *         addr_mod_t{.srca = {.incr = 8}, .dest = {.incr = 8}}.set(ADDR_MOD_0);
 *   C     TTI_STALLWAIT(p_stall_STALL_MATH, p_stall_SRCA_VLD | p_stall_SRCB_VLD);
 *         stx_addr_mod_set(&step, ADDR_MOD_0);
 *
 * In C, :: is written _. In C++ the names are in the vendor's namespaces, ckernel and sfpi, which
 * are opened here; -DSTX_NAMES_CLOSED leaves them closed. Do not include the vendor's own headers
 * as well, since they define the same names. */
#ifndef SOFTENSIX_NAMES_H
#define SOFTENSIX_NAMES_H

#include "softensix/tti.h"

#ifdef __cplusplus
#include "softensix/names/structs.h"
#else
#include "softensix/names/constants.h"
#endif
#include "softensix/names/addr_mod.h"
#include "softensix/names/config.h"
#include "softensix/names/mop.h"
#ifdef __cplusplus
#include "softensix/names/kernel.h"
#ifndef STX_NAMES_CLOSED
using namespace ckernel;
using namespace sfpi;
#endif
#endif

#endif
