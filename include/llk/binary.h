/* SPDX-License-Identifier: Apache-2.0
 *
 * binary.h - the first include (-include llk/binary.h, -DSTX_BINARY) of unchanged LLK code in
 * binary mode: instructions and accesses of registers are compiled as for the real core, and trap
 * (port/llk/trap.c). What LLK itself defines is not touched; sfpi's builtins are calls as in
 * source mode. */
#pragma once

#ifndef COMPILE_FOR_TRISC
#error "compile for a thread: -DCOMPILE_FOR_TRISC=0 (unpack), 1 (math) or 2 (pack)"
#endif

#include "llk/vector_type.h"
#include "softensix/ttinsn.h"

#include <cstdint>

extern volatile std::uint32_t __instrn_buffer[];

#if __has_include("ckernel_ops.h") && __has_include("ckernel.h")
#include "ckernel_ops.h"

/* In a few loops of LLK a word is constant only for a compiler that unrolls them. GCC 12 does not:
 * such a word goes to the instruction buffer, which has the same effect. */
#undef INSTRUCTION_WORD
#define INSTRUCTION_WORD(word)                            \
    ({                                                    \
        if (__builtin_constant_p(word)) {                 \
            __asm__ volatile(".ttinsn %0" : : "i"(word)); \
        } else {                                          \
            ::__instrn_buffer[0] = (word);                \
        }                                                 \
    })

#include "ckernel.h"
#else
#define STX_NATIVE
#include "llk/standalone.h"

namespace ckernel {

inline volatile std::uint32_t &stx_register(std::uint32_t address) {
    return *reinterpret_cast<volatile std::uint32_t *>(address);
}

inline std::uint32_t reg_read(std::uint32_t address) {
    return stx_register(address);
}

inline void reg_write(std::uint32_t address, std::uint32_t data) {
    stx_register(address) = data;
}

inline std::uint8_t semaphore_read(const std::uint8_t index) {
    return static_cast<std::uint8_t>(stx_register(PC_BUF_BASE + 4 * (8 + index)));
}

inline void semaphore_post(const std::uint8_t index) {
    stx_register(PC_BUF_BASE + 4 * (8 + index)) = 0;
}

inline void semaphore_get(const std::uint8_t index) {
    stx_register(PC_BUF_BASE + 4 * (8 + index)) = 1;
}

inline std::uint32_t mailbox_read(const std::uint8_t thread) {
    return stx_register(TENSIX_MAILBOX0_BASE + 0x1000u * thread);
}

inline void mailbox_write(const std::uint8_t thread, const std::uint32_t data) {
    stx_register(TENSIX_MAILBOX0_BASE + 0x1000u * thread) = data;
}

inline bool mailbox_not_empty(const std::uint8_t thread) {
    return stx_register(TENSIX_MAILBOX0_BASE + 0x1000u * thread + 4) != 0;
}

/* The read after the store is what waits. A reference that is cast to void would not be read. */
inline void stx_store_and_read(const std::uint32_t address) {
    stx_register(address) = 0;
    [[maybe_unused]] const std::uint32_t ended = stx_register(address);
}

inline void tensix_sync() {
    stx_store_and_read(PC_BUF_BASE + 4);
}

inline void mop_sync() {
    stx_store_and_read(PC_BUF_BASE + 8);
}

} // namespace ckernel
#endif
