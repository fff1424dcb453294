/* SPDX-License-Identifier: Apache-2.0
 *
 * test_compare.cpp - comparisons and what is made of their masks; what the flags of lanes do under
 * SFPPUSHC, SFPPOPC, SFPCOMPC, SFPSETCC and SFPENCC, against a stack of flags for each lane. */
#include "builtins.h"
#include "softensix/tti.h"

#undef STX_ISSUE
#define STX_ISSUE(word) stx_llk_issue(1, word)

enum { LT = 1, EQ, GTE, NE, LTE, GT };
enum { OR = 1, AND, NOT };
enum { FMT_A = 8, FMT_B = 16, FMT_FLOAT = 32, SIGNED = 8 };

template <typename T> static bool holds(unsigned op, T a, T b) {
    switch (op) {
    case LT:
        return a < b;
    case EQ:
        return a == b;
    case GTE:
        return a >= b;
    case NE:
        return a != b;
    case LTE:
        return a <= b;
    default:
        return a > b;
    }
}

/* Not -0, which a comparison with 0 takes for negative. */
static vec near_zero() {
    return each([](unsigned) {
        static const float values[] = {0, 0.5f, -0.5f, 1, -1, 2, -2, 1.5f, 1e-20f, -1e20f};
        return bits_of(values[random_word() % 10]);
    });
}

TEST(floats_are_compared_with_floats) {
    REPEAT {
        vec a = near_zero(), b = near_zero();
        for (unsigned op = LT; op <= GT; op++) {
            CHECK_EQ(__builtin_rvtt_sfpxfcmpv(a, b, op),
                     mask([&](unsigned i) { return holds(op, float_of(a[i]), float_of(b[i])); }));
        }
    }
}

TEST(floats_are_compared_with_constants) {
    static const float constants[] = {0, 1, -1, 1.5f, 1e20f};
    REPEAT {
        vec a = near_zero();
        for (float c : constants) {
            for (unsigned op = LT; op <= GT; op++) {
                u32 expected = mask([&](unsigned i) { return holds(op, float_of(a[i]), c); });
                CHECK_EQ(__builtin_rvtt_sfpxfcmps(BUFFER, a, bits_of(c), 0, 0, op | FMT_FLOAT),
                         expected);
            }
        }
        for (unsigned op = LT; op <= GT; op++) {
            u32 expected = mask([&](unsigned i) { return holds(op, float_of(a[i]), 1.5f); });
            CHECK_EQ(__builtin_rvtt_sfpxfcmps(BUFFER, a, 0x3FC0, 0, 0, op | FMT_B), expected);
            CHECK_EQ(__builtin_rvtt_sfpxfcmps(BUFFER, a, 0x3E00, 0, 0, op | FMT_A), expected);
        }
    }
}

TEST(minus_zero_is_below_zero_but_not_below_another_minus_zero) {
    vec minus = same(0x80000000);
    CHECK_EQ(__builtin_rvtt_sfpxfcmps(BUFFER, minus, 0, 0, 0, LT | FMT_FLOAT), ALL);
    CHECK_EQ(__builtin_rvtt_sfpxfcmps(BUFFER, minus, 0, 0, 0, EQ | FMT_FLOAT), 0);
    CHECK_EQ(__builtin_rvtt_sfpxfcmpv(minus, minus, EQ), ALL);
}

/* Since sfpi 7.71: conditions and types have numbers of their own. */
enum { X_LT, X_GE, X_EQ, X_NE, X_GT, X_LE, X_CONDITIONS };
enum { X_UINT = 0, X_INT = 16, X_SMAG = 32, X_FLOAT = 48 };
static const unsigned same_condition[X_CONDITIONS] = {LT, GTE, EQ, NE, GT, LTE};

/* Around 0, around the largest and the smallest number, and anything. */
static vec any_integers() {
    return each([](unsigned) {
        u32 near = random_word() % 5 - 2, kind = random_word() % 3;
        return kind == 0 ? near : kind == 1 ? 0x80000000u + near : random_word();
    });
}

static long long magnitude_of(u32 v) {
    return v >> 31 ? -(long long)(v & 0x7FFFFFFFu) : (long long)v;
}

TEST(one_comparison_serves_all_types) {
    REPEAT {
        vec a = any_integers(), b = any_integers(), f = near_zero(), g = near_zero();
        for (unsigned op = 0; op < X_CONDITIONS; op++) {
            unsigned as = same_condition[op];
            CHECK_EQ(__builtin_rvtt_sfpxcmpv(a, b, op | X_UINT),
                     mask([&](unsigned i) { return holds(as, (u32)a[i], (u32)b[i]); }));
            CHECK_EQ(__builtin_rvtt_sfpxcmpv(a, b, op | X_INT),
                     mask([&](unsigned i) { return holds(as, (int)a[i], (int)b[i]); }));
            CHECK_EQ(__builtin_rvtt_sfpxcmpv(a, b, op | X_SMAG), mask([&](unsigned i) {
                         return holds(as, magnitude_of(a[i]), magnitude_of(b[i]));
                     }));
            CHECK_EQ(__builtin_rvtt_sfpxcmpv(f, g, op | X_FLOAT),
                     mask([&](unsigned i) { return holds(as, float_of(f[i]), float_of(g[i])); }));
        }
    }
}

