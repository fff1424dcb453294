/* SPDX-License-Identifier: Apache-2.0
 *
 * hart.h - what a kernel's RISC-V code loads and stores besides its words: registers of the
 * coprocessor by address, for thread STX_THREAD, which must be defined before. The same source
 * serves a core without the coprocessor, on the emulated core that stx_bind() has set, and, with
 * -DSTX_NATIVE, a core that has it, where these functions are plain loads and stores. */
#ifndef SOFTENSIX_HART_H
#define SOFTENSIX_HART_H

#include "softensix/arch.h"
#include "softensix/tti.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A register by its address, a multiple of 4 (docs/spec/10-config-scalar.md). */
static inline void stx_hart_store(uint32_t address, uint32_t value) {
#ifdef STX_NATIVE
    *(volatile uint32_t *)(uintptr_t)address = value;
#else
    stx_mmio_write(stx_bound(), STX_THREAD, address, value);
#endif
}

static inline uint32_t stx_hart_load(uint32_t address) {
#ifdef STX_NATIVE
    return *(volatile uint32_t *)(uintptr_t)address;
#else
    return stx_mmio_read(stx_bound(), STX_THREAD, address);
#endif
}

/* Word 0..223 of the configuration, bank 0; word 0..8 of the thread's MOP expander; GPR 0..63. */
static inline void stx_hart_set_config(uint32_t word, uint32_t value) {
    stx_hart_store(STX_CFG_WINDOW + 4u * word, value);
}

static inline void stx_hart_set_mop(uint32_t word, uint32_t value) {
    stx_hart_store(STX_MOP_WINDOW + 4u * word, value);
}

static inline void stx_hart_set_gpr(uint32_t gpr, uint32_t value) {
    stx_hart_store(STX_GPR_WINDOW + 4u * gpr, value);
}

static inline uint32_t stx_hart_gpr(uint32_t gpr) {
    return stx_hart_load(STX_GPR_WINDOW + 4u * gpr);
}

/* Semaphore 0..7 by its number: an even value that is stored posts it, an odd one gets it. */
static inline uint32_t stx_hart_semaphore(uint32_t number) {
    return stx_hart_load(STX_SEMAPHORE_WINDOW + 4u * number);
}

static inline void stx_hart_semaphore_post(uint32_t number) {
    stx_hart_store(STX_SEMAPHORE_WINDOW + 4u * number, 0);
}

static inline void stx_hart_semaphore_get(uint32_t number) {
    stx_hart_store(STX_SEMAPHORE_WINDOW + 4u * number, 1);
}

#ifdef __cplusplus
}
#endif

#endif
