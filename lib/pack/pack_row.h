/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_row.h - what a packer does to the datums of a row on their way from Dst to L1 (SPEC 12.3 to
 * 12.8): the steps that pacr.c and pack_run_wormhole.c share. */
#ifndef STX_PACK_PACK_ROW_H
#define STX_PACK_PACK_ROW_H

#include "counters/pack_stream.h"
#include "num/format.h"
#include "num/pack_datum.h"
#include "pack/pack_plan.h"
#include "regs/cfg.h"
#include "regs/dst.h"
#include "regs/exponents.h"
#include "regs/l1.h"
#include "regs/special.h"

/* Reads an element of a physical row in the form that `read` names. */
static uint32_t fetch(const struct stx_core *core, enum pack_read read, unsigned physical,
                      unsigned col) {
    switch (read) {
    case READ_F32:
        return dst_f32_get(core, physical, col);
    case READ_BF16:
        return dst_bf16_get(core, physical, col);
    case READ_FP16:
        return dst_fp16_get(core, physical, col);
    default:
        return dst_raw_get(core, physical, col);
    }
}

static void convert_all(pack_convert convert, uint32_t v[STX_COLS], unsigned n) {
    for (unsigned col = 0; col < n; col++) {
        v[col] = convert(v[col]);
    }
}

static bool reads_wide(const struct pack_plan *p) {
    return p->read == READ_F32 || p->read == READ_RAW16_HIGH;
}

static unsigned physical_row(const struct stx_core *core, const struct pack_plan *p, unsigned row) {
    return reads_wide(p) ? dst_row32(core, row) : dst_row16(core, row);
}

/* Reads one row and converts it early. An invalid row reads as 0. */
static void fetch_row(const struct stx_core *core, const struct pack_plan *p, unsigned row,
                      uint32_t v[STX_COLS]) {
    unsigned physical = physical_row(core, p, row);
    bool zero = p->zero || !dst_valid(core, physical);
    for (unsigned col = 0; col < STX_COLS; col++) {
        v[col] = zero ? 0 : p->early(fetch(core, p->read, physical, col));
    }
}

/* The sign bit in the form that datums have after the early conversion. */
static uint32_t sign_bit(enum pack_kind kind) {
    static const uint32_t bit[] = {[KIND_F32] = 1u << 31,
                                   [KIND_B16] = 1u << 15,
                                   [KIND_H16] = 1u << 15,
                                   [KIND_T19] = 1u << 18,
                                   [KIND_INT] = 1u << 31};
    return bit[kind];
}

static uint32_t relu(const struct pack_plan *p, uint32_t v) {
    unsigned shift = p->kind == KIND_F32 ? 13 : 0;
    if (v & sign_bit(p->kind)) {
        return 0;
    }
    if (p->relu == 2 && v <= p->threshold) {
        return 0;
    }
    return p->relu == 3 && v >> shift > p->threshold >> shift ? p->threshold : v;
}

/* The columns of Dst that the edge mask keeps for packer i, k rows after the position `at` in its
 * tile (SPEC 12.8). */
static uint32_t edge_mask(const struct stx_core *core, unsigned thread, unsigned i,
                          const struct stx_packer *at, unsigned k) {
    uint32_t set = cfg_PCK_EDGE_TILE_ROW_SET_SELECT_select(core, thread) >> 2 * i & 3u;
    if (cfg_PCK_EDGE_TILE_FACE_SET_SELECT_enable(core, thread)) {
        uint32_t face = STX_CFG_TILE_FACE_SETS +
                        (cfg_PCK_EDGE_TILE_FACE_SET_SELECT_select(core, thread) >> 2 * i & 3u);
        uint32_t z = at->z + cfg_DEST_TARGET_REG_CFG_PACK_SEC0_ZOffset_at(core, thread, i);
        set = cfg_word(core, thread, face) >> 2 * (z & 15u) & 3u;
    }
    uint32_t which =
        cfg_word(core, thread, CFG_WORD_TILE_ROW_SET_MAPPING_0_row_set_mapping_0 + set) >>
            2 * ((at->y + k) & 15u) &
        3u;
    return cfg_PCK_EDGE_OFFSET_SEC0_mask_at(core, thread, which);
}

/* The value that replaces a datum which the edge mask drops: 0 or minus infinity. */
static uint32_t masked_value(const struct stx_core *core, unsigned thread, enum pack_kind kind) {
    static const uint32_t minus_infinity[] = {[KIND_F32] = 0xFF800000u,
                                              [KIND_B16] = 0xFF80u,
                                              [KIND_H16] = 0xFFFFu,
                                              [KIND_T19] = 0xFFFFu,
                                              [KIND_INT] = 0};
    return cfg_PCK_EDGE_MODE_mode(core, thread) ? minus_infinity[kind] : 0;
}

