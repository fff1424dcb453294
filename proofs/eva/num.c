/* SPDX-License-Identifier: Apache-2.0
 *
 * num.c - lib/num for all numbers: every function that a header declares. */
#include "any.h"

#include "num/fpu_mac.h"
#include "num/pack_datum.h"
#include "num/prng.h"
#include "num/sfpu_int.h"
#include "num/sfpu_mad.h"
#include "num/sfpu_mem.h"
#include "num/sfpu_recip.h"
#include "num/sfpu_round.h"
#include "num/unpack_datum.h"

static void early_conversions(void) {
    used = pack_f32_to_b16(any) + pack_f32_to_e8m6(any) + pack_f32_to_t19(any);
    used = pack_f32_to_tf32(any) + pack_f32_truncate(any);
    used = pack_int32_to_int8(any) + pack_int32_to_uint8(any);
    used = pack_int32_to_int8_raw(any) + pack_int32_to_uint8_raw(any);
    used = pack_bf16_to_b16(any) + pack_bf16_to_e8m6(any) + pack_bf16_to_tf32(any);
    used = pack_bf16_to_h16(any) + pack_fp16_to_h16(any);
    used = pack_fp16_to_e5m6(any) + pack_fp16_to_e5m7(any) + pack_t19_to_h16(any);
}

static void late_conversions(void) {
    used = pack_f32_to_fp16(any) + pack_f32_to_bfp_input(any) + pack_b16_to_f32(any);
    used = pack_b16_to_fp16(any) + pack_h16_to_f32(any) + pack_h16_to_b16(any);
    used = pack_h16_to_e4m3(any) + pack_h16_to_e5m2(any);
    used = pack_add_f32(any, any) + pack_add_bf16(any, any) + pack_add_fp16(any, any);
}

static void block_floats(void) {
    static const unsigned widths[] = {2, 4, 8};
    for (unsigned i = 0; i < 3; i++) {
        uint32_t in[16];
        uint8_t field[16];
        for (unsigned k = 0; k < 16; k++) {
            in[k] = up_to(0xFFFF);
        }
        used = pack_bfp_group(in, any & 1u, widths[i], field);
        uint32_t bits = up_to((1u << widths[i]) - 1u), exponent = up_to(255);
        used = unpack_bfp(bits, widths[i], exponent) + unpack_bfp_a(bits, widths[i], exponent);
    }
}

static void datums(void) {
    used = unpack_f32_to_tf32(any) + unpack_f32_to_bf16(any) + unpack_f32_to_fp16(any);
    used = unpack_bf16(any) + unpack_fp16(any) + unpack_int16(any);
    used = unpack_fp8_e5m2(any) + unpack_fp8_e4m3(any) + unpack_int8(any) + unpack_uint8(any);
}

static void lanes(void) {
    uint32_t shift = up_to(31);
    used = stx_sfpu_mad_plain(any, any, any);
    used = sfpu_mul24(any, any, any, any & 1u);
    used = sfpu_shift_logical(any, any) + sfpu_shift_arithmetic(any, any);
    used = sfpu_sm32_to_f32_rne(any) + sfpu_sm32_to_f32_random(any, any) + sfpu_sm32_swap(any);
    used = sfpu_round_f32(any, 13, any) + sfpu_round_f32(any, 16, any);
    used = sfpu_round_to_int(any, any, any) + sfpu_round_sm32(any, shift, any, any);
    used = sfpu_exp(any & 0x7FFFFFFFu) + sfpu_recip(any & 0x7FFFFFFFu) + prng_next(any);
    used = sfpu_f32_from_f16(any, any) + sfpu_flush(any) + sfpu_f32_to_f16(any);
    used = sfpu_twos_from_sm32(any) + sfpu_sm32_from_twos(any);
    used = sfpu_sm32_from_int8(any, any) + sfpu_sm32_from_int16(any);
    used = sfpu_sm32_to_int8(any) + sfpu_sm32_to_int16(any);
}

static struct fpu_term any_term(const struct fpu_mode *mode) {
    uint32_t a[8], b[8];
    for (unsigned k = 0; k < 8; k++) {
        a[k] = any;
        b[k] = any;
    }
    return any & 1u   ? fpu_group(mode, b, a)
           : any & 1u ? fpu_product(mode, any, any, any & 1u)
                      : fpu_sum(mode, any, any, any & 1u);
}

/* Terms are those that the matrix unit makes; values to be added to integers, those of its
 * products: below 2^25. */
static void matrix_unit(void) {
    struct fpu_mode mode;
    uint8_t infinity[2] = {0, (uint8_t)(any & 1u)};
    uint16_t special = 0;
    fpu_mode_set(&mode, any & 1u, any & 1u, any & 3u);
    mode.keeps = any & 1u;
    mode.right_minus_1 = any & 1u;
    mode.wraps = any & 1u;
    mode.loses_plus_zero = any & 1u;
    mode.infinity = any & 1u ? infinity : NULL;
    mode.special = any & 1u ? &special : NULL;
    struct fpu_term first = any_term(&mode), second = any_term(&mode);
    used = fpu_accumulate(&mode, first, second, any);
    used = fpu_accumulate_int(any, (int32_t)up_to((1u << 26) - 2u) - ((1 << 25) - 1));
}

void numbers(void) {
    early_conversions();
    late_conversions();
    block_floats();
    datums();
    lanes();
    matrix_unit();
}
