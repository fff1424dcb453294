/* SPDX-License-Identifier: Apache-2.0
 *
 * standalone.h - what prelude.h takes from LLK's headers, for kernels that need no checkout: the
 * instructions as macros, and the names that a thread defines. */
#pragma once

#include <cstdint>

#include "softensix/tti.h"

#ifndef STX_NATIVE
#undef STX_ISSUE
#define STX_ISSUE(word) stx_llk_issue(COMPILE_FOR_TRISC, word)
#endif

#include "cfg_defines.h"
#include "internal/risc_attribs.h"
#include "tensix.h"
#include "tensix_types.h"

extern volatile std::uint32_t __instrn_buffer[];

namespace ckernel {

extern volatile std::uint32_t *reg_base;
extern volatile std::uint32_t *pc_buf_base;
extern volatile std::uint32_t *regfile;
extern volatile std::uint32_t *mailbox_base[4];
extern std::uint32_t cfg_state_id;
extern std::uint32_t dest_offset_id;

} // namespace ckernel
