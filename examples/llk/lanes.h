/* SPDX-License-Identifier: Apache-2.0
 *
 * lanes.h - 32 lanes of the vector unit as C++ values, implemented with the builtins alone:
 *
 *   lanes x = dst_load(0), y = x;
 *   lanes_if (x < 0.0f) {
 *       y = x * 0.25f;
 *   } lanes_elseif (x > 1.0f && x < 8.0f) {
 *       y = 1.0f;
 *   } lanes_else {
 *       y = 0.0f;
 *   } lanes_endif;
 *   dst_store(0, y);
 *
 * Every statement is executed, but assignments and stores affect only lanes whose conditions hold.
 * Values declared inside a branch are valid only there. */
#pragma once

#include <cstdint>
#include <cstring>

#include "kernel.h"

#if __has_include("tensix_builtins.h")
#include "tensix_builtins.h"
#else
using __xtt_vector = unsigned __attribute__((vector_size(128)));
#include "tensix_builtins.def"
#endif

namespace own {

/* A condition: bit i for lane i. */
class condition {
    int mask;

  public:
    explicit condition(int bits) : mask(bits) {
    }
    int bits() const {
        return mask;
    }
    condition operator&&(condition o) const {
        return condition(__builtin_rvtt_sfpxbool(2, mask, o.mask));
    }
    condition operator||(condition o) const {
        return condition(__builtin_rvtt_sfpxbool(1, mask, o.mask));
    }
    condition operator!() const {
        return condition(__builtin_rvtt_sfpxbool(0, mask, 0));
    }
};

/* The builtins' numbers for comparisons and for kinds of constants. */
enum comparison : unsigned { LT = 1, EQ, GTE, NE, LTE, GT };
enum : unsigned { WORD_CONSTANT = 16, BF16_CONSTANT = 0, WHOLE_FLOAT = 0 };

class lanes {
    __xtt_vector v;

    static __xtt_vector broadcast(std::uint32_t word) {
        return __builtin_rvtt_sfpxloadi(nullptr, word, 0, 0, WORD_CONSTANT);
    }
    static std::uint32_t bits_of(float f) {
        std::uint32_t word;
        std::memcpy(&word, &f, sizeof word);
        return word;
    }
    condition compare(const lanes &o, comparison op) const {
        return condition(__builtin_rvtt_sfpxfcmpv(v, o.v, op));
    }
    /* A comparison with 0 looks at the sign alone, as with the vendor's compiler. */
    condition compare(float f, comparison op) const {
        return condition(__builtin_rvtt_sfpxfcmps(nullptr, v, bits_of(f), 0, 0, op));
    }

  public:
    lanes(float f) : v(broadcast(bits_of(f))) {
    }
    explicit lanes(__xtt_vector raw) : v(raw) {
    }
    lanes(const lanes &o) = default;
    lanes &operator=(const lanes &o) {
        v = __builtin_rvtt_sfpassign_lv(v, o.v);
        return *this;
    }
    const __xtt_vector &raw() const {
        return v;
    }
    lanes operator+(const lanes &o) const {
        return lanes(__builtin_rvtt_sfpadd(v, o.v, 0));
    }
    lanes operator*(const lanes &o) const {
        return lanes(__builtin_rvtt_sfpmul(v, o.v, 0));
    }
    lanes operator-() const {
        return lanes(__builtin_rvtt_sfpmov(v, 1));
    }
    lanes operator-(const lanes &o) const {
        return *this + -o;
    }
    condition operator<(const lanes &o) const {
        return compare(o, LT);
    }
    condition operator>=(const lanes &o) const {
        return compare(o, GTE);
    }
    condition operator<(float f) const {
        return compare(f, LT);
    }
    condition operator<=(float f) const {
        return compare(f, LTE);
    }
    condition operator>(float f) const {
        return compare(f, GT);
    }
    condition operator>=(float f) const {
        return compare(f, GTE);
    }
    condition operator==(float f) const {
        return compare(f, EQ);
    }
    condition operator!=(float f) const {
        return compare(f, NE);
    }
};

/* The exponent as an integer, without its bias. */
inline lanes exponent_of(const lanes &x) {
    return lanes(__builtin_rvtt_sfpexexp(x.raw(), 0));
}

inline lanes magnitude_of(const lanes &x) {
    return lanes(__builtin_rvtt_sfpabs(x.raw(), 1));
}

/* A two's complement integer as a float. */
inline lanes float_of(const lanes &integer) {
#ifdef ARCH_BLACKHOLE
    __xtt_vector sign_magnitude = __builtin_rvtt_sfpcast(integer.raw(), 3);
#else
    __xtt_vector magnitude = __builtin_rvtt_sfpabs(integer.raw(), 0);
    __xtt_vector sign_magnitude = __builtin_rvtt_sfpsetsgn_v(magnitude, integer.raw(), 0);
#endif
    return lanes(__builtin_rvtt_sfpcast(sign_magnitude, 0));
}

/* Vectors of Dst from its counter on. index counts vectors of 4 rows x 8 columns. */
inline lanes dst_load(unsigned index) {
    return lanes(__builtin_rvtt_sfpload(nullptr, 2 * index, 0, 0, 0, VECTOR_STAY));
}

inline void dst_store(unsigned index, const lanes &x) {
    __builtin_rvtt_sfpstore(nullptr, x.raw(), 2 * index, 0, 0, 0, VECTOR_STAY);
}

/* The branches of one lanes_if, and how many times flags were pushed for them. */
class branches {
    unsigned pushed = 0;

  public:
    void open(condition c) {
        __builtin_rvtt_sfppushc(0);
        pushed++;
        narrow(c);
    }
    void narrow(condition c) {
        __builtin_rvtt_sfpxcondb(c.bits(), __builtin_rvtt_sfpxvif());
    }
    void others() {
        __builtin_rvtt_sfpcompc();
    }
    ~branches() {
        while (pushed-- > 0) {
            __builtin_rvtt_sfppopc(0);
        }
    }
};

} // namespace own

#define lanes_if(c)              \
    {                            \
        own::branches lanes_now; \
        lanes_now.open(c);
#define lanes_and(c) lanes_now.narrow(c)
#define lanes_elseif(c) \
    lanes_now.others(); \
    lanes_now.open(c);
#define lanes_else lanes_now.others();
#define lanes_endif }
