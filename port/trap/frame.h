/* SPDX-License-Identifier: Apache-2.0
 *
 * frame.h - the registers of code that has trapped, in the layout of frame.inc, and what its
 * instruction does with them. */
#ifndef TRAP_FRAME_H
#define TRAP_FRAME_H

#include "trap/decode.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __riscv_32e
#define STX_TRAP_REGISTERS 16
#else
#define STX_TRAP_REGISTERS 32
#endif

struct stx_trap_frame {
    uintptr_t pc;
    uintptr_t x[STX_TRAP_REGISTERS]; /* x[0] is 0 */
    uintptr_t status, cause, value;  /* mstatus, mcause, mtval, or those of supervisor mode */
#ifdef __riscv_flen
    uintptr_t fcsr;
#endif
#if defined(__riscv_flen) && __riscv_flen == 64
    uint64_t f[32];
#elif defined(__riscv_flen)
    uint32_t f[32];
#endif
};

/* The instruction at pc. It is read in halves because it may be aligned to 2 bytes. */
static inline uint32_t stx_trap_instruction(uintptr_t pc) {
    const uint16_t *half = (const uint16_t *)pc;
    return (half[0] & 3u) == 3u ? half[0] | (uint32_t)half[1] << 16 : half[0];
}

/* A Tensix instruction among those of a core without C is its word rotated left by 2, which never
 * ends in bits 11. */
static inline bool stx_trap_is_word(uint32_t parcel) {
    return (parcel & 3u) != 3u;
}
static inline uint32_t stx_trap_word(uint32_t parcel) {
    return parcel >> 2 | parcel << 30;
}

/* Completes a load with the bytes of memory, of which it extends the highest or clears what is
 * above. Its bytes of what a store stores. */
void stx_trap_loaded(struct stx_trap_frame *frame, const struct stx_trap_access *a, uint32_t bytes);
uint32_t stx_trap_stored(const struct stx_trap_frame *frame, const struct stx_trap_access *a);

#ifdef __cplusplus
}
#endif
#endif
