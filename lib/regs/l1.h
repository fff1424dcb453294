/* SPDX-License-Identifier: Apache-2.0
 *
 * l1.h - the caller's L1: little-endian, addresses in bytes. No other file of lib/ follows the
 * pointer (`make check` looks). Addresses are computed in 64 bits, so that none wraps into L1.
 * Every use follows a call of l1_has(); an address that it accepts fits 32 bits. */
#ifndef STX_REGS_L1_H
#define STX_REGS_L1_H

#include "softensix/core.h"

/* Do `bytes` bytes from the address on lie inside L1? */
static inline bool l1_has(const struct stx_core *core, uint64_t address, uint64_t bytes) {
    return bytes <= core->l1_size && address <= core->l1_size - (uint32_t)bytes;
}
/* The pointer to a byte of L1. */
static inline uint8_t *l1_at(struct stx_core *core, uint32_t address) {
    return core->l1 + address;
}
static inline const uint8_t *l1_from(const struct stx_core *core, uint32_t address) {
    return core->l1 + address;
}
static inline uint32_t l1_read8(const struct stx_core *core, uint32_t address) {
    return core->l1[address];
}
static inline uint32_t l1_read16(const struct stx_core *core, uint32_t address) {
    const uint8_t *p = core->l1 + address;
    return p[0] | (uint32_t)p[1] << 8;
}
static inline uint32_t l1_read32(const struct stx_core *core, uint32_t address) {
    return l1_read16(core, address) | l1_read16(core, address + 2) << 16;
}
static inline void l1_write8(struct stx_core *core, uint32_t address, uint32_t v) {
    core->l1[address] = (uint8_t)v;
}
static inline void l1_write16(struct stx_core *core, uint32_t address, uint32_t v) {
    core->l1[address] = (uint8_t)v;
    core->l1[address + 1] = (uint8_t)(v >> 8);
}
static inline void l1_write32(struct stx_core *core, uint32_t address, uint32_t v) {
    l1_write16(core, address, v);
    l1_write16(core, address + 2, v >> 16);
}

#endif
