/* SPDX-License-Identifier: Apache-2.0
 *
 * moves.c - rows and lanes that move between L1, the sources and Dst.
 * Cores: rv32im. */
#include "proof.h"

#include "num/bits.c"
#include "num/pack_datum.c"
#include "num/unpack_datum.c"
#include "fast/moves/dst_lanes.c"
#include "fast/moves/pack_bfp8.c"
#undef INLINE
#include "fast/moves/pack_rows.c"
#undef INLINE
#include "fast/moves/unpack_rows.c"

/* Two bfloat16 datums of a word become what pack_bf16_to_b16() makes of each. */
THEOREM(two_bf16)(uint32_t two) {
    uint32_t v = convert_two(two, 0);
    claim((v & 0xFFFFu) == pack_bf16_to_b16(two & 0xFFFFu));
    claim(v >> 16 == pack_bf16_to_b16(two >> 16));
}

/* Two high halves with their rounding bits become what pack_f32_to_b16() makes of the numbers. */
THEOREM(two_f32)(uint32_t high, uint32_t low) {
    uint32_t v = convert_two(high, low >> 15 & BOTH);
    claim((v & 0xFFFFu) == pack_f32_to_b16(high << 16 | (low & 0xFFFFu)));
    claim(v >> 16 == pack_f32_to_b16((high & 0xFFFF0000u) | low >> 16));
}

/* Two numbers that with_64() marks need no conversion, whatever rounding adds. */
THEOREM(sure_pairs)(uint32_t two, uint32_t up) {
    uint32_t kept = two + (up & BOTH);
    assume(all_sure(with_64(two, false), false));
    claim(kept == convert_two(two, up & BOTH));
}

/* The same for numbers in the documented order, which are not rounded. */
THEOREM(sure_pairs_raw)(uint32_t two) {
    assume(all_sure(with_64(two, true), true));
    claim(two_from_documented(two) == convert_two(two_from_documented(two), 0));
}

/* Both halves of a word go from the documented order to that of bfloat16. */
THEOREM(two_in_order)(uint32_t two) {
    uint32_t v = two_from_documented(two);
    claim((v & 0xFFFFu) == dst_from_documented(two & 0xFFFFu));
    claim(v >> 16 == dst_from_documented(two >> 16));
}

/* Lanes of the upper halves of binary32, read from a row in the documented order. */
THEOREM(lane_of_raw)(uint16_t cell) {
    claim(raw_to_f32(cell) == dst_from_documented(cell) << 16);
}

/* The same, written. */
THEOREM(raw_of_lane)(uint32_t v) {
    claim(raw_of_f32(v) == dst_documented(v >> 16));
}

/* A field of BFP8 becomes the cell of the datum that unpack_bfp() gives, by arithmetic. */
THEOREM(field_of_bfp8)(uint8_t field, uint8_t exponent) {
    claim(cell_of_bfp8(field, exponent) == unpack_bfp(field, 8, exponent) >> 16);
    claim((unpack_bfp(field, 8, exponent) & 0xFFFFu) == 0);
}

/* Slow. The same for a row of fields, by a table where the exponent allows it. */
THEOREM(row_of_bfp8)(uint8_t exponent) {
    uint8_t field[STX_COLS];
    uint16_t high[STX_COLS];
    for (unsigned i = 0; i < STX_COLS; i++) {
        field[i] = any8();
    }
    row_bfp8(field, exponent, high);
    for (unsigned i = 0; i < STX_COLS; i++) {
        claim(high[i] == unpack_bfp(field[i], 8, exponent) >> 16);
    }
}

/* Four datums of FP16 are what unpack_fp16() gives. */
THEOREM(four_fp16)(void) {
    _Alignas(4) uint8_t from[8];
    uint32_t v[4];
    for (unsigned i = 0; i < 8; i++) {
        from[i] = any8();
    }
    quad_fp16(from, v);
    for (unsigned i = 0; i < 4; i++) {
        claim(v[i] == unpack_fp16(from[2 * i] | (uint32_t)from[2 * i + 1] << 8));
    }
}

/* Four datums of INT8 are what unpack_int8() gives. */
THEOREM(four_int8)(void) {
    _Alignas(4) uint8_t from[4], low[4];
    uint16_t high[4];
    for (unsigned i = 0; i < 4; i++) {
        from[i] = any8();
    }
    unpack_four_int8(from, high, low);
    for (unsigned i = 0; i < 4; i++) {
        claim(((uint32_t)high[i] << 16 | (uint32_t)low[i] << 8) == unpack_int8(from[i]));
    }
}

/* Four datums of TF32 are, down to the bits that a source keeps, what unpack_f32_to_tf32() gives.
 */
THEOREM(four_tf32)(void) {
    _Alignas(4) uint8_t from[16];
    uint32_t v[4];
    for (unsigned i = 0; i < 16; i++) {
        from[i] = any8();
    }
    quad_tf32(from, v);
    for (unsigned i = 0; i < 4; i++) {
        uint32_t datum = from[4 * i] | (uint32_t)from[4 * i + 1] << 8 |
                         (uint32_t)from[4 * i + 2] << 16 | (uint32_t)from[4 * i + 3] << 24;
        claim((v[i] & 0xFFFFE000u) == unpack_f32_to_tf32(datum));
    }
}

/* Bits 15:13 of four datums, each in the upper bits of its byte. */
THEOREM(low_of_four)(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    const uint32_t v[4] = {a, b, c, d};
    uint32_t low = low_of(v);
    for (unsigned i = 0; i < 4; i++) {
        claim((low >> 8 * i & 255u) == (v[i] >> 8 & 0xE0u));
    }
}

/* Slow. The largest of a row of bfloat16 cells, in either order, has the largest exponent. */
THEOREM(largest_of_row)(bool raw) {
    _Alignas(4) uint16_t cell[STX_COLS];
    uint32_t top = 0;
    for (unsigned i = 0; i < STX_COLS; i++) {
        cell[i] = any16();
        uint32_t e = raw ? cell[i] & 255u : cell[i] >> 7 & 255u;
        top = e > top ? e : top;
    }
    claim(largest_of(cell, raw) >> EXPONENT_AT == top);
}

/* A field of BFP8 is what bfp_field() in num/pack_bfp.c gives, for a row without NaNs and zeros
 * near. */
THEOREM(field_of_row)(uint16_t first, uint16_t second, bool raw, uint8_t top) {
    const uint32_t two = first | (uint32_t)second << 16, least = (top - (REACH - 1u))
                                                                 << EXPONENT_AT;
    const uint16_t cell[2] = {first, second};
    uint8_t to[2];
    assume(top >= REACH && top < INFINITE);
    store_field(two, false, raw, least, &to[0]);
    store_field(two, true, raw, least, &to[1]);
    for (unsigned i = 0; i < 2; i++) {
        uint32_t v = raw ? dst_from_documented(cell[i]) : cell[i], e = v >> 7 & 255u,
                 m = (v & 127u) | 128u;
        uint32_t q = top - e >= 8 ? 0 : ((m >> (top - e)) + 1) >> 1;
        assume(e <= top);
        q = q > 127 ? 127 : q;
        claim(to[i] == (q ? (v >> 15) << 7 | q : 0));
    }
}
