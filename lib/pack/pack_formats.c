/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_formats.c - chooses the conversions of a PACR from the tables of SPEC 12.4 and 12.6. */
#include "num/format.h"
#include "num/pack_datum.h"
#include "pack/pack_plan.h"
#include "regs/cfg.h"

uint32_t pack_identity(uint32_t v) {
    return v;
}

/* Controls of the early conversion. */
enum { READ_32B = 1, READ_UNSIGNED = 2, READ_AS_IS = 4, ROUND_10B = 8 };
enum { ANY = 0xFF }; /* every value of the controls matches */

static const struct early_row {
    uint8_t in, controls, mask;
    uint8_t read, kind;
    pack_convert convert;
} early_rows[] = {
    {FORMAT_BF16, 0, READ_32B | READ_AS_IS, READ_BF16, KIND_B16, pack_bf16_to_b16},
    {FORMAT_BF16, READ_AS_IS, READ_32B | READ_AS_IS, READ_BF16, KIND_B16, pack_identity},
    {FORMAT_FP32, READ_32B | ROUND_10B, READ_32B | ROUND_10B | READ_AS_IS, READ_F32, KIND_F32,
     pack_f32_to_tf32},
    {FORMAT_FP32, READ_32B, READ_32B, READ_F32, KIND_F32, pack_identity},
    {FORMAT_FP32, ROUND_10B, READ_32B | ROUND_10B | READ_AS_IS, READ_BF16, KIND_F32,
     pack_bf16_to_tf32},
    {FORMAT_INT32, READ_32B, READ_32B, READ_F32, KIND_INT, pack_identity},
    {FORMAT_BF16, READ_32B, READ_32B | READ_AS_IS, READ_F32, KIND_B16, pack_f32_to_b16},
    {FORMAT_BF16, READ_32B | READ_AS_IS, READ_32B | READ_AS_IS, READ_F32, KIND_B16,
     pack_f32_truncate},
    {FORMAT_BFP8, READ_32B, READ_32B | READ_AS_IS, READ_F32, KIND_B16, pack_f32_to_e8m6},
    {FORMAT_BFP8, READ_32B | READ_AS_IS, READ_32B | READ_AS_IS, READ_F32, KIND_B16,
     pack_f32_truncate},
    {FORMAT_FP16, READ_32B | ROUND_10B, READ_32B | ROUND_10B | READ_AS_IS, READ_F32, KIND_T19,
     pack_f32_to_t19},
    {FORMAT_TF32, READ_32B, READ_32B | READ_AS_IS, READ_F32, KIND_F32, pack_f32_to_tf32},
    {FORMAT_TF32, READ_32B | READ_AS_IS, READ_32B | READ_AS_IS, READ_F32, KIND_F32, pack_identity},
    {FORMAT_TF32, 0, READ_32B | READ_AS_IS, READ_BF16, KIND_F32, pack_bf16_to_tf32},
    {FORMAT_INT16, READ_32B, READ_32B, READ_RAW16_HIGH, KIND_INT, pack_identity},
    {FORMAT_INT8, READ_32B, READ_32B | READ_AS_IS | READ_UNSIGNED, READ_F32, KIND_INT,
     pack_int32_to_int8},
    {FORMAT_INT8, READ_32B | READ_UNSIGNED, READ_32B | READ_AS_IS | READ_UNSIGNED, READ_F32,
     KIND_INT, pack_int32_to_uint8},
    {FORMAT_INT8, READ_32B | READ_AS_IS, READ_32B | READ_AS_IS | READ_UNSIGNED, READ_F32, KIND_INT,
     pack_int32_to_int8_raw},
    {FORMAT_INT8, READ_32B | READ_AS_IS | READ_UNSIGNED, READ_32B | READ_AS_IS | READ_UNSIGNED,
     READ_F32, KIND_INT, pack_int32_to_uint8_raw},
    {FORMAT_BFP8, 0, READ_32B | READ_AS_IS, READ_BF16, KIND_B16, pack_bf16_to_e8m6},
    {FORMAT_BFP8, READ_AS_IS, READ_32B | READ_AS_IS, READ_BF16, KIND_B16, pack_identity},
    {FORMAT_FP16, 0, READ_32B | ROUND_10B | READ_AS_IS, READ_FP16, KIND_H16, pack_fp16_to_h16},
    {FORMAT_FP16, READ_AS_IS, READ_32B | ROUND_10B | READ_AS_IS, READ_FP16, KIND_H16,
     pack_identity},
    {FORMAT_FP16, ROUND_10B, READ_32B | ROUND_10B | READ_AS_IS, READ_BF16, KIND_H16,
     pack_bf16_to_h16},
    {FORMAT_BFP8A, 0, READ_32B | READ_AS_IS, READ_FP16, KIND_H16, pack_fp16_to_e5m6},
    {FORMAT_BFP8A, READ_AS_IS, READ_32B | READ_AS_IS, READ_FP16, KIND_H16, pack_fp16_to_e5m7},
    {FORMAT_INT16, 0, READ_32B, READ_RAW16, KIND_INT, pack_identity},
};

