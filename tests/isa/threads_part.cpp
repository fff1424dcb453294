/* SPDX-License-Identifier: Apache-2.0
 *
 * One of several files of a C++ program that use the same classes of softensix/names.h for different
 * threads, or for a coprocessor (STX_NATIVE). Each leaves a number of its own in every place that
 * these classes reach. PART: its number; threads_main.cpp calls part_0 and so on. */
#include "softensix/names.h"

#define NAME_OF(number) part_##number
#define NAME(number) NAME_OF(number)

static constexpr uint32_t low_half_of(unsigned gpr, uint32_t value) {
    return TT_OP_SETDMAREG(0, value, 0, 2 * gpr);
}

void NAME(PART)();
void NAME(PART)() {
    ckernel_template loop(1, 1, low_half_of(0, 10 + PART));
    loop.program();
    ckernel_template::run();
    auto turns = ckernel_unpack_template::lA(low_half_of(1, 20 + PART));
    turns.program();
    ckernel_unpack_template::run(1);
    load_replay_buf<Exec>(0, 1, [] { TT_SETDMAREG(0, 30 + PART, 0, 2 * 2); });
    load_replay_buf(1, 1, [] { TT_SETDMAREG(0, 40 + PART, 0, 2 * 3); });
    lltt::replay(1, 1);
    ckernel_template again(1, 1, lltt::replay_insn(0, 1), low_half_of(4, 50 + PART));
    again.program_and_run();
    addr_mod_t{.srca = {.incr = 1 + PART}}.set(ADDR_MOD_1);
    addr_mod_pack_t{.y_src = {.incr = 1 + PART}}.set(ADDR_MOD_2);
    mop_sync();
}
