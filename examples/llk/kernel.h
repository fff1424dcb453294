/* SPDX-License-Identifier: Apache-2.0
 *
 * kernel.h - what the kernels of this directory share: names for numbers, and access to
 * configuration, GPRs and the MOP expander. The kernels use include/llk alone, so they need no
 * checkout of tt-llk, but they also compile with one.
 *
 * build.h is generated from the case (tests/llk): constants, formats and struct RuntimeParams. */
#pragma once

#include <cstdint>

#include "build.h"
#include "cfg_defines.h"
#include "tensix.h"
#include "tensix_types.h"

namespace own {

using u32 = std::uint32_t;

/* Sets of address counters. */
enum : u32 { COUNTERS_UNPACK_A = 1, COUNTERS_UNPACK_B = 2, COUNTERS_UNPACK = 3, COUNTERS_PACK = 4 };

/* Semaphores as masks: halves of Dst that are full, contexts of the unpackers in use. */
enum : u32 { SEM_DST = 1 << 1, SEM_UNPACK = 1 << 5 };
enum : u32 { WHILE_ZERO = 1, WHILE_MAX = 2 };

/* What STALLWAIT and SEMWAIT hold back, and until when STALLWAIT does so. */
enum : u32 {
    HOLD_PACK = 1,
    HOLD_SYNC = 2,
    HOLD_UNPACK = 8,
    HOLD_THCON = 32,
    HOLD_MATH = 64,
    HOLD_CFG = 128,
    HOLD_SFPU = 256,
    HOLD_ALL = 511
};
enum : u32 { UNTIL_THCON_IDLE = 1, UNTIL_UNPACK_IDLE = 6 };
#ifdef ARCH_BLACKHOLE
enum : u32 {
    UNTIL_PACK_IDLE = 8,
    UNTIL_MATH_IDLE = 16,
    UNTIL_STORES_ARRIVED = 1024,
    UNTIL_SFPU_IDLE = 2048
};
#else
enum : u32 {
    UNTIL_PACK_IDLE = 0x78, /* four packers */
    UNTIL_MATH_IDLE = 0x80,
    UNTIL_STORES_ARRIVED = 0x2000,
    UNTIL_SFPU_IDLE = 0x4000
};
#endif

/* The address modifier of the vector unit's words here, which changes no counter. */
#ifdef ARCH_BLACKHOLE
enum : u32 { VECTOR_STAY = 7 };
#else
enum : u32 { VECTOR_STAY = 3 };
#endif

/* A tile is four faces of 16 rows of 16 datums; Dst has two halves of eight tiles of 16 bits, or of
 * four of 32 bits. */
enum : u32 { FACE = 256, FACES = 4, TILE_ROWS = 64, DST_HALF_ROWS = 512 };

/* The hardware uses the low four bits of a format's number; bit 4 means unsigned, or E4M3. */
constexpr u32 code_of(u32 format) {
    return format & 15u;
}

constexpr bool is_block(u32 format) {
    u32 code = code_of(format);
    return (code & 2u) && code != 10 && code != 14;
}

constexpr bool is_e4m3(u32 format) {
    return format == static_cast<u32>(DataFormat::Fp8_e4m3);
}

/* Bytes of a datum in a register, for strides. */
constexpr u32 stride_bytes(u32 format) {
    return (format & 3u) == 0 ? 4 : (format & 3u) == 1 ? 2 : 1;
}

/* LLK's addresses: units of 16 bytes, and one lower because tiles here lack the header. */
constexpr u32 unit_address(u32 byte) {
    return (byte >> 4) - 1;
}

/* Writes a word of configuration with a plain store of the RISC-V core. Words of the coprocessor
 * may overtake it, so the thread's next words have to wait for it (cfg_stored). */
inline void cfg_store(u32 index, u32 value) {
    reinterpret_cast<volatile u32 *>(TENSIX_CFG_BASE)[index] = value;
}

/* Holds later words until the stores of the RISC-V core have arrived. */
inline void cfg_stored() {
    TTI_STALLWAIT(HOLD_ALL, UNTIL_STORES_ARRIVED);
}

/* Writes a field of configuration, in the order of the thread's instructions: the coprocessor
 * reads, changes and writes the bytes that hold it. */
template <u32 INDEX, u32 SHIFT, u32 MASK> inline void cfg_field(u32 value) {
    u32 data = value << SHIFT & MASK;
    if constexpr ((MASK & 0xFFu) != 0) {
        TT_RMWCIB0(MASK & 0xFFu, data & 0xFFu, INDEX);
    }
    if constexpr ((MASK >> 8 & 0xFFu) != 0) {
        TT_RMWCIB1(MASK >> 8 & 0xFFu, data >> 8 & 0xFFu, INDEX);
    }
    if constexpr ((MASK >> 16 & 0xFFu) != 0) {
        TT_RMWCIB2(MASK >> 16 & 0xFFu, data >> 16 & 0xFFu, INDEX);
    }
    if constexpr ((MASK >> 24 & 0xFFu) != 0) {
        TT_RMWCIB3(MASK >> 24 & 0xFFu, data >> 24 & 0xFFu, INDEX);
    }
}

/* Writes a word of configuration from a GPR. */
inline void cfg_set(u32 gpr, u32 index, u32 value) {
    TT_SETDMAREG(value >> 14 & 3u, value & 0x3FFFu, 0, 2 * gpr);
    TT_SETDMAREG(value >> 30, value >> 16 & 0x3FFFu, 0, 2 * gpr + 1);
    TT_WRCFG(gpr, 0, index);
}

/* Clear all of Dst, or one half of it. */
#ifdef ARCH_BLACKHOLE
inline void dst_clear() {
    TTI_ZEROACC(3, 0, 0, 0, 0);
}

inline void dst_clear_half(u32 half) {
    TT_ZEROACC(2, is_fp32_dest_acc_en, 0, 0, half);
}
#else
inline void dst_clear() {
    TTI_ZEROACC(3, 0, 0);
}

inline void dst_clear_half(u32 half) {
    TT_ZEROACC(2, 0, half);
}
#endif

inline void mop_store(u32 index, u32 value) {
    reinterpret_cast<volatile u32 *>(TENSIX_MOP_CFG_BASE)[index] = value;
}

/* MOP template 1: outer rounds of inner times op. The last op of each round is last_inner, and that
 * of the last round is last. end follows each round unless it is NOP. */
inline void mop_loops(u32 outer, u32 inner, u32 op, u32 last_inner, u32 last, u32 end = TT_OP_NOP) {
    const u32 words[9] = {outer, inner, TT_OP_NOP, end, TT_OP_NOP, op, TT_OP_NOP, last, last_inner};
    ckernel::mop_sync();
    for (u32 i = 0; i < 9; i++) {
        mop_store(i, words[i]);
    }
}

} // namespace own
