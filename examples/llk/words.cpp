/* SPDX-License-Identifier: Apache-2.0
 *
 * words.cpp - executes words that lie in L1 on 1,024 numbers of 32 bits in Dst, once for each case:
 * what a card does with words can so be compared with what the library does (docs/card.md).
 *
 * The input is a tile whose first word is the number of cases, then two tiles for each case: the
 * number of its words and these words, and what Dst holds before them. The result is a tile for
 * each case: what Dst holds after them. The math thread issues all words; they leave no bank of a
 * source register with the matrix unit.
 *
 * Constants: is_fp32_dest_acc_en, which must be true. Parameters: with CARD_INPUT and CARD_RESULT
 * (addresses of the tiles) none, otherwise buffer_A and buffer_Res, as LLK's test harness has them.
 */
#if __has_include("ckernel.h")
#include "ckernel.h" /* on a card: the issue macros of its checkout */
#endif
#include "kernel.h"

static_assert(is_fp32_dest_acc_en, "cases are given as 32-bit numbers of Dst");

namespace {

using own::u32;

enum : u32 { INTEGER = 8, TILE_BYTES = 4 * own::FACES * own::FACE, MOST_WORDS = 1023 };

/* Cases use the same tile of Dst: it is free, then filled, then its words are executed. */
enum : u32 { SEM_EXECUTED = 1 << 1, SEM_FILLED = 1 << 2, SEM_FREE = 1 << 3 };

/* What the packer takes from a case: it copies 32 bits as they are. */
struct floats {
    u32 pack_src = 0, pack_dst = 0;
};

volatile u32 *at(u32 address) {
    return reinterpret_cast<volatile u32 *>(address);
}

#ifdef CARD_INPUT
u32 input(RUNTIME_PARAMETERS, u32 tile) {
    return CARD_INPUT + tile * TILE_BYTES;
}

[[maybe_unused]] u32 result(RUNTIME_PARAMETERS, u32 tile) {
    return CARD_RESULT + tile * TILE_BYTES;
}
#else
u32 input(RUNTIME_PARAMETERS params, u32 tile) {
    return params.buffer_A[tile];
}

[[maybe_unused]] u32 result(RUNTIME_PARAMETERS params, u32 tile) {
    return params.buffer_Res[tile];
}
#endif

u32 cases(RUNTIME_PARAMETERS params) {
    return *at(input(params, 0));
}

} // namespace

#ifdef LLK_TRISC_UNPACK

#include "thread_unpack.h"

/* Unpacker 0 writes to Dst, 32 bits as they are. */
static void configure() {
    own::unpack_format(own::UNPACK_A, INTEGER, INTEGER);
    own::cfg_store(THCON_SEC0_REG2_Unpack_if_sel_cntx0_ADDR32,
                   THCON_SEC0_REG2_Unpack_if_sel_cntx0_MASK | 3u);
    own::unpack_destination(INTEGER, INTEGER);
    own::cfg_stored();
    /* With addresses for rows of SrcA, the rows of Dst that UNPACR writes are not defined. */
    TTI_SETC16(SRCA_SET_SetOvrdWithAddr_ADDR32, 0);
    TTI_SETADCXY(own::COUNTERS_UNPACK, 0, 0, 0, 0, 15);
    TTI_SETADCXX(own::COUNTERS_UNPACK, own::FACE - 1, 0);
    TTI_SETC16(UNPACK_MISC_CFG_CfgContextOffset_0_ADDR32, 0);
}

static void fill(u32 address) {
    own::cfg_set(4, THCON_SEC0_REG3_Base_address_ADDR32, own::unit_address(address));
    TTI_STALLWAIT(own::HOLD_UNPACK, own::UNTIL_THCON_IDLE);
    TTI_SETADCZW(own::COUNTERS_UNPACK, 0, 0, 0, 0, 15);
    for (u32 face = 0; face < own::FACES; face++) {
        TT_UNPACR(own::UNPACK_A, 0x11, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1);
    }
    TTI_STALLWAIT(own::HOLD_SYNC, own::UNTIL_UNPACK_IDLE);
    TTI_SEMPOST(SEM_FILLED);
}

void run_kernel(RUNTIME_PARAMETERS params) {
    const u32 count = cases(params);
    configure();
    for (u32 i = 0; i < count; i++) {
        TTI_SEMWAIT(own::HOLD_UNPACK | own::HOLD_SYNC, SEM_FREE, own::WHILE_ZERO);
        TTI_SEMGET(SEM_FREE);
        fill(input(params, 2 * i + 2));
    }
}

#endif

#ifdef LLK_TRISC_MATH

static void execute(volatile u32 *words) {
    const u32 count = words[0] < MOST_WORDS ? words[0] : MOST_WORDS;
    for (u32 i = 1; i <= count; i++) {
        ckernel::instrn_buffer[0] = words[i];
    }
}

void run_kernel(RUNTIME_PARAMETERS params) {
    const u32 count = cases(params);
    own::dst_clear();
    TTI_STALLWAIT(own::HOLD_SYNC, own::UNTIL_MATH_IDLE);
    TTI_SEMINIT(1, 0, SEM_FILLED | SEM_EXECUTED);
    TTI_SEMINIT(1, 1, SEM_FREE);
    for (u32 i = 0; i < count; i++) {
        TTI_SEMWAIT(own::HOLD_MATH | own::HOLD_SFPU | own::HOLD_SYNC, SEM_FILLED, own::WHILE_ZERO);
        TTI_SEMGET(SEM_FILLED);
        execute(at(input(params, 2 * i + 1)));
        TTI_STALLWAIT(own::HOLD_SYNC, own::UNTIL_MATH_IDLE | own::UNTIL_SFPU_IDLE);
        TTI_SEMPOST(SEM_EXECUTED);
    }
}

#endif

#ifdef LLK_TRISC_PACK

#include "thread_pack.h"

void run_kernel(RUNTIME_PARAMETERS params) {
    const u32 count = cases(params);
    own::pack_configure(floats{});
    own::pack_mop();
    for (u32 i = 0; i < count; i++) {
        TTI_SEMWAIT(own::HOLD_PACK | own::HOLD_SYNC, SEM_EXECUTED, own::WHILE_ZERO);
        own::pack_tile(0, result(params, i), floats{}.pack_dst);
        TTI_SEMGET(SEM_EXECUTED);
        TTI_STALLWAIT(own::HOLD_SYNC, own::UNTIL_PACK_IDLE);
        TTI_SEMPOST(SEM_FREE);
    }
}

#endif
