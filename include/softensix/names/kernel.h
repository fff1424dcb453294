/* SPDX-License-Identifier: Apache-2.0
 *
 * kernel.h - the vendor's C++ spellings of MOP templates and replay, over names/mop.h. */
#ifndef SOFTENSIX_NAMES_KERNEL_H
#define SOFTENSIX_NAMES_KERNEL_H

#include <stdint.h>
#ifdef __has_include
#if __has_include(<cstdint>)
#include <cstdint> /* for kernels that write std::uint32_t; a freestanding compiler may lack it */
#endif
#endif

#include "softensix/names/mop.h"

typedef unsigned int uint;

/* The MOP configuration as words that code may write itself. */
#ifndef TENSIX_MOP_CFG_BASE
#ifdef STX_NATIVE
#define TENSIX_MOP_CFG_BASE 0xFFB80000
#else
#define TENSIX_MOP_CFG_BASE ((uintptr_t)stx_bound()->front[STX_THREAD].mop_cfg)
#endif
#endif

/* What follows means the thread, the core and the chip for which this file is compiled. Each file
 * has its own, without a name for the linker, which would keep one of several for all files. */
namespace lltt {
namespace {

enum ExecBool : bool { NoExec, Exec };

/* The next length words go into the replay buffer; with Exec they are executed as well. */
template <ExecBool E = NoExec> inline void record(unsigned start, unsigned length) {
    TT_REPLAY(start, length, E ? 1u : 0u, 1u);
}

inline void replay(unsigned start, unsigned length) {
    TT_REPLAY(start, length, 0u, 0u);
}

/* The word that replays, as an instruction of a MOP. */
constexpr uint32_t replay_insn(unsigned start, unsigned length) {
    return TT_OP_REPLAY(start, length, 0u, 0u);
}

} // namespace
} // namespace lltt

namespace ckernel {
namespace {

enum ExecBool : bool { NoExec, Exec };

/* Records the length words that body issues. */
template <ExecBool E = NoExec, typename Body, typename... Arguments>
inline void load_replay_buf(uint32_t start, uint32_t length, Body &&body,
                            Arguments &&...arguments) {
    lltt::record<lltt::ExecBool(E)>(start, length);
    body(static_cast<Arguments &&>(arguments)...);
}

template <typename T> constexpr auto to_underlying(T value) noexcept {
    return static_cast<__underlying_type(T)>(value);
}

inline void mop_sync() {
    stx_mop_wait();
}

/* The double loop. */
class ckernel_template {
    ::stx_mop_loop loop;

  public:
    ckernel_template(uint32_t outer, uint32_t inner)
        : loop(stx_mop_loop2(outer, inner, TT_OP_NOP, TT_OP_NOP)) {
    }
    ckernel_template(uint32_t outer, uint32_t inner, uint32_t op)
        : loop(stx_mop_loop1(outer, inner, op)) {
    }
    ckernel_template(uint32_t outer, uint32_t inner, uint32_t op0, uint32_t op1)
        : loop(stx_mop_loop2(outer, inner, op0, op1)) {
    }
    ckernel_template(const ckernel_template &) = delete;
    ckernel_template &operator=(const ckernel_template &) = delete;

    void set_loop_op0(uint32_t op) {
        loop.op0 = op;
    }
    void set_loop_op1(uint32_t op) {
        loop.op1 = op;
    }
    void set_end_ops(uint32_t op0, uint32_t op1) {
        loop.end0 = op0;
        loop.end1 = op1;
    }
    void set_end_op(uint32_t op) {
        set_end_ops(op, TT_OP_NOP);
    }
    void set_start_op(uint32_t op) {
        loop.start = op;
    }
    void set_last_inner_loop_instr(uint32_t op) {
        loop.last_inner = op;
    }
    void set_last_outer_loop_instr(uint32_t op) {
        loop.last_outer = op;
    }
    void program() const {
        stx_mop_loop_set(&loop);
    }
    static void run() {
        stx_mop_loop_run();
    }
    void program_and_run() const {
        program();
        run();
    }
};

/* The loop of the unpackers. */
class ckernel_unpack_template {
    ::stx_mop_mask mask;

  public:
    ckernel_unpack_template(bool unpackB, bool unpackHalo, uint32_t a0, uint32_t a1, uint32_t a2,
                            uint32_t a3, uint32_t skip_a, uint32_t b, uint32_t skip_b)
        : mask{unpackB, unpackHalo, a0, a1, a2, a3, skip_a, b, skip_b} {
    }
    static ckernel_unpack_template lA(uint32_t a, uint32_t skip_a = TT_OP_NOP) {
        return {false, false, a, 0, 0, 0, skip_a, 0, 0};
    }
    static ckernel_unpack_template lBA(uint32_t a, uint32_t skip_a, uint32_t b, uint32_t skip_b) {
        return {true, false, a, 0, 0, 0, skip_a, b, skip_b};
    }
    static ckernel_unpack_template loopx1instr(uint32_t op, uint32_t skip = TT_OP_NOP) {
        return lA(op, skip);
    }
    static ckernel_unpack_template loopx2instr(uint32_t op0, uint32_t op1,
                                               uint32_t skip0 = TT_OP_NOP,
                                               uint32_t skip1 = TT_OP_NOP) {
        return lBA(op0, skip0, op1, skip1);
    }
    void program() const {
        stx_mop_mask_set(&mask);
    }
    static void run(uint8_t count, uint32_t zmask = 0) {
        stx_mop_mask_run(count, zmask);
    }
    void program_and_run(uint8_t count, uint32_t zmask = 0) const {
        program();
        run(count, zmask);
    }
};

} // namespace
} // namespace ckernel

#endif
