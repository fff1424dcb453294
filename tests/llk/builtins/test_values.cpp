/* SPDX-License-Identifier: Apache-2.0
 *
 * test_values.cpp - builtins from values to values: bits, fields, integers, conversions, and what
 * moves between lanes. */
#include "builtins.h"

TEST(loadi_makes_a_constant_of_each_kind) {
    REPEAT {
        u32 r = random_word(), half = r & 0xFFFFu;
        float half_float = (1 + (half & 0x3FF) / 1024.0f);
        int exponent = (int)(half >> 10 & 31) - 15;
        for (; exponent > 0; exponent--)
            half_float *= 2;
        for (; exponent < 0; exponent++)
            half_float /= 2;
        CHECK_LANES(__builtin_rvtt_sfpxloadi(BUFFER, half, 0, 0, 0), same(half << 16));
        CHECK_LANES(__builtin_rvtt_sfpxloadi(BUFFER, half, 0, 0, 1),
                    same(bits_of(half & 0x8000 ? -half_float : half_float)));
        CHECK_LANES(__builtin_rvtt_sfpxloadi(BUFFER, half, 0, 0, 2), same(half));
        CHECK_LANES(__builtin_rvtt_sfpxloadi(BUFFER, half, 0, 0, 4),
                    same((u32)(std::int32_t)(std::int16_t)half));
        CHECK_LANES(__builtin_rvtt_sfploadi(BUFFER, r, 0, 0, 0), same(half << 16));
        CHECK_LANES(__builtin_rvtt_sfploadi(BUFFER, r, 0, 0, 2), same(half));
        CHECK_LANES(__builtin_rvtt_sfploadi(BUFFER, r, 0, 0, 4),
                    same((u32)(std::int32_t)(std::int16_t)half));
        for (unsigned kind = 16; kind <= 18; kind++) {
            CHECK_LANES(__builtin_rvtt_sfpxloadi(BUFFER, r, 0, 0, kind), same(r));
        }
    }
}

TEST(novalue_is_zero_here) {
    CHECK_LANES(__builtin_rvtt_sfpnovalue(), same(0));
}

TEST(mov_copies_or_flips_the_sign) {
    REPEAT {
        vec v = words();
        CHECK_LANES(__builtin_rvtt_sfpmov(v, 0), v);
        CHECK_LANES(__builtin_rvtt_sfpmov(v, 1),
                    each([&](unsigned i) { return v[i] ^ 0x80000000u; }));
    }
}

TEST(logic_is_bit_by_bit) {
    REPEAT {
        vec a = words(), b = words();
        CHECK_LANES(__builtin_rvtt_sfpand(a, b), each([&](unsigned i) { return a[i] & b[i]; }));
        CHECK_LANES(__builtin_rvtt_sfpor(a, b), each([&](unsigned i) { return a[i] | b[i]; }));
        CHECK_LANES(__builtin_rvtt_sfpxor(a, b), each([&](unsigned i) { return a[i] ^ b[i]; }));
        CHECK_LANES(__builtin_rvtt_sfpnot(a), each([&](unsigned i) { return ~a[i]; }));
    }
}

/* Since sfpi 7.71, by SFPIADD, whose mode 4 leaves the flags alone. */
TEST(integers_add_and_subtract_by_the_unit) {
    enum { NO_FLAGS = 4, MINUS_FIRST = 2 };
    REPEAT {
        vec a = words(), b = words();
        int k = (int)random_word();
        CHECK_LANES(__builtin_rvtt_sfpiadd_v(a, b, NO_FLAGS),
                    each([&](unsigned i) { return a[i] + b[i]; }));
        CHECK_LANES(__builtin_rvtt_sfpiadd_v(a, b, NO_FLAGS | MINUS_FIRST),
                    each([&](unsigned i) { return b[i] - a[i]; }));
        CHECK_LANES(__builtin_rvtt_sfpiadd_i(BUFFER, a, k, 0, 0, NO_FLAGS),
                    each([&](unsigned i) { return a[i] + (u32)k; }));
    }
}

