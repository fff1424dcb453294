/* SPDX-License-Identifier: Apache-2.0
 *
 * load_store_reg.c - LOADREG and STOREREG: move data between a GPR and a memory-mapped register
 * (SPEC 10); FLUSHDMA and RSTDMA, which have nothing to do here. */
#include "core/fault.h"
#include "isa/args.h"
#include "regs/registers.h"

STX_EXEC(LOADREG) {
    uint32_t address = STX_REGISTER_WINDOW + 4 * a->reg_addr;
    if (!register_allows(core, thread, address)) {
        return STX_FAULT;
    }
    core->gpr[thread][a->tdma_data_reg_index] = register_read(core, thread, address);
    return STX_DONE;
}

STX_EXEC(STOREREG) {
    uint32_t address = STX_REGISTER_WINDOW + 4 * a->reg_addr;
    if (!register_allows(core, thread, address)) {
        return STX_FAULT;
    }
    register_write(core, thread, address, core->gpr[thread][a->tdma_data_reg_index]);
    return STX_DONE;
}

/* Waits for memory requests and pipelines; here nothing is ever outstanding. */
STX_EXEC(FLUSHDMA) {
    (void)core;
    (void)thread;
    (void)a;
    return STX_DONE;
}

/* Resets the unit's request queue, which is always empty here. */
STX_EXEC(RSTDMA) {
    (void)core;
    (void)thread;
    (void)a;
    return STX_DONE;
}
