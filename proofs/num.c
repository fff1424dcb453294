/* SPDX-License-Identifier: Apache-2.0
 *
 * num.c - arithmetic of lib/num: nothing undefined, for all arguments that are allowed.
 * Cores: rv32im. */
#include "proof.h"

#include "num/bits.c"
#include "num/fpu_mac.c"
#include "num/pack_add.c"
#include "num/pack_bfp.c"
#include "num/pack_datum.c"
#include "num/prng.h"
#include "num/sfpu_int.h"
#include "num/sfpu_mem.h"
#include "num/sfpu_recip.h"
#include "num/sfpu_round.h"
#include "num/unpack_datum.c"

/* Integer arithmetic and conversions of lanes are defined for all operands; so are random bits. */
THEOREM(integers_defined)(uint32_t v, uint32_t w, uint32_t z) {
    keep(sfpu_mul24(v, w, z, 0));
    keep(sfpu_mul24(v, w, z, 1));
    keep(sfpu_shift_logical(v, w));
    keep(sfpu_shift_arithmetic(v, w));
    keep(sfpu_sm32_to_f32_rne(v));
    keep(sfpu_sm32_to_f32_random(v, w));
    keep(sfpu_sm32_swap(v));
    keep(prng_next(v));
    claim(bits_clz32(v) <= 32);
}

/* Roundings of lanes are defined for all operands, with the amounts that words have. */
THEOREM(roundings_defined)(uint32_t v, uint32_t max, uint32_t threshold, uint8_t shift) {
    assume(shift < 32);
    keep(sfpu_round_f32(v, 13, threshold));
    keep(sfpu_round_f32(v, 16, threshold));
    keep(sfpu_round_to_int(v, max, threshold));
    claim((sfpu_round_sm32(v, shift, max, threshold) & ~SIGN_BIT) <= (max & ~SIGN_BIT) ||
          max >> 31);
}

/* An integer divided by a power of two is rounded half away from 0 and clamped. */
THEOREM(integers_scaled)(uint32_t v, uint8_t shift, uint8_t bits) {
    assume(shift < 32 && (bits == 7 || bits == 8 || bits == 15 || bits == 16));
    const uint64_t magnitude = v & 0x7FFFFFFFu, half = shift ? 1ull << (shift - 1) : 0;
    const uint64_t nearest = (magnitude + half) >> shift, most = (1u << bits) - 1u;
    const uint64_t clamped = nearest > most ? most : nearest;
    claim(sfpu_round_sm32(v, shift, (1u << bits) - 1u, 0x400000u) ==
          (clamped ? (v & 0x80000000u) | clamped : 0));
}

/* Both tables are read inside, for every magnitude. */
THEOREM(tables_defined)(uint32_t x) {
    assume(x >> 31 == 0);
    keep(sfpu_exp(x));
    claim(sfpu_recip(x) <= 0x7F800000u);
}

/* Formats of loads and stores of lanes are defined for all operands. */
THEOREM(lane_formats_defined)(uint32_t v, uint32_t mask) {
    keep(sfpu_f32_from_f16(v, mask));
    keep(sfpu_flush(v));
    keep(sfpu_twos_from_sm32(v));
    keep(sfpu_sm32_from_twos(v));
    keep(sfpu_sm32_from_int8(v, mask));
    keep(sfpu_sm32_from_int16(v));
    keep(sfpu_sm32_to_int16(v));
    claim(sfpu_f32_to_f16(v) <= 0xFFFFu);
    claim(sfpu_sm32_to_int8(v) <= 0xFFFFu);
}

/* The packer's adder is defined for all operands, and its sums have 32 or 16 bits. */
THEOREM(packer_sums_defined)(uint32_t x, uint32_t y) {
    keep(pack_add_f32(x, y));
    claim(pack_add_bf16(x & 0xFFFFu, y & 0xFFFFu) <= 0xFFFFu);
    claim(pack_add_fp16(x & 0xFFFFu, y & 0xFFFFu) <= 0xFFFFu);
}

/* A saturating sum of the matrix unit is the exact one, or the nearest number there is; values
 * below 2^25. */
THEOREM(saturating_sum)(uint32_t dst, int32_t value) {
    assume(value > -(1 << 25) && value < 1 << 25);
    const int64_t magnitude = dst & 0x7FFFFFFFu, most = 0x7FFFFFFF;
    int64_t sum = (dst >> 31 ? -magnitude : magnitude) + value;
    sum = sum > most ? most : sum < -most ? -most : sum;
    claim(fpu_accumulate_int(dst, value) ==
          (sum < 0 ? 0x80000000u | (uint32_t)-sum : (uint32_t)sum));
}

/* A field of block floating point becomes a datum within one round for each bit of it. */
THEOREM(block_floats_defined)(uint8_t field, uint8_t exponent) {
    keep(unpack_bfp(field, 8, exponent));
    keep(unpack_bfp(field & 15u, 4, exponent));
    keep(unpack_bfp(field & 3u, 2, exponent));
    claim((unpack_bfp_a(field, 8, exponent) & 0x1FFFu) == 0);
}
