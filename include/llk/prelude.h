/* SPDX-License-Identifier: Apache-2.0
 *
 * prelude.h - the first include (-include llk/prelude.h) of unchanged LLK code in source mode:
 * instructions become calls of the library, and functions of ckernel.h that wait let the other
 * threads run.
 *
 * Nothing of LLK is replaced on disk. The standard headers come first, so that the renames below do
 * not reach them. Without a checkout on the include path, standalone.h replaces its headers. */
#pragma once

#ifndef COMPILE_FOR_TRISC
#error "compile for a thread: -DCOMPILE_FOR_TRISC=0 (unpack), 1 (math) or 2 (pack)"
#endif

#include <algorithm>
#include <array>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include "llk/platform.h"
#include "llk/vector_type.h"

#ifndef __riscv
/* On a host the assembly of kernels means nothing, or a failed assertion. */
__asm__(".macro fence\n.endm\n.macro ebreak\n int3\n.endm");
#endif

#if __has_include("ckernel_ops.h") && __has_include("ckernel.h")
#include "ckernel_ops.h"

#undef INSTRUCTION_WORD
#define INSTRUCTION_WORD(word) stx_llk_issue(COMPILE_FOR_TRISC, word)
#include "llk/tt_issue.h"

/* ckernel.h as it is, except for its accessors. */
#define semaphore_read upstream_semaphore_read
#define semaphore_post upstream_semaphore_post
#define semaphore_get upstream_semaphore_get
#define mailbox_read upstream_mailbox_read
#define mailbox_write upstream_mailbox_write
#define mailbox_not_empty upstream_mailbox_not_empty
#define tensix_sync upstream_tensix_sync
#define mop_sync upstream_mop_sync
#define reg_read upstream_reg_read
#define reg_write upstream_reg_write
#define wait upstream_wait
#define read_wall_clock upstream_read_wall_clock
#define load_blocking upstream_load_blocking
#define store_blocking upstream_store_blocking
#define memcpy_blocking upstream_memcpy_blocking
#define invalidate_data_cache upstream_invalidate_data_cache
#include "ckernel.h"
#undef semaphore_read
#undef semaphore_post
#undef semaphore_get
#undef mailbox_read
#undef mailbox_write
#undef mailbox_not_empty
#undef tensix_sync
#undef mop_sync
#undef reg_read
#undef reg_write
#undef wait
#undef read_wall_clock
#undef load_blocking
#undef store_blocking
#undef memcpy_blocking
#undef invalidate_data_cache
#else
#include "llk/standalone.h"
#endif

namespace ckernel {

/* The PC buffer: semaphores, and whether words are under way. Words are executed before the call
 * that issues them returns, so that nothing is left to wait for. But the query is reported to the
 * order checker. */
#ifdef STX_REGISTERS_TRAP
inline std::uint8_t semaphore_read(const std::uint8_t index) {
    return static_cast<std::uint8_t>(
        stx_llk_read(COMPILE_FOR_TRISC, PC_BUF_BASE + 4 * (8 + index)));
}

inline void semaphore_post(const std::uint8_t index) {
    stx_llk_write(COMPILE_FOR_TRISC, PC_BUF_BASE + 4 * (8 + index), 0);
}

inline void semaphore_get(const std::uint8_t index) {
    stx_llk_write(COMPILE_FOR_TRISC, PC_BUF_BASE + 4 * (8 + index), 1);
}

inline void tensix_sync() {
    (void)stx_llk_read(COMPILE_FOR_TRISC, PC_BUF_BASE + 4);
}

inline void mop_sync() {
    (void)stx_llk_read(COMPILE_FOR_TRISC, PC_BUF_BASE + 8);
}
#else
inline std::uint8_t semaphore_read(const std::uint8_t index) {
    return static_cast<std::uint8_t>(stx_llk_semaphore_read(COMPILE_FOR_TRISC, index));
}

inline void semaphore_post(const std::uint8_t index) {
    stx_llk_semaphore_post(index);
}

inline void semaphore_get(const std::uint8_t index) {
    stx_llk_semaphore_get(index);
}

inline void tensix_sync() {
    stx_llk_yield(COMPILE_FOR_TRISC);
}

inline void mop_sync() {
    stx_llk_yield(COMPILE_FOR_TRISC);
}
#endif

inline std::uint32_t mailbox_read(const std::uint8_t thread) {
    return stx_llk_read(COMPILE_FOR_TRISC, TENSIX_MAILBOX0_BASE + 0x1000u * thread);
}

inline void mailbox_write(const std::uint8_t thread, const std::uint32_t data) {
    stx_llk_write(COMPILE_FOR_TRISC, TENSIX_MAILBOX0_BASE + 0x1000u * thread, data);
}

inline bool mailbox_not_empty(const std::uint8_t thread) {
    stx_llk_yield(COMPILE_FOR_TRISC);
    return stx_llk_read(COMPILE_FOR_TRISC, TENSIX_MAILBOX0_BASE + 0x1000u * thread + 4) != 0;
}

inline std::uint32_t reg_read(std::uint32_t addr) {
    return stx_llk_read(COMPILE_FOR_TRISC, addr);
}

inline void reg_write(std::uint32_t addr, std::uint32_t data) {
    stx_llk_write(COMPILE_FOR_TRISC, addr, data);
}

inline std::uint64_t read_wall_clock() {
    std::uint32_t low = reg_read(RISCV_DEBUG_REG_WALL_CLOCK_L);
    return static_cast<std::uint64_t>(reg_read(RISCV_DEBUG_REG_WALL_CLOCK_H)) << 32 | low;
}

inline void wait(std::uint32_t cycles) {
    std::uint64_t start = read_wall_clock();
    stx_llk_yield(COMPILE_FOR_TRISC); /* once: a loop of yields looks like a deadlock */
    while (read_wall_clock() - start < cycles) {
    }
}

template <typename T> inline T load_blocking(volatile T *ptr) {
    stx_llk_yield(COMPILE_FOR_TRISC);
    return *ptr;
}

template <typename T, typename U> inline void store_blocking(volatile T *ptr, U &&val) {
    *ptr = static_cast<T>(std::forward<U>(val));
}

inline volatile void *memcpy_blocking(volatile void *dst, const volatile void *src,
                                      std::size_t len) {
    volatile char *to = static_cast<volatile char *>(dst);
    const volatile char *from = static_cast<const volatile char *>(src);
    for (std::size_t i = 0; i < len; i++) {
        to[i] = from[i];
    }
    return dst;
}

inline void invalidate_data_cache() {
}

/* The instruction buffer where code names it: storing a word issues it. sfpi and lltt pass it on as
 * a pointer that is never followed. */
struct stx_instruction_buffer {
    struct slot {
        void operator=(std::uint32_t word) const {
            stx_llk_issue(COMPILE_FOR_TRISC, word);
        }
    };
    constexpr slot operator[](std::size_t) const {
        return {};
    }
    constexpr operator const volatile void *() const {
        return nullptr;
    }
};
inline constexpr stx_instruction_buffer stx_instrn_buffer{};

} // namespace ckernel

#define instrn_buffer stx_instrn_buffer
