/* SPDX-License-Identifier: Apache-2.0
 *
 * given.cpp - what a kernel finds before its first word: arguments, its own and the common ones,
 * words of L1, what each thread's mailbox holds, semaphores. The numbers come out as two pages that
 * pack writes by plain stores. Math goes past semaphores that stand below their maximum: firmware
 * has set those to 0 of 1. */
#include "compute/api.h"

namespace {

using word = volatile u32;
enum : u32 {
    MAILBOX = 0xFFEC0000,
    OF_A_THREAD = 0x1000,
    SEMAPHORES = 0xFFE80080,
    GIVEN = 4,
    FIRST_L1 = 0x12340
};

word *at(u32 address) {
    return reinterpret_cast<word *>(address);
}

/* What the data-movement core has left for this thread. */
u32 told() {
    return ckernel::reg_read(MAILBOX);
}

void below_maximum() {
    TTI_SEMWAIT(own::HOLD_MATH | own::HOLD_SFPU | own::HOLD_SYNC, 1 << 1, own::WHILE_MAX);
    TTI_SEMWAIT(own::HOLD_MATH | own::HOLD_SFPU | own::HOLD_SYNC, 1 << 2, own::WHILE_MAX);
    TTI_SEMWAIT(own::HOLD_MATH | own::HOLD_SFPU | own::HOLD_SYNC, 1 << 7, own::WHILE_MAX);
}

/* To pack by its mailbox. */
void tell_pack() {
    for (u32 i = 0; i < GIVEN; i++) {
        ckernel::reg_write(MAILBOX + 3 * OF_A_THREAD, told());
    }
}

/* What thread 0 or 1 has been told. */
u32 passed_on(u32 thread) {
    return ckernel::reg_read(MAILBOX + (thread + 1) * OF_A_THREAD);
}

u32 common(u32 index) {
    return stx_metal_setup()->common_args[index];
}

void collect(word *to) {
    for (u32 i = 0; i < GIVEN; i++) {
        *to++ = get_arg_val<u32>(i);
        *to++ = common(i);
        *to++ = *at(FIRST_L1 + 4 * i);
        *to++ = told();
        *to++ = passed_on(0);
        *to++ = passed_on(1);
    }
    for (u32 i = 0; i < 8; i++) {
        *to++ = ckernel::reg_read(SEMAPHORES + 4 * i);
    }
}

/* How many arguments there are, and what lies behind the words of L1: nobody has put anything
 * there. */
void count(word *to) {
    *to++ = stx_metal_setup()->arg_count;
    *to++ = stx_metal_setup()->common_arg_count;
    *to++ = *at(FIRST_L1 + 4 * GIVEN);
    for (u32 i = 3; i < 32; i++) {
        *to++ = 0;
    }
}

} // namespace

void kernel_main() {
    start_up(16, 16, 16);
    UNPACK(tell_pack();)
    MATH(below_maximum(); tell_pack();)
    cb_reserve_back(16, 2);
    PACK(collect(at(own::page_address(16, 0))); count(at(own::page_address(16, 1)));)
    push_tiles(16, 2);
}