static void apply_relu(const struct pack_plan *p, uint32_t v[STX_COLS]) {
    unsigned n = p->datums;
    for (unsigned col = 0; col != n && p->relu; col++) {
        v[col] = relu(p, v[col]);
    }
    for (unsigned col = 0; col != n && p->kind == KIND_T19; col++) {
        v[col] = pack_t19_to_h16(v[col]);
    }
}

static void drop(const struct stx_core *core, unsigned thread, const struct pack_plan *p,
                 uint32_t dropped, uint32_t v[STX_COLS]) {
    for (uint32_t col = 0; dropped && col < p->datums; col++) {
        v[col] = dropped >> col & 1u ? masked_value(core, thread, p->kind) : v[col];
    }
}

/* The exponent of a datum after ReLU (SPEC 12.10), which T19 has left for that of H16. Integers
 * count by their low eight bits, INT32 as the binary32 with the same bits. */
static uint32_t seen_exponent(const struct pack_plan *p, uint32_t v) {
    static const struct {
        uint8_t low, width;
    } field[] = {[KIND_F32] = {23, 8},
                 [KIND_B16] = {7, 8},
                 [KIND_H16] = {10, 5},
                 [KIND_T19] = {10, 5},
                 [KIND_INT] = {0, 8}};
    bool wide = p->kind == KIND_INT && p->in == FORMAT_INT32;
    enum pack_kind kind = wide ? KIND_F32 : p->kind;
    return cfg_field(v, field[kind].low, field[kind].width);
}

/* Shows the first n datums to the histogram of packer i; a word that packs zeros reads none. */
static void show_exponents(struct stx_core *core, unsigned i, const struct pack_plan *p,
                           const uint32_t v[STX_COLS], unsigned n) {
    bool sees = exponents_are_kept(core) && !p->zero;
    for (unsigned col = 0; sees && col < n && col < p->datums; col++) {
        exponents_see(core, i, seen_exponent(p, v[col]));
    }
}

/* Adds the datums that L1 holds (SPEC 12.7). */
static void accumulate(struct stx_core *core, const struct pack_plan *p, uint32_t address,
                       uint32_t v[STX_COLS]) {
    for (unsigned col = 0; col < p->datums; col++, address += p->bits / 8) {
        uint32_t added = v[col],
                 old = p->bits == 32 ? l1_read32(core, address) : l1_read16(core, address);
        if (p->out == FORMAT_FP32) {
            v[col] = pack_add_f32(old, added);
        } else if (p->out == FORMAT_BF16) {
            v[col] = pack_add_bf16(old, added);
        } else {
            v[col] = pack_add_fp16(old, added);
        }
        if (special_is_kept(core)) {
            unsigned exponent = p->out == FORMAT_FP32 || p->out == FORMAT_BF16 ? 8 : 5;
            special_note_l1(core, p->bits - 1, exponent, old, added, v[col]);
        }
    }
}

static void write_datums(const struct pack_plan *p, uint8_t *to, const uint32_t v[STX_COLS]) {
    const uint32_t *end = v + p->datums;
    if (p->bits == 32) {
        for (; v != end; v++, to += 4) {
            to[0] = (uint8_t)*v;
            to[1] = (uint8_t)(*v >> 8);
            to[2] = (uint8_t)(*v >> 16);
            to[3] = (uint8_t)(*v >> 24);
        }
    } else if (p->bits == 16) {
        for (; v != end; v++, to += 2) {
            uint32_t datum = *v;
            to[0] = (uint8_t)datum;
            to[1] = (uint8_t)(datum >> 8);
        }
    } else {
        for (; v != end; v++) {
            *to++ = (uint8_t)*v;
        }
    }
}

/* Writes sixteen fields, packed from the low bits of a byte upwards, and their exponent. */
static void write_group(struct stx_core *core, struct stx_packer *packer, const struct pack_plan *p,
                        const uint32_t v[STX_COLS]) {
    uint8_t buffer[STX_COLS], *to = l1_at(core, packer->data_address);
    uint8_t *field = p->bits == 8 ? to : buffer;
    uint32_t exponent = pack_bfp_group(v, p->e5, p->bits, field);
    l1_write8(core, packer->exponent_address++, exponent);
    packer->data_address += 2 * p->bits;
    unsigned step = p->bits == 4 ? 2 : 4;
    for (unsigned i = 0; i < 16 && p->bits < 8; i += step) {
        uint32_t byte = 0;
        for (unsigned k = 0; k < step; k++) {
            byte |= (uint32_t)field[i + k] << (k * p->bits);
        }
        *to++ = (uint8_t)byte;
    }
}

static void write_row(struct stx_core *core, struct stx_packer *packer, const struct pack_plan *p,
                      uint32_t v[STX_COLS]) {
    if (p->bfp) {
        write_group(core, packer, p, v);
        return;
    }
    if (p->accumulate) {
        accumulate(core, p, packer->data_address, v);
    }
    write_datums(p, l1_at(core, packer->data_address), v);
    packer->data_address += p->datums * p->bits / 8;
}

#endif
