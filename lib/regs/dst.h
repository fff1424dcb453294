/* SPDX-License-Identifier: Apache-2.0
 *
 * dst.h - Dst: 1024 rows of 16 cells of 16 bits, one valid bit per row (SPEC 5).
 *
 * Physical rows with bit 3 clear are kept in the order of bfloat16 (sign 15, exponent 14:7,
 * mantissa 6:0), the others in the documented storage order (sign, mantissa, exponent). High halves
 * of 32-bit elements always lie in the former and low halves in the latter, so neither needs a
 * shuffle.
 *
 * A "row" is what software names; a "physical row" indexes the array. Accessors take physical rows.
 */
#ifndef STX_REGS_DST_H
#define STX_REGS_DST_H

#include "softensix/core.h"
#include "private.h"

/* Conversions between the order of bfloat16 and the documented storage order. */
static inline uint32_t dst_documented(uint32_t v) {
    return (v & 0x8000u) | ((v & 0x007Fu) << 8) | ((v >> 7) & 0x00FFu);
}
static inline uint32_t dst_from_documented(uint32_t v) {
    return (v & 0x8000u) | ((v & 0x00FFu) << 7) | ((v >> 8) & 0x007Fu);
}
/* The same for binary16, whose documented order is sign 15, mantissa 14:5, exponent 4:0. */
static inline uint32_t dst_fp16_to_documented(uint32_t h) {
    return (h & 0x8000u) | ((h & 0x03FFu) << 5) | ((h >> 10) & 0x001Fu);
}
static inline uint32_t dst_fp16_from_documented(uint32_t v) {
    return (v & 0x8000u) | ((v & 0x001Fu) << 10) | ((v >> 5) & 0x03FFu);
}

/* The physical row of a row of 16-bit elements, and of the high halves of 32-bit elements. The low
 * halves are 8 rows further on. */
unsigned dst_row16(const struct stx_core *core, unsigned row);
unsigned dst_row32(const struct stx_core *core, unsigned row);
#define DST_LOW_HALF 8u
/* The distance in cells from the high half of a 32-bit datum to its low half. */
#define DST_TO_LOW (DST_LOW_HALF * STX_COLS)

/* True if a row exists. wide: it holds 32-bit elements. */
bool dst_row_is_there(const struct stx_core *core, bool wide, unsigned row);

/* True if `count` rows from `first` on exist; if not, a fault is recorded. Call this before the
 * word changes anything. */
#define DST_IS_SMALL (STX_DST_ROWS < STX_DST_NAMES)
#if DST_IS_SMALL
bool dst_has(struct stx_core *core, bool wide, unsigned first, unsigned count);
#else
static inline bool dst_has(struct stx_core *core, bool wide, unsigned first, unsigned count) {
    (void)core, (void)wide, (void)first, (void)count;
    return true;
}
#endif

/* The row that an instruction names: field + MATH_Offset + RWC.Dst + DEST_REGW_BASE, modulo 1024.
 */
unsigned dst_row_of(const struct stx_core *core, unsigned thread, uint32_t field);

static inline uint32_t dst_valid_from(const struct stx_core *core, unsigned physical) {
#if STX_HARTS
    uint32_t valid = __atomic_load_n(&core->dst.valid[physical / 32], __ATOMIC_RELAXED);
#else
    uint32_t valid = core->dst.valid[physical / 32];
#endif
    return valid >> (physical % 32);
}
static inline bool dst_valid(const struct stx_core *core, unsigned physical) {
    return dst_valid_from(core, physical) & 1u;
}
/* True if the rows physical .. physical + 3 are valid; their bits are in one word. */
static inline bool dst_valid_four(const struct stx_core *core, unsigned physical) {
    return (dst_valid_from(core, physical) & 15u) == 15u;
}
/* Sets the bits of rows from one on, which are in one word. */
static inline void dst_set_valid_some(struct stx_core *core, unsigned physical, uint32_t bits) {
#if STX_HARTS /* another hart may work on rows of the same word */
    __atomic_fetch_or(&core->dst.valid[physical / 32], bits << (physical % 32), __ATOMIC_RELAXED);
#else
    core->dst.valid[physical / 32] |= bits << (physical % 32);
#endif
}
static inline void dst_set_valid(struct stx_core *core, unsigned physical) {
    dst_set_valid_some(core, physical, 1);
}
static inline void dst_set_invalid(struct stx_core *core, unsigned physical) {
    core->dst.valid[physical / 32] &= ~(1u << (physical % 32));
}

/* True if the row holds its cells in the documented order. */
static inline bool dst_row_is_raw(unsigned physical) {
    return physical & DST_LOW_HALF;
}

/* Reads and writes one cell. The caller is responsible for the valid bit of the row. */
static inline uint32_t dst_bf16_get(const struct stx_core *core, unsigned physical, unsigned col) {
    uint32_t v = core->dst.cell[physical][col];
    return dst_row_is_raw(physical) ? dst_from_documented(v) : v;
}
static inline void dst_bf16_set(struct stx_core *core, unsigned physical, unsigned col,
                                uint32_t v) {
    core->dst.cell[physical][col] = (uint16_t)(dst_row_is_raw(physical) ? dst_documented(v) : v);
}
static inline uint32_t dst_raw_get(const struct stx_core *core, unsigned physical, unsigned col) {
    uint32_t v = core->dst.cell[physical][col];
    return dst_row_is_raw(physical) ? v : dst_documented(v);
}
static inline void dst_raw_set(struct stx_core *core, unsigned physical, unsigned col, uint32_t v) {
    core->dst.cell[physical][col] =
        (uint16_t)(dst_row_is_raw(physical) ? v : dst_from_documented(v));
}
static inline uint32_t dst_fp16_get(const struct stx_core *core, unsigned physical, unsigned col) {
    return dst_fp16_from_documented(dst_raw_get(core, physical, col));
}
static inline void dst_fp16_set(struct stx_core *core, unsigned physical, unsigned col,
                                uint32_t h) {
    dst_raw_set(core, physical, col, dst_fp16_to_documented(h));
}

/* A 32-bit element; physical is the row of its high half. */
static inline uint32_t dst_f32_get(const struct stx_core *core, unsigned physical, unsigned col) {
    return (uint32_t)core->dst.cell[physical][col] << 16 |
           core->dst.cell[physical + DST_LOW_HALF][col];
}
static inline void dst_f32_set(struct stx_core *core, unsigned physical, unsigned col, uint32_t v) {
    core->dst.cell[physical][col] = (uint16_t)(v >> 16);
    core->dst.cell[physical + DST_LOW_HALF][col] = (uint16_t)v;
}

#endif