/* No table has a row for In = FP32 that reads bfloat16 elements without rounding them. LLK's fast
 * tilize for Wormhole does so and packs to FP32: elements become the upper halves of datums. */
static bool widens(const struct pack_plan *p, uint32_t controls) {
    return STX_PACK_WIDENS_BF16 && p->in == FORMAT_FP32 &&
           !(controls & (READ_32B | READ_AS_IS | ROUND_10B));
}

static bool choose_widening(struct pack_plan *p) {
    p->read = READ_BF16;
    p->kind = KIND_F32;
    p->early = pack_b16_to_f32;
    return true;
}

/* BF16 that becomes FP16 is first converted to TF32 if it is rounded to ten bits. No document
 * defines that for an element which is read as it is. */
static bool choose_early(struct pack_plan *p, uint32_t controls) {
    bool by_tf32 = p->in == FORMAT_BF16 && p->out == FORMAT_FP16 && controls & ROUND_10B;
    uint32_t in = by_tf32 ? FORMAT_TF32 : p->in;
    bool to_fp16 = in == FORMAT_FP16 && controls & ROUND_10B;
    if ((by_tf32 && controls & READ_AS_IS) || (to_fp16 && !STX_PACK_ROUNDS_FP16)) {
        return false;
    }
    if (widens(p, controls)) {
        return choose_widening(p);
    }
    for (unsigned i = 0; i != sizeof early_rows / sizeof early_rows[0]; i++) {
        const struct early_row *row = &early_rows[i];
        if (row->in == in && (controls & row->mask) == row->controls) {
            p->read = (enum pack_read)row->read;
            p->kind = (enum pack_kind)row->kind;
            p->early = row->convert;
            return true;
        }
    }
    return false;
}

/* A datum becomes TF32 in L1 only if the early conversion has rounded it to ten mantissa bits. */
static pack_convert late_of_f32(const struct pack_plan *p) {
    bool is_tf32 = p->early != pack_identity;
    return p->out == FORMAT_FP32 || (p->out == FORMAT_TF32 && is_tf32) ? pack_identity
           : p->out == FORMAT_FP16                                     ? pack_f32_to_fp16
           : p->out == FORMAT_BF16                                     ? pack_f32_truncate
           : p->bfp && !p->e5                                          ? pack_f32_to_bfp_input
                                                                       : NULL;
}

static pack_convert late_of_b16(const struct pack_plan *p) {
    return p->out == FORMAT_FP32 || p->out == FORMAT_TF32 ? pack_b16_to_f32
           : p->out == FORMAT_FP16                        ? pack_b16_to_fp16
           : p->out == FORMAT_BF16 || (p->bfp && !p->e5)  ? pack_identity
                                                          : NULL;
}

static pack_convert late_of_h16(const struct pack_plan *p, bool e4m3) {
    if (p->out == FORMAT_FP8) {
        return e4m3 ? pack_h16_to_e4m3 : pack_h16_to_e5m2;
    }
    return p->out == FORMAT_FP32 || p->out == FORMAT_TF32 ? pack_h16_to_f32
           : p->out == FORMAT_FP16 || (p->bfp && p->e5)   ? pack_identity
           : p->out == FORMAT_BF16 || p->bfp              ? pack_h16_to_b16
                                                          : NULL;
}

bool pack_formats(const uint32_t *cfg, struct pack_plan *p) {
    uint32_t controls = cfg_read(&cfg[CFG_WORD_PCK_DEST_RD_CTRL_Read_32b_data], 0, 4);
    p->bits = format_bits(p->out);
    p->bfp = format_is_bfp(p->out);
    p->e5 = format_is_e5(p->out);
    if (!choose_early(p, controls)) {
        return false;
    }
    switch (p->kind) {
    case KIND_F32:
        p->late = late_of_f32(p);
        break;
    case KIND_B16:
        p->late = late_of_b16(p);
        break;
    case KIND_H16:
    case KIND_T19:
        p->late = late_of_h16(p, cfg_THCON_SEC0_REG1_Pac_LF8_4b_exp_in(cfg));
        break;
    default:
        p->late = p->in == p->out ? pack_identity : NULL;
    }
    return p->late != NULL;
}
