/* SPDX-License-Identifier: Apache-2.0
 *
 * spin.h - a lock of one word for harts that share memory, with the memory orderings that make
 * everything done under it visible to the next owner. */
#ifndef HARTS_SPIN_H
#define HARTS_SPIN_H

#include <stdint.h>

/* A hint that the hart waits. */
static inline void spin_pause(void) {
#ifdef __riscv
    __asm__ volatile(".word 0x0100000F" ::: "memory"); /* pause; a fence on cores without it */
#else
    __asm__ volatile("" ::: "memory");
#endif
}

static inline void spin_take(uint32_t *lock) {
    while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE)) {
        while (__atomic_load_n(lock, __ATOMIC_RELAXED)) {
            spin_pause();
        }
    }
}

static inline void spin_give(uint32_t *lock) {
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

#endif
