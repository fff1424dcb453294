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

/* True if no lane is set. */
#define rvv_none(mask, n) (__riscv_vfirst((mask), (n)) < 0)

/* f(0) to f(7). */
#define RVV_EACH(f) f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7)
#endif

#endif