TEST(one_comparison_serves_constants_of_all_types) {
    REPEAT {
        vec a = any_integers(), f = near_zero();
        u32 k = any_integers()[0];
        for (unsigned op = 0; op < X_CONDITIONS; op++) {
            unsigned as = same_condition[op];
            CHECK_EQ(__builtin_rvtt_sfpxcmps(BUFFER, a, k, 0, 0, op | X_UINT),
                     mask([&](unsigned i) { return holds(as, (u32)a[i], k); }));
            CHECK_EQ(__builtin_rvtt_sfpxcmps(BUFFER, a, k, 0, 0, op | X_INT),
                     mask([&](unsigned i) { return holds(as, (int)a[i], (int)k); }));
            CHECK_EQ(__builtin_rvtt_sfpxcmps(BUFFER, f, 0, 0, 0, op | X_FLOAT),
                     mask([&](unsigned i) { return holds(as, float_of(f[i]), 0.0f); }));
            CHECK_EQ(__builtin_rvtt_sfpxcmps(BUFFER, f, bits_of(1.5f), 0, 0, op | X_FLOAT),
                     mask([&](unsigned i) { return holds(as, float_of(f[i]), 1.5f); }));
        }
    }
}

TEST(integers_are_compared) {
    REPEAT {
        vec a = small_integers(), b = small_integers();
        int k = (int)(random_word() % 9) - 4;
        for (unsigned op = LT; op <= GT; op++) {
            CHECK_EQ(__builtin_rvtt_sfpxicmps(BUFFER, a, k, 0, 0, op | SIGNED),
                     mask([&](unsigned i) { return holds(op, (int)a[i], k); }));
            /* The second against the first. */
            CHECK_EQ(__builtin_rvtt_sfpxicmpv(b, a, op | SIGNED),
                     mask([&](unsigned i) { return holds(op, (int)a[i], (int)b[i]); }));
        }
    }
}

TEST(masks_combine_and_become_values) {
    REPEAT {
        int a = (int)random_word(), b = (int)random_word();
        CHECK_EQ(__builtin_rvtt_sfpxbool(OR, a, b), a | b);
        CHECK_EQ(__builtin_rvtt_sfpxbool(AND, a, b), a & b);
        CHECK_EQ(__builtin_rvtt_sfpxbool(NOT, a, a), ~a);
        CHECK_LANES(__builtin_rvtt_sfpxcondi(a),
                    each([&](unsigned i) { return (u32)a >> i & 1u; }));
    }
}

TEST(assignment_selects_by_lane) {
    REPEAT {
        vec old = words(), now = words();
        u32 lanes = random_word();
        __builtin_rvtt_sfppushc(0);
        __builtin_rvtt_sfpxcondb((int)lanes, __builtin_rvtt_sfpxvif());
        vec got = __builtin_rvtt_sfpassign_lv(old, now);
        __builtin_rvtt_sfppopc(0);
        CHECK_LANES(got, each([&](unsigned i) { return lanes >> i & 1 ? now[i] : old[i]; }));
        CHECK_EQ(stx_llk_lanes(), ALL);
    }
}

/* One lane's flags in plain C. */
struct entry {
    bool flag, use;
};

struct lane_flags {
    bool flag = true, use = true;
    entry stack[8];
    unsigned depth = 0;

    bool enabled() const {
        return use ? flag : true;
    }

    static bool combine(unsigned op, bool a, bool b) {
        const bool table[13] = {false,   b,       !b,       a && b,   a || b, a && !b, a || !b,
                                !a && b, !a || b, !a && !b, !a || !b, a != b, a == b};
        return table[op];
    }

    void push(unsigned mod) {
        entry *top = depth ? &stack[depth - 1] : nullptr;
        if (mod == 0) {
            stack[depth++] = {flag, use};
        } else if (mod <= 12) {
            *top = {combine(mod, top->flag, flag), use};
        } else if (mod == 13) {
            flag = !flag;
            *top = {flag, use};
        } else {
            *top = {mod == 14, true};
        }
    }

    void pop(unsigned mod) {
        entry top = depth ? stack[depth - 1] : entry{false, false};
        if (mod == 0) {
            flag = top.flag;
            use = top.use;
            depth--;
        } else if (mod <= 12) {
            flag = combine(mod, flag, top.flag);
            use = top.use;
        } else if (mod == 13) {
            flag = !flag;
        } else {
            flag = mod == 14;
            use = true;
        }
    }

    void complement() {
        entry top = depth ? stack[depth - 1] : entry{true, true};
        flag = top.use && use && top.flag && !flag;
    }

    void set(u32 value, unsigned mod) {
        if (!enabled()) {
            return;
        }
        bool negative = value >> 31, zero = value == 0;
        flag = use && (mod == 0 ? negative : mod == 2 ? !zero : mod == 4 ? !negative : zero);
    }
};

