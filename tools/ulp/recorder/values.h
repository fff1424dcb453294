/* SPDX-License-Identifier: Apache-2.0
 *
 * values.h - values and conditions of a recorded kernel, which are represented by numbers.
 * C++17. */
#pragma once

#include <cstdint>

#include "llk/platform.h"
#include "recorder.h"
#if __has_include("sfpi_constants.h")
#include "sfpi_constants.h"
#else
namespace sfpi {
enum { SFPXBOOL_MOD1_OR = 1, SFPXBOOL_MOD1_AND = 2 };
}
#endif
#include "softensix/opcodes.h"

namespace stx_record {

using value = __xtt_vector;

struct any {
    template <typename T> constexpr any(const T &) {
    }
};

inline value numbered(unsigned number) {
    value v{};
    v[0] = number;
    return v;
}

/* The position of the address mode in SFPLOAD and SFPSTORE. */
constexpr unsigned MODE_AT = STX_ARCH == STX_ARCH_BLACKHOLE ? 13 : 14;

/* A value that was never written is 0. */
inline unsigned number_of(const value &v) {
    return v[0] ? v[0] : ulp_constant(0);
}

inline value constant(std::uint32_t bits) {
    return numbered(ulp_constant(bits));
}

constexpr std::uint32_t word(unsigned opcode, unsigned c, unsigned d, unsigned mod,
                             unsigned imm12 = 0) {
    return opcode << 24 | (imm12 & 0xFFFu) << 12 | c << 8 | d << 4 | mod;
}

constexpr std::uint32_t word_abc(unsigned opcode, unsigned a, unsigned b, unsigned c, unsigned d,
                                 unsigned mod) {
    return opcode << 24 | a << 16 | b << 12 | c << 8 | d << 4 | mod;
}

/* A word whose LReg0, 1 ... are values; LReg `result` is the new value. */
struct inputs {
    unsigned number[8] = {ULP_NONE, ULP_NONE, ULP_NONE, ULP_NONE,
                          ULP_NONE, ULP_NONE, ULP_NONE, ULP_NONE};
};

template <typename... Values> inline inputs take(const Values &...values) {
    inputs in;
    unsigned i = 0;
    ((in.number[i++] = number_of(values)), ...);
    return in;
}

inline value run(std::uint32_t word, unsigned result, const inputs &in, bool masked = false) {
    return numbered(ulp_value(word, result, in.number, masked, nullptr));
}

/* A word on flags, which is also executed for later words of the kernel. */
inline void act(std::uint32_t word) {
    stx_llk_issue(COMPILE_FOR_TRISC, word);
}

enum { LT = 1, EQ = 2, GTE = 3, NE = 4, LTE = 5, GT = 6 };

inline int holds(const value &v, unsigned condition) {
    return static_cast<int>(ulp_condition(condition & 7u, number_of(v)));
}

/* A sum with the modes of SFPIADD: its sign determines which lanes stay enabled, unless bit 2 is
 * set. */
inline value tested(const value &sum, unsigned mod) {
    if (!(mod & 4u)) {
        ulp_narrow(static_cast<unsigned>(holds(sum, mod & 8u ? GTE : LT)));
    }
    return sum;
}

enum { FMT_A = 8, FMT_B = 16 };

constexpr std::uint32_t expand(std::uint32_t imm, unsigned mod0) {
    return mod0 == 0   ? imm << 16
           : mod0 == 1 ? (imm & 0x8000u) << 16 | ((imm & 0x7FFFu) + (112u << 10)) << 13
           : mod0 == 4 ? ((imm & 0xFFFFu) ^ 0x8000u) - 0x8000u
           : mod0 == 2 ? imm & 0xFFFFu
                       : imm;
}

inline value sum(const value &a, const value &b) {
    return numbered(ulp_sum('a', number_of(a), number_of(b)));
}

inline value difference(const value &a, const value &b) {
    return numbered(ulp_sum('d', number_of(a), number_of(b)));
}

inline value both(unsigned opcode, const value &a, const value &b) {
    return run(word(opcode, 1, 0, 0), 0, take(a, b));
}

struct pair {
    value v[2];
};

struct four {
    value v[4];
};

} // namespace stx_record
