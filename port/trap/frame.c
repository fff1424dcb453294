/* SPDX-License-Identifier: Apache-2.0
 *
 * frame.c - what loads and stores do with the registers of code that has trapped. */
#include "trap/frame.h"

static uintptr_t extended(const struct stx_trap_access *a, uint32_t bytes) {
    if (a->extend_sign) {
        uintptr_t sign = (uintptr_t)1 << (8u * a->bytes - 1u);
        return (bytes ^ sign) - sign;
    }
    return bytes;
}

void stx_trap_loaded(struct stx_trap_frame *frame, const struct stx_trap_access *a,
                     uint32_t bytes) {
#ifdef __riscv_flen
    if (a->fp) {
        frame->f[a->reg] = bytes;
#if __riscv_flen == 64
        /* A register of D holds a shorter value in this form. */
        frame->f[a->reg] |= 0xFFFFFFFF00000000u;
#endif
        return;
    }
#endif
    if (a->reg) {
        frame->x[a->reg] = extended(a, bytes);
    }
}

uint32_t stx_trap_stored(const struct stx_trap_frame *frame, const struct stx_trap_access *a) {
#ifdef __riscv_flen
    if (a->fp) {
        return (uint32_t)frame->f[a->reg];
    }
#endif
    return (uint32_t)frame->x[a->reg];
}
