/* SPDX-License-Identifier: Apache-2.0
 *
 * pointers.h - what firmware's pointers to registers hold in a thread (port/llk/thread.cpp and
 * port/metal/thread*.cpp define them). In binary mode they are Blackhole's addresses, and accesses
 * trap; in source mode nobody follows them (prelude.h). */
#pragma once

#include <cstdint>

#ifdef STX_BINARY
__asm__(".globl __instrn_buffer\n.set __instrn_buffer, 0xFFE40000");
#define STX_REGISTERS(type, address) reinterpret_cast<volatile type *>(address)
#else
volatile std::uint32_t __instrn_buffer[1];
#define STX_REGISTERS(type, address) nullptr
#endif
