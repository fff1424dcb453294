/* SPDX-License-Identifier: Apache-2.0
 *
 * l1.h - the caller's L1: little-endian, addresses in bytes. Check a range with l1_has() before
 * use. */
#ifndef STX_REGS_L1_H
#define STX_REGS_L1_H

#include "softensix/core.h"

static inline bool l1_has(const struct stx_core *core, uint32_t address, uint32_t bytes) {
    return bytes <= core->l1_size && address <= core->l1_size - bytes;
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
