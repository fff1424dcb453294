/* SPDX-License-Identifier: Apache-2.0
 *
 * load_store_indirect.c - LOADIND and STOREIND: GPRs to and from L1, with an offset that they
 * increment (SPEC 10, D.2). First the address is computed, then the offset is incremented, then the
 * data are moved. */
#include "core/fault.h"
#include "core/tell.h"
#include "isa/args.h"
#include "regs/l1.h"
#include "control/l1_address.h"
#include "regs/registers.h"

enum size { SIZE_128, SIZE_32, SIZE_16, SIZE_8 };

static const uint8_t size_bytes[4] = {16, 4, 2, 1};

/* Half register h is in GPR h / 2; an odd h is the upper half. */
static uint32_t half_get(const struct stx_core *core, unsigned thread, uint32_t half) {
    return core->gpr[thread][half / 2] >> 16 * (half & 1u) & 0xFFFFu;
}

static void half_step(struct stx_core *core, unsigned thread, uint32_t half, uint32_t spec) {
    static const uint8_t step[4] = {0, 2, 4, 16};
    uint32_t shift = 16 * (half & 1u), value = half_get(core, thread, half) + step[spec];
    uint32_t *gpr = &core->gpr[thread][half / 2];
    *gpr = (*gpr & ~(0xFFFFu << shift)) | (value & 0xFFFFu) << shift;
}

/* The address, rounded down to a multiple of the size. */
static uint64_t l1_address(const struct stx_core *core, unsigned thread, uint32_t gpr,
                           uint32_t half, enum size size) {
    uint64_t address = scalar_l1_address(core, thread, gpr, half_get(core, thread, half));
    return address & ~(uint64_t)(size_bytes[size] - 1u);
}

static void load_indirect(const struct stx_core *core, uint32_t *gpr, uint32_t index,
                          enum size size, uint32_t address) {
    switch (size) {
    case SIZE_128:
        for (unsigned i = 0; i < 4; i++) {
            gpr[(index & ~3u) + i] = l1_read32(core, address + 4 * i);
        }
        break;
    case SIZE_32:
        gpr[index] = l1_read32(core, address);
        break;
    case SIZE_16:
        gpr[index] = (gpr[index] & 0xFFFF0000u) | l1_read16(core, address);
        break;
    default:
        gpr[index] = (gpr[index] & 0xFFFFFF00u) | l1_read8(core, address);
    }
}

static void store_indirect(struct stx_core *core, const uint32_t *gpr, uint32_t index,
                           enum size size, uint32_t address) {
    for (uint32_t i = 0; i != size_bytes[size]; i++) {
        uint32_t value = gpr[size == SIZE_128 ? (index & ~3u) + i / 4 : index];
        l1_write8(core, address + i, value >> 8 * (i % 4));
    }
}

STX_EXEC(LOADIND) {
    enum size size = (enum size)a->size_sel;
    uint64_t address = l1_address(core, thread, a->addr_reg_index, a->offset_index, size);
    if (!l1_has(core, address, size_bytes[size])) {
        return stx_fail_l1(core, address);
    }
    half_step(core, thread, a->offset_index, a->auto_inc_spec);
    tell_moved(core, false, (uint32_t)address, size_bytes[size]);
    load_indirect(core, core->gpr[thread], a->data_reg_index, size, (uint32_t)address);
    return STX_DONE;
}

static enum stx_result store_l1(struct stx_core *core, unsigned thread,
                                const struct stx_args_STOREIND *a) {
    enum size size = (enum size)(a->size_sel << 1 | a->reg_size_sel);
    uint64_t address = l1_address(core, thread, a->addr_reg_index, a->offset_index, size);
    if (!l1_has(core, address, size_bytes[size])) {
        return stx_fail_l1(core, address);
    }
    half_step(core, thread, a->offset_index, a->auto_inc_spec);
    tell_moved(core, true, (uint32_t)address, size_bytes[size]);
    store_indirect(core, core->gpr[thread], a->data_reg_index, size, (uint32_t)address);
    return STX_DONE;
}

static enum stx_result store_register(struct stx_core *core, unsigned thread,
                                      const struct stx_args_STOREIND *a) {
    uint32_t offset = half_get(core, thread, a->offset_index) >> 4;
    uint32_t address = (core->gpr[thread][a->addr_reg_index] + offset) & REGISTERS_MASK;
    if (!register_allows(core, thread, STX_REGISTER_WINDOW + address)) {
        return STX_FAULT;
    }
    half_step(core, thread, a->offset_index, a->auto_inc_spec);
    register_write(core, thread, STX_REGISTER_WINDOW + address,
                   core->gpr[thread][a->data_reg_index]);
    return STX_DONE;
}

STX_EXEC(STOREIND) {
    if (a->mem_hier_sel) {
        return store_l1(core, thread, a);
    }
    if (a->size_sel) {
        return store_register(core, thread, a);
    }
    return stx_fail(core, STX_RULE_UNIMPLEMENTED_MODE, 0); /* datums would go to SrcA or SrcB */
}
