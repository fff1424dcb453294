/* SPDX-License-Identifier: Apache-2.0
 *
 * builtins.h - the ground of the tests of tensix_builtins.def: a core of our own, vectors of
 * inputs, and the comparison with what plain C gives lane by lane. */
#ifndef TESTS_LLK_BUILTINS_H
#define TESTS_LLK_BUILTINS_H

#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "tensix_builtins.def"
#ifdef BROKEN /* tests/llk/broken.py: a header that spoils one builtin */
#include BROKEN
#endif

#include "llk/platform.h"
#include "softensix/softensix.h"
#include "test.h"

using vec = __xtt_vector;
using u32 = std::uint32_t;

constexpr unsigned LANES = 32;
constexpr u32 ALL = 0xFFFFFFFFu;
constexpr void *BUFFER = nullptr; /* where a builtin wants the instruction buffer */

inline stx_core core;
inline std::uint8_t l1[4096] __attribute__((aligned(16)));
inline u32 seed = 1;

/* A fresh core as firmware leaves it: all lanes enabled, constants loaded. */
inline void start() {
    stx_llk_settle();
    stx_init(&core, l1, sizeof l1, nullptr);
    stx_bind(&core);
    stx_policy_set_all(&core, STX_POLICY_SILICON);
    stx_init_as_firmware(&core);
}

inline u32 bits_of(float f) {
    u32 word;
    std::memcpy(&word, &f, sizeof word);
    return word;
}

inline float float_of(u32 word) {
    float f;
    std::memcpy(&f, &word, sizeof f);
    return f;
}

inline u32 random_word() {
    return test_random(&seed);
}

/* Any bits; every fourth lane something at the edge of a range. */
inline vec words() {
    static const u32 edges[] = {0,          0x80000000, 1,          0xFFFFFFFF, 0x7FFFFFFF,
                                0x80000001, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000,
                                0x7FC00000, 0xFFC00000, 0x00400000, 0x807FFFFF, 0x00800000,
                                0x7F7FFFFF, 0xFF7FFFFF, 0x0000FFFF, 0x00007FFF, 0x3F7FFFFF};
    vec v = {};
    for (unsigned i = 0; i < LANES; i++) {
        u32 r = random_word();
        v[i] = r % 4 == 0 ? edges[(r >> 8) % (sizeof edges / sizeof *edges)] : random_word();
    }
    return v;
}

/* A float of so many mantissa bits with an exponent in [-range, range). */
inline u32 short_float(int range, unsigned bits) {
    u32 r = random_word(), kept = 0x7FFFFFu & ~(0x7FFFFFu >> bits);
    u32 exponent = 127 - static_cast<u32>(range) + (r >> 16) % (2 * static_cast<u32>(range));
    return (r & 0x80000000u) | exponent << 23 | (random_word() & kept);
}

inline vec floats(int range, unsigned bits) {
    vec v = {};
    for (unsigned i = 0; i < LANES; i++) {
        v[i] = random_word() % 16 == 0 ? 0 : short_float(range, bits);
    }
    return v;
}

/* Integers near zero, so that comparisons often meet equality. */
inline vec small_integers() {
    vec v = {};
    for (unsigned i = 0; i < LANES; i++) {
        v[i] = random_word() % 9 - 4u;
    }
    return v;
}

inline vec same(u32 word) {
    vec v = {};
    for (unsigned i = 0; i < LANES; i++) {
        v[i] = word;
    }
    return v;
}

template <typename F> inline vec each(F f) {
    vec v = {};
    for (unsigned i = 0; i < LANES; i++) {
        v[i] = f(i);
    }
    return v;
}

/* f of the lane as a mask. */
template <typename F> inline u32 mask(F f) {
    u32 m = 0;
    for (unsigned i = 0; i < LANES; i++) {
        m |= static_cast<u32>(f(i) ? 1 : 0) << i;
    }
    return m;
}

#define CHECK_LANES(got, expected)                                                                \
    do {                                                                                          \
        vec got_ = (got), expected_ = (expected);                                                 \
        for (unsigned lane_ = 0; lane_ < LANES; lane_++) {                                        \
            if (got_[lane_] != expected_[lane_]) {                                                \
                printf("%s:%d: lane %u of %s = %08x, expected %08x\n", __FILE__, __LINE__, lane_, \
                       #got, (unsigned)got_[lane_], (unsigned)expected_[lane_]);                  \
                test_bad = 1;                                                                     \
                return;                                                                           \
            }                                                                                     \
        }                                                                                         \
    } while (0)

/* So many vectors of inputs for each claim. */
constexpr int ROUNDS = 40;
#define REPEAT for (int round_ = 0; round_ < ROUNDS; round_++)

#endif
