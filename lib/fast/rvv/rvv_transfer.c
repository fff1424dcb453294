/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv_transfer.c - moves lanes of the vector unit from and to Dst. Their cells are two apart. */
#include "fast/rvv/rvv.h"
#include "regs/dst.h"

#if STX_RVV
enum { STEP = 4 }; /* bytes from one cell to the next */

/* Convert cells in the documented order to binary32, and binary32 to such cells in the upper
 * halves. */
ALWAYS_INLINE vuint32m8_t raw_to_f32(vuint32m8_t cells, size_t n) {
    vuint32m8_t v = __riscv_vsll(__riscv_vand(cells, 0xFF, n), 23, n);
    v = __riscv_vor(v, __riscv_vsll(__riscv_vand(cells, 0x8000, n), 16, n), n);
    return __riscv_vor(v, __riscv_vsll(__riscv_vand(cells, 0x7F00, n), 8, n), n);
}
ALWAYS_INLINE vuint32m8_t raw_of_f32(vuint32m8_t f, size_t n) {
    vuint32m8_t v = __riscv_vand(__riscv_vsrl(f, 7, n), 0xFF << 16, n);
    v = __riscv_vor(v, __riscv_vand(f, 1u << 31, n), n);
    return __riscv_vor(v, __riscv_vand(__riscv_vsll(f, 8, n), 0x7F << 24, n), n);
}

static void load_wide(const uint16_t *cell, uint32_t *out) {
    for (size_t left = STX_LANES, n; left; left -= n, cell += 2 * n, out += n) {
        n = __riscv_vsetvl_e32m8(left);
        vuint32m8_t v = __riscv_vzext_vf2(__riscv_vlse16_v_u16m4(cell, STEP, n), n);
        v = __riscv_vsll(v, 16, n);
        v = __riscv_vwaddu_wv(v, __riscv_vlse16_v_u16m4(cell + DST_TO_LOW, STEP, n), n);
        __riscv_vse32(out, v, n);
    }
}

/* LANES_RAW never comes together with LANES_WIDE. */
void load_lanes_rvv(const uint16_t *cell, unsigned how, uint32_t *out) {
    if (how & LANES_WIDE) {
        load_wide(cell, out);
        return;
    }
    for (size_t left = STX_LANES, n; left; left -= n, cell += 2 * n, out += n) {
        n = __riscv_vsetvl_e32m8(left);
        vuint32m8_t v = __riscv_vzext_vf2(__riscv_vlse16_v_u16m4(cell, STEP, n), n);
        __riscv_vse32(out, how & LANES_RAW ? raw_to_f32(v, n) : __riscv_vsll(v, 16, n), n);
    }
}

ALWAYS_INLINE vuint32m8_t flushed(vuint32m8_t v, size_t n) {
    vbool4_t zero = __riscv_vmseq(__riscv_vand(v, 0x7F800000, n), 0, n);
    return __riscv_vand_mu(zero, v, v, 1u << 31, n);
}

static void store_wide(uint16_t *cell, unsigned how, const uint32_t *value) {
    for (size_t left = STX_LANES, n; left; left -= n, cell += 2 * n, value += n) {
        n = __riscv_vsetvl_e32m8(left);
        vuint32m8_t v = __riscv_vle32_v_u32m8(value, n);
        v = how & LANES_FLUSHED ? flushed(v, n) : v;
        __riscv_vsse16(cell, STEP, __riscv_vnsrl(v, 16, n), n);
        __riscv_vsse16(cell + DST_TO_LOW, STEP, __riscv_vnsrl(v, 0, n), n);
    }
}

void store_lanes_rvv(uint16_t *cell, unsigned how, const uint32_t *value) {
    if (how & LANES_WIDE) {
        store_wide(cell, how, value);
        return;
    }
    for (size_t left = STX_LANES, n; left; left -= n, cell += 2 * n, value += n) {
        n = __riscv_vsetvl_e32m8(left);
        vuint32m8_t v = __riscv_vle32_v_u32m8(value, n);
        v = how & LANES_FLUSHED ? flushed(v, n) : v;
        __riscv_vsse16(cell, STEP, __riscv_vnsrl(how & LANES_RAW ? raw_of_f32(v, n) : v, 16, n), n);
    }
}
#endif
