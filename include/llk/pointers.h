/* SPDX-License-Identifier: Apache-2.0
 *
 * pointers.h - the variables that firmware defines in a thread, which included headers declare
 * before (LLK's, tt-metal's or standalone.h). In binary mode the pointers to registers are
 * Blackhole's addresses, and accesses trap; in source mode they are never followed (prelude.h). */
#pragma once

#include <cstdint>

#ifdef STX_BINARY
__asm__(".globl __instrn_buffer\n.set __instrn_buffer, 0xFFE40000");
#define STX_REGISTERS(address) reinterpret_cast<decltype(regfile)>(address)
#else
volatile std::uint32_t __instrn_buffer[1];
#define STX_REGISTERS(address) nullptr
#endif

namespace ckernel {

decltype(regfile) regfile;
decltype(regfile) reg_base = STX_REGISTERS(0xFFB00000);
decltype(regfile) pc_buf_base = STX_REGISTERS(PC_BUF_BASE);
decltype(regfile) mailbox_base[4] = {
    STX_REGISTERS(TENSIX_MAILBOX0_BASE), STX_REGISTERS(TENSIX_MAILBOX0_BASE + 0x1000),
    STX_REGISTERS(TENSIX_MAILBOX0_BASE + 0x2000), STX_REGISTERS(TENSIX_MAILBOX0_BASE + 0x3000)};
decltype(cfg_state_id) cfg_state_id;
decltype(dest_offset_id) dest_offset_id;

} // namespace ckernel

#undef STX_REGISTERS