TEST(integers_add_and_subtract_with_wrap) {
    enum { SIGNED = 8, IS_SUB = 16 };
    REPEAT {
        vec a = words(), b = words();
        int k = (int)random_word();
        for (unsigned sign : {0u, (unsigned)SIGNED}) {
            CHECK_LANES(__builtin_rvtt_sfpxiadd_v(a, b, sign),
                        each([&](unsigned i) { return a[i] + b[i]; }));
            CHECK_LANES(__builtin_rvtt_sfpxiadd_v(a, b, sign | IS_SUB),
                        each([&](unsigned i) { return b[i] - a[i]; }));
            CHECK_LANES(__builtin_rvtt_sfpxiadd_i(BUFFER, a, k, 0, 0, sign),
                        each([&](unsigned i) { return a[i] + (u32)k; }));
            CHECK_LANES(__builtin_rvtt_sfpxiadd_i(BUFFER, a, k, 0, 0, sign | IS_SUB),
                        each([&](unsigned i) { return a[i] - (u32)k; }));
        }
    }
}

static u32 shifted(u32 v, int by, bool arithmetic) {
    unsigned n = by < 0 ? (unsigned)-by & 31u : (unsigned)by & 31u;
    u32 fill = arithmetic && v >> 31 && n > 0 ? ~(ALL >> n) : 0;
    return by < 0 ? v >> n | fill : v << n;
}

TEST(shifts_go_left_by_positive_amounts) {
    REPEAT {
        vec v = words(), amount = each([](unsigned) { return random_word() % 63 - 31u; });
        int k = (int)(random_word() % 63) - 31;
        for (unsigned arithmetic : {0u, 2u}) {
            CHECK_LANES(__builtin_rvtt_sfpshft_v(v, amount, arithmetic), each([&](unsigned i) {
                            return shifted(v[i], (int)amount[i], arithmetic);
                        }));
            CHECK_LANES(__builtin_rvtt_sfpshft_i(BUFFER, v, k, 0, 0, arithmetic),
                        each([&](unsigned i) { return shifted(v[i], k, arithmetic); }));
        }
    }
}

TEST(abs_is_of_integers_or_of_floats) {
    REPEAT {
        vec v = words();
        CHECK_LANES(__builtin_rvtt_sfpabs(v, 0),
                    each([&](unsigned i) { return v[i] >> 31 ? 0 - v[i] : v[i]; }));
        /* A negative NaN stays as it is. */
        CHECK_LANES(__builtin_rvtt_sfpabs(v, 1), each([&](unsigned i) {
                        return v[i] > 0xFF800000u ? v[i] : v[i] & 0x7FFFFFFFu;
                    }));
    }
}

TEST(exponent_and_mantissa_are_extracted) {
    REPEAT {
        vec v = words();
        CHECK_LANES(__builtin_rvtt_sfpexexp(v, 0),
                    each([&](unsigned i) { return (v[i] >> 23 & 255u) - 127u; }));
        CHECK_LANES(__builtin_rvtt_sfpexexp(v, 1),
                    each([&](unsigned i) { return v[i] >> 23 & 255u; }));
        CHECK_LANES(__builtin_rvtt_sfpexman(v, 0),
                    each([&](unsigned i) { return (v[i] & 0x7FFFFFu) | 0x800000u; }));
        CHECK_LANES(__builtin_rvtt_sfpexman(v, 1),
                    each([&](unsigned i) { return v[i] & 0x7FFFFFu; }));
    }
}

static u32 leading_zeros(u32 v) {
    u32 n = 0;
    while (n < 32 && !(v >> (31 - n) & 1u)) {
        n++;
    }
    return n;
}

TEST(leading_zeros_may_ignore_the_sign) {
    REPEAT {
        vec v = words();
        CHECK_LANES(__builtin_rvtt_sfplz(v, 0),
                    each([&](unsigned i) { return leading_zeros(v[i]); }));
        CHECK_LANES(__builtin_rvtt_sfplz(v, 4),
                    each([&](unsigned i) { return leading_zeros(v[i] & 0x7FFFFFFFu); }));
    }
}

