/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_int8.c - products of integers: a row of sums at once. Sums fit in 16 bits. */
#include "fast/rvv/rvv.h"
#include "fast/common/product_rows.h"
#include "regs/src.h"

#if STX_RVV
/* A slice of a ten-bit magnitude, without its weight. Bits 9:3 are in the high half, bits 2:0 in
 * the upper bits of the low byte. A slice is either bits of the high half, shifted right, or bits
 * of the high half, shifted left, followed by the low bits. */
struct slice {
    uint16_t kept;
    bool fine;
    uint8_t right;
};

ALWAYS_INLINE vuint16m2_t slice_load(const uint16_t *high, const uint8_t *low, struct slice s,
                                     bool keep_denormal, size_t n) {
    vuint16m2_t h = __riscv_vle16_v_u16m2(high, n), m = __riscv_vand(h, s.kept, n);
    if (s.fine && STX_SRC_LOW) {
        vuint8m1_t l = __riscv_vsrl(__riscv_vle8_v_u8m1(low, n), 5, n);
        m = __riscv_vwaddu_wv(__riscv_vsll(m, 3, n), l, n);
    } else {
        m = s.fine ? __riscv_vsll(m, 3, n) : __riscv_vsrl(m, s.right, n);
    }
    if (!keep_denormal) {
        vbool8_t zero = __riscv_vmseq(__riscv_vand(h, 0x7F80, n), 0, n);
        m = __riscv_vmerge(m, 0, zero, n);
    }
    return __riscv_vrsub_mu(__riscv_vmslt(__riscv_vreinterpret_i16m2(h), 0, n), m, m, 0, n);
}

static void rows_decode(int16_t (*to)[STX_COLS], const struct stx_src *src, unsigned row,
                        unsigned rows, struct slice s, bool keep_denormal) {
    const unsigned bank = src->fpu_bank;
    for (unsigned i = 0; i < rows; i++) {
        unsigned at = (row + i) % STX_SRC_ROWS;
        for (unsigned col = 0, n; col < STX_COLS; col += n) {
            n = (unsigned)__riscv_vsetvl_e16m2(STX_COLS - col);
            vuint16m2_t v = slice_load(&src->high[bank][at][col], src_low_row(src, bank, at) + col,
                                       s, keep_denormal, n);
            __riscv_vse16(&to[i][col], __riscv_vreinterpret_i16m2(v), n);
        }
    }
}

/* The slices are bits 7:5 and 4:0 of SrcA, 9:4 and 3:0 of SrcB (num/int8.h). */
void int8_a_decode(struct int8_a *to, const struct stx_src *src, unsigned row, bool fine) {
    struct slice s = fine ? (struct slice){3, true, 0} : (struct slice){7 << 2, false, 2};
    rows_decode(to->value, src, row, PRODUCT_DEPTH, s, false);
}

void int8_b_decode(struct int8_b *to, const struct stx_src *src, unsigned row, bool fine,
                   bool keep) {
    struct slice s = fine ? (struct slice){1, true, 0} : (struct slice){63 << 1, false, 1};
    rows_decode(to->value, src, row, PRODUCT_ROWS, s, keep);
}

/* Sums half of the depth for all rows, with eight rows of SrcA in registers. */
ALWAYS_INLINE void sums_of_half(const int16_t *a, const int16_t *b,
                                const struct product_block *block, bool first,
                                int16_t (*to)[STX_COLS], unsigned col, size_t n) {
#define LOAD(k) const vint16m2_t v##k = __riscv_vle16_v_i16m2(a + (k)*STX_COLS + col, n);
    RVV_EACH(LOAD)
    for (unsigned i = 0; i < block->rows; i++, b += block->b_step * STX_COLS) {
        vint16m2_t sum =
            first ? __riscv_vmv_v_x_i16m2(0, n) : __riscv_vle16_v_i16m2(&to[i][col], n);
#define ADD(k) sum = __riscv_vmacc(sum, b[k], v##k, n);
        RVV_EACH(ADD)
        __riscv_vse16(&to[i][col], sum, n);
    }
}

/* Converts sign-magnitude to two's complement and back. */
ALWAYS_INLINE vint32m4_t other_form(vint32m4_t v, size_t n) {
    return __riscv_vrsub_mu(__riscv_vmslt(v, 0, n), v, v, INT32_MIN, n);
}

/* Adds sums * weight to a row of Dst. The result saturates at the ends of the range, which are
 * symmetric. */
ALWAYS_INLINE void row_end(uint16_t *cell, const int16_t *sum, int16_t weight) {
    uint16_t *low = cell + DST_TO_LOW;
    for (size_t left = STX_COLS, n; left; left -= n, cell += n, low += n, sum += n) {
        n = __riscv_vsetvl_e32m4(left);
        vuint32m4_t v = __riscv_vzext_vf2(__riscv_vle16_v_u16m2(cell, n), n);
        v = __riscv_vwaddu_wv(__riscv_vsll(v, 16, n), __riscv_vle16_v_u16m2(low, n), n);
        vint32m4_t s = __riscv_vwmul(__riscv_vle16_v_i16m2(sum, n), weight, n);
        s = __riscv_vsadd(s, other_form(__riscv_vreinterpret_i32m4(v), n), n);
        s = other_form(__riscv_vmax(s, -INT32_MAX, n), n);
        __riscv_vse16(cell, __riscv_vnsrl(__riscv_vreinterpret_u32m4(s), 16, n), n);
        __riscv_vse16(low, __riscv_vnsrl(__riscv_vreinterpret_u32m4(s), 0, n), n);
    }
}

/* Rows 4 n .. 4 n + 3 of Dst are adjacent. */
static void sums_end(const struct rows *r, const int16_t *sum, int16_t weight) {
    const unsigned step = r->block->d_step, count = 4 / step;
    for (unsigned i = 0; i < r->block->rows; i += count) {
        unsigned physical = rows_physical(r, r->block->d0 + i * step);
        uint16_t *cell = r->core->dst.cell[physical];
        rows_open(r, physical, count);
        for (const uint16_t *end = cell + 4 * STX_COLS; cell != end; cell += step * STX_COLS) {
            row_end(cell, sum, weight);
            sum += STX_COLS;
        }
    }
}

bool product_int8_rvv(struct stx_core *core, const struct fpu_plan *plan,
                      const struct product_block *block) {
    OPERAND_ROOM_A(room_a);
    OPERAND_ROOM_B(room_b);
    const struct rows r = {core, plan, block, NULL};
    const struct int8_a *a = &operand_a_get(core, plan, block->a0, room_a)->int8;
    const struct int8_b *b = &operand_b_get(core, plan, group_of_b(block), room_b)->int8;
    const int16_t *row = b->value[block->b0 % PRODUCT_ROWS];
    unsigned weight = ((plan->mode.phase & 1u) ? 0 : 5u) + ((plan->mode.phase & 2u) ? 0 : 4u);
    int16_t sums[PRODUCT_ROWS][STX_COLS];
    for (unsigned col = 0, n; col < STX_COLS; col += n) {
        n = (unsigned)__riscv_vsetvl_e16m2(STX_COLS - col);
        sums_of_half(a->value[0], row, block, true, sums, col, n);
        sums_of_half(a->value[8], row + 8, block, false, sums, col, n);
    }
    sums_end(&r, sums[0], (int16_t)(1 << weight));
    return true;
}
#endif
