/* SPDX-License-Identifier: Apache-2.0
 *
 * simd_int8.c - products of integers for sixteen columns at once. A sum of sixteen products of
 * slices fits in 16 bits: 31 * 63 * 16 < 2^15. */
#include "fast/common/operands.h"

#if VECTORS_EXIST
#include "fast/common/product_rows.h"
#include "fast/simd/compiler_vectors.h"

/* A row of SrcB times all columns of SrcA. */
V_INLINE vec_e sum_of_row(const struct integer_a *a, const uint32_t b[PRODUCT_DEPTH]) {
    vec_e sum = {0}, v;
    BITS_UNROLL(16)
    for (unsigned k = 0; k < PRODUCT_DEPTH; k++) {
        V_LOAD(v, a->value[k]);
        sum += v * (vec_e)(b[k] - (vec_two){0});
    }
    return sum;
}

/* Turns a sign-magnitude number into two's complement; applied again, it turns it back. */
V_INLINE vec_i other_form(vec_i v) {
    vec_i s = v >> 31;
    return (vec_i)((vec_u)(v ^ (s & INT32_MAX)) - (vec_u)s);
}

/* Elements plus values below 2^25. The result saturates at the ends of the range, which are
 * symmetric. */
V_INLINE vec_i saturated(vec_i element, vec_i value) {
    vec_i old = other_form(element), sum = v_sum(old, value);
    vec_i out = ((old ^ sum) & (value ^ sum)) >> 31 | (vec_i)(sum == INT32_MIN);
    return v_select(out, value >> 31 | INT32_MAX, other_form(sum));
}

V_INLINE void store_sums(uint16_t *cell, vec_e sum, int32_t weight) {
    uint16_t *low = cell + DST_TO_LOW;
    vec_i high[V_BLOCKS], rest[V_BLOCKS];
    BITS_UNROLL(2)
    for (unsigned block = 0; block < V_BLOCKS; block++) {
        vec_u old = v_load_u16(cell + block * V_LANES) << 16 | v_load_u16(low + block * V_LANES);
        vec_i v = saturated((vec_i)old, v_widened(sum, block) * weight);
        high[block] = (vec_i)((vec_u)v >> 16);
        rest[block] = v & 0xFFFF;
    }
    v_store_cells(cell, high);
    v_store_cells(low, rest);
}

V_TARGET bool product_int8_simd(struct stx_core *core, const struct fpu_plan *plan,
                                const struct product_block *block) {
    OPERAND_ROOM_A(room_a);
    OPERAND_ROOM_B(room_b);
    const struct integer_a *a = &operand_a_get(core, plan, block->a0, room_a)->integer;
    const struct integer_b *b = &operand_b_get(core, plan, group_of_b(block), room_b)->integer;
    const struct rows r = {core, plan, block, NULL};
    unsigned weight = ((plan->mode.phase & 1u) ? 0 : 5u) + ((plan->mode.phase & 2u) ? 0 : 4u);
    unsigned physical = 0, row = block->b0, dst_row = block->d0;
    for (unsigned i = 0; i < block->rows; i++, row += block->b_step, dst_row += block->d_step) {
        vec_e sum = sum_of_row(a, b->value[row % PRODUCT_ROWS]);
        physical = row_open(&r, i, dst_row, physical);
        store_sums(core->dst.cell[physical], sum, 1 << weight);
    }
    return true;
}
#endif