TEST(fields_of_a_float_are_replaced) {
    REPEAT {
        vec v = words(), w = words();
        u32 k = random_word();
        CHECK_LANES(__builtin_rvtt_sfpsetexp_i(BUFFER, v, k & 255, 0, 0, 0),
                    each([&](unsigned i) { return (v[i] & 0x807FFFFFu) | (k & 255u) << 23; }));
        CHECK_LANES(__builtin_rvtt_sfpsetexp_v(v, w, 0),
                    each([&](unsigned i) { return (v[i] & 0x807FFFFFu) | (w[i] & 255u) << 23; }));
        CHECK_LANES(__builtin_rvtt_sfpsetexp_v(v, w, 2),
                    each([&](unsigned i) { return (v[i] & 0x807FFFFFu) | (w[i] & 0x7F800000u); }));
        CHECK_LANES(__builtin_rvtt_sfpsetman_v(v, w, 0),
                    each([&](unsigned i) { return (v[i] & 0xFF800000u) | (w[i] & 0x7FFFFFu); }));
        CHECK_LANES(__builtin_rvtt_sfpsetman_i(BUFFER, v, k & 0x7FFFFF, 0, 0, 0),
                    each([&](unsigned i) { return (v[i] & 0xFF800000u) | (k & 0x7FFFFFu); }));
        CHECK_LANES(__builtin_rvtt_sfpsetsgn_i(BUFFER, v, k & 1, 0, 0, 0),
                    each([&](unsigned i) { return (v[i] & 0x7FFFFFFFu) | k << 31; }));
        CHECK_LANES(__builtin_rvtt_sfpsetsgn_v(v, w, 0),
                    each([&](unsigned i) { return (v[i] & 0x7FFFFFFFu) | (w[i] & 0x80000000u); }));
    }
}

TEST(divp2_sets_or_adds_to_the_exponent) {
    REPEAT {
        vec v = words();
        u32 k = random_word() & 255u;
        CHECK_LANES(__builtin_rvtt_sfpdivp2(BUFFER, v, k, 0, 0, 0),
                    each([&](unsigned i) { return (v[i] & 0x807FFFFFu) | k << 23; }));
        CHECK_LANES(__builtin_rvtt_sfpdivp2(BUFFER, v, k, 0, 0, 1), each([&](unsigned i) {
                        u32 e = v[i] >> 23 & 255u;
                        return e == 255 ? v[i] : (v[i] & 0x807FFFFFu) | ((e + k) & 255u) << 23;
                    }));
    }
}

TEST(mul24_gives_either_half_of_a_product) {
    REPEAT {
        vec a = words(), b = words();
        auto product = [&](unsigned i) {
            return (std::uint64_t)(a[i] & 0x7FFFFFu) * (b[i] & 0x7FFFFFu);
        };
        CHECK_LANES(__builtin_rvtt_sfpmul24(a, b, 0),
                    each([&](unsigned i) { return (u32)(product(i) & 0x7FFFFFu); }));
        CHECK_LANES(__builtin_rvtt_sfpmul24(a, b, 1),
                    each([&](unsigned i) { return (u32)(product(i) >> 23); }));
    }
}

/* Sign and magnitude to the nearest float, ties to even; -0 keeps its sign. */
static u32 float_of_sign_magnitude(u32 v) {
    return bits_of((float)(v & 0x7FFFFFFFu)) | (v & 0x80000000u);
}

TEST(casts_change_the_kind_of_integer) {
    REPEAT {
        vec v = words();
        CHECK_LANES(__builtin_rvtt_sfpcast(v, 0),
                    each([&](unsigned i) { return float_of_sign_magnitude(v[i]); }));
        CHECK_LANES(__builtin_rvtt_sfpcast(v, 2),
                    each([&](unsigned i) { return v[i] >> 31 ? 0 - v[i] : v[i]; }));
        CHECK_LANES(__builtin_rvtt_sfpcast(v, 3),
                    each([&](unsigned i) { return v[i] >> 31 ? (0 - v[i]) | 0x80000000u : v[i]; }));
    }
}

