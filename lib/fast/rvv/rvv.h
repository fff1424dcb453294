/* SPDX-License-Identifier: Apache-2.0
 *
 * rvv.h - RISC-V's vector extension, through its intrinsics. The code works for every register
 * length. */
#ifndef STX_FAST_RVV_RVV_H
#define STX_FAST_RVV_RVV_H

#include "fast/forms.h"
#include "num/bits.h"

#if STX_RVV
#include <riscv_vector.h>

enum {
    RVV_HALF_UP = __RISCV_VXRM_RNU, /* shifts round halves up */
    RVV_JAM = __RISCV_VXRM_ROD,     /* shifts set bit 0 if a bit is lost */
    RVV_TIES_AWAY = __RISCV_FRM_RMM /* conversions round ties away from zero */
};

/* These give the same bits another type. */
#define rvv_i16m1(v) __riscv_vreinterpret_v_u16m1_i16m1(v)
#define rvv_i16m2(v) __riscv_vreinterpret_v_u16m2_i16m2(v)
#define rvv_u16m2(v) __riscv_vreinterpret_v_i16m2_u16m2(v)
#define rvv_i16m4(v) __riscv_vreinterpret_v_u16m4_i16m4(v)
#define rvv_u16m4(v) __riscv_vreinterpret_v_i16m4_u16m4(v)
#define rvv_i32m2(v) __riscv_vreinterpret_v_u32m2_i32m2(v)
#define rvv_u32m2(v) __riscv_vreinterpret_v_i32m2_u32m2(v)
#define rvv_i32m4(v) __riscv_vreinterpret_v_u32m4_i32m4(v)
#define rvv_u32m4(v) __riscv_vreinterpret_v_i32m4_u32m4(v)

/* True if no lane is set. */
#define rvv_none(mask, n) (__riscv_vfirst((mask), (n)) < 0)
#endif

#endif