/* SFPSETCC on LReg 3, by its word. */
static void setcc(unsigned mod) {
    TT_SFPSETCC(0, 3, 0, mod);
}

static bool agree(const lane_flags *lanes) {
    return stx_llk_lanes() == mask([&](unsigned i) { return lanes[i].enabled(); });
}

/* One random step, on the core and on every lane. */
static void step(lane_flags *lanes, vec value) {
    unsigned depth = lanes[0].depth, r = random_word() >> 8, mod = r >> 4 & 15u;
    switch (r % 5) {
    case 0:
        mod = depth == 0 || (depth < 8 && mod < 8) ? 0 : mod == 0 ? 14 : mod;
        __builtin_rvtt_sfppushc(mod);
        for (unsigned i = 0; i < LANES; i++)
            lanes[i].push(mod);
        break;
    case 1:
        if (depth == 0)
            break;
        mod = mod < 8 ? 0 : mod;
        __builtin_rvtt_sfppopc(mod);
        for (unsigned i = 0; i < LANES; i++)
            lanes[i].pop(mod);
        break;
    case 2:
        __builtin_rvtt_sfpcompc();
        for (unsigned i = 0; i < LANES; i++)
            lanes[i].complement();
        break;
    case 3:
        setcc(mod & 6u);
        for (unsigned i = 0; i < LANES; i++)
            lanes[i].set(value[i], mod & 6u);
        break;
    default:
        __builtin_rvtt_sfpxcondb((int)(r << 3 ^ r), __builtin_rvtt_sfpxvif());
        for (unsigned i = 0; i < LANES; i++)
            lanes[i].flag = lanes[i].flag && (r << 3 ^ r) >> i & 1u;
        break;
    }
}

TEST(any_sequence_of_conditions_is_a_stack_of_flags) {
    for (int sequence = 0; sequence < 300; sequence++) {
        lane_flags lanes[LANES];
        start();
        vec value = small_integers();
        __builtin_rvtt_sfpwritelreg(value, 3);
        for (int i = 0; i < 40; i++) {
            step(lanes, value);
            CHECK(agree(lanes));
        }
    }
    start();
}

/* What tt-metal's exp and exp2 ask with: is the exponent below 255? */
TEST(a_sum_of_integers_tests_its_sign) {
    enum { LESS = 0, NO_TEST = 4, GREATER_OR_EQUAL = 8 };
    REPEAT {
        vec a = words(), b = words();
        u32 negative = 0, negative_with = 0;
        for (unsigned i = 0; i < LANES; i++) {
            negative |= (a[i] + b[i]) >> 31 << i;
            negative_with |= (a[i] - 255u) >> 31 << i;
        }
        for (unsigned mod : {(unsigned)LESS, (unsigned)NO_TEST, (unsigned)GREATER_OR_EQUAL}) {
            __builtin_rvtt_sfppushc(0);
            CHECK_LANES(__builtin_rvtt_sfpiadd_v(a, b, mod),
                        each([&](unsigned i) { return a[i] + b[i]; }));
            CHECK_EQ(stx_llk_lanes(), mod == LESS ? negative : mod == NO_TEST ? ALL : ~negative);
            __builtin_rvtt_sfppopc(0);
            __builtin_rvtt_sfppushc(0);
            CHECK_LANES(__builtin_rvtt_sfpiadd_i(BUFFER, a, -255, 0, 0, mod),
                        each([&](unsigned i) { return a[i] - 255u; }));
            CHECK_EQ(stx_llk_lanes(), mod == LESS      ? negative_with
                                      : mod == NO_TEST ? ALL
                                                       : ~negative_with);
            __builtin_rvtt_sfppopc(0);
        }
    }
}

TEST(encc_turns_conditions_off_and_on) {
    start();
    __builtin_rvtt_sfppushc(0);
    __builtin_rvtt_sfpxcondb(0x0F0F, __builtin_rvtt_sfpxvif());
    CHECK_EQ(stx_llk_lanes(), 0x0F0F);
    TT_SFPENCC(0, 0, 0, 2); /* flags are not looked at, and true */
    CHECK_EQ(stx_llk_lanes(), ALL);
    TT_SFPENCC(3, 0, 0, 10);
    CHECK_EQ(stx_llk_lanes(), ALL);
    __builtin_rvtt_sfppopc(0);
    CHECK_EQ(stx_llk_lanes(), ALL);
}

int main() {
    start();
    RUN(floats_are_compared_with_floats);
    RUN(floats_are_compared_with_constants);
    RUN(minus_zero_is_below_zero_but_not_below_another_minus_zero);
    RUN(one_comparison_serves_all_types);
    RUN(one_comparison_serves_constants_of_all_types);
    RUN(integers_are_compared);
    RUN(masks_combine_and_become_values);
    RUN(assignment_selects_by_lane);
    RUN(any_sequence_of_conditions_is_a_stack_of_flags);
    RUN(a_sum_of_integers_tests_its_sign);
    RUN(encc_turns_conditions_off_and_on);
    return test_summary();
}