TEST(a_random_cast_is_one_of_two_neighbours) {
    REPEAT {
        vec v = words(), got = __builtin_rvtt_sfpcast(v, 1);
        for (unsigned i = 0; i < LANES; i++) {
            double magnitude = v[i] & 0x7FFFFFFFu, f = float_of(got[i] & 0x7FFFFFFFu);
            CHECK((got[i] ^ v[i]) >> 31 == 0);
            CHECK(f - magnitude < 128 && magnitude - f < 128);
            CHECK(magnitude >= 16777216 || f == magnitude);
        }
    }
}

/* As the order of all floats, -NaN < -Inf < -0 < 0 < Inf < NaN. */
static bool less(u32 a, u32 b) {
    auto key = [](u32 v) { return v >> 31 ? ~v : v | 0x80000000u; };
    return key(a) < key(b);
}

TEST(swap_exchanges_or_orders_two_values) {
    static const u32 smaller_first[10] = {0,    ALL,    0xFFFF,   0xFF00FF,   0xFF0000FF,
                                          0xFF, 0xFF00, 0xFF0000, 0xFF000000, 0};
    REPEAT {
        vec a = words(), b = words();
        for (unsigned mod = 0; mod < 10; mod++) {
            auto p = __builtin_rvtt_sfpswap(a, b, mod);
            u32 swaps = mask([&](unsigned i) {
                return mod == 0 ||
                       (smaller_first[mod] >> i & 1 ? less(b[i], a[i]) : !less(b[i], a[i]));
            });
            CHECK_LANES(__builtin_rvtt_sfpselect2(p, 0),
                        each([&](unsigned i) { return swaps >> i & 1 ? b[i] : a[i]; }));
            CHECK_LANES(__builtin_rvtt_sfpselect2(p, 1),
                        each([&](unsigned i) { return swaps >> i & 1 ? a[i] : b[i]; }));
        }
    }
}

TEST(transp_exchanges_rows_with_values) {
    REPEAT {
        vec v[4] = {words(), words(), words(), words()};
        auto t = __builtin_rvtt_sfptransp(v[0], v[1], v[2], v[3]);
        for (unsigned k = 0; k < 4; k++) {
            CHECK_LANES(__builtin_rvtt_sfpselect4(t, k),
                        each([&](unsigned i) { return v[i / 8][8 * k + i % 8]; }));
        }
    }
}

TEST(lanes_of_a_row_move_right) {
    REPEAT {
        vec v = words();
        CHECK_LANES(__builtin_rvtt_sfpshft2_subvec_shfl1(v, 3),
                    each([&](unsigned i) { return v[i % 8 ? i - 1 : i + 7]; }));
        CHECK_LANES(__builtin_rvtt_sfpshft2_subvec_shfl1(v, 4),
                    each([&](unsigned i) { return i % 8 ? (u32)v[i - 1] : 0; }));
    }
}

int main() {
    start();
    RUN(loadi_makes_a_constant_of_each_kind);
    RUN(novalue_is_zero_here);
    RUN(mov_copies_or_flips_the_sign);
    RUN(logic_is_bit_by_bit);
    RUN(integers_add_and_subtract_by_the_unit);
    RUN(integers_add_and_subtract_with_wrap);
    RUN(shifts_go_left_by_positive_amounts);
    RUN(abs_is_of_integers_or_of_floats);
    RUN(exponent_and_mantissa_are_extracted);
    RUN(leading_zeros_may_ignore_the_sign);
    RUN(fields_of_a_float_are_replaced);
    RUN(divp2_sets_or_adds_to_the_exponent);
    RUN(mul24_gives_either_half_of_a_product);
    RUN(casts_change_the_kind_of_integer);
    RUN(a_random_cast_is_one_of_two_neighbours);
    RUN(swap_exchanges_or_orders_two_values);
    RUN(transp_exchanges_rows_with_values);
    RUN(lanes_of_a_row_move_right);
    return test_summary();
}
