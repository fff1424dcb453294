/* SPDX-License-Identifier: Apache-2.0
 *
 * regs.c - lib/regs and lib/counters: registers of any address, counters, configuration, rows of
 * Dst and of the sources, in any state that stx_restore() accepts. */
#include "any.h"

#include "counters/adc.h"
#include "counters/rwc.h"
#include "regs/cfg.h"
#include "regs/dst.h"
#include "regs/exponents.h"
#include "regs/l1.h"
#include "regs/registers.h"
#include "regs/special.h"
#include "regs/src.h"

static void rows_of_dst(unsigned thread) {
    unsigned row = up_to(1023);
    used = dst_row16(&core, row) + dst_row32(&core, row) + dst_row_of(&core, thread, any);
    bool wide = any & 1u;
    unsigned first = any;
    if (dst_row_is_there(&core, wide, first)) {
        unsigned physical = wide ? dst_row32(&core, first) : dst_row16(&core, first);
        unsigned column = up_to(STX_COLS - 1);
        used = wide ? dst_f32_get(&core, physical, column) : dst_fp16_get(&core, physical, column);
        used = dst_valid(&core, physical);
        dst_set_valid(&core, physical);
    }
}

static void sources(unsigned thread) {
    uint32_t datum[STX_COLS];
    src_fpu_row(&core.srca, up_to(STX_SRC_ROWS - 1), datum);
    src_set_valid(&core.srca, up_to(15));
    src_clear_dvalid(&core, thread, up_to(3));
    src_fill(&core.srcb, up_to(STX_SRC_BANKS - 1), any);
}

static void configuration(unsigned thread) {
    cfg_write(&core, up_to(STX_CFG_BANKS - 1), up_to(STX_CFG_WORDS - 1), any);
    tcfg_write(&core, thread, up_to(STX_TCFG_WORDS - 1), any);
    used = cfg_word(&core, thread, up_to(STX_CFG_WORDS - 1));
}

static void counters(unsigned thread) {
    used = adc_wrap_large(&core, any);
    adc_wrap_z(&core, &core.adc[thread][up_to(2)]);
    rwc_advance(&core, thread, up_to(7));
    rwc_advance_sfpu(&core, thread, up_to(7));
    special_write(&core, any);
    special_note_mad(&core, any, any, any);
    exponents_reset(&core);
    exponents_see(&core, up_to(STX_PACKERS - 1), up_to(255));
}

static void registers(unsigned thread) {
    uint32_t address = any;
    if (register_allows(&core, thread, address)) {
        used = register_read(&core, thread, address);
        register_write(&core, thread, address, any);
    }
}

/* Who accesses L1 has asked l1_has() before. */
static void memory(void) {
    uint32_t address = up_to(STX_L1_BYTES - 4);
    used = l1_read8(&core, address) + l1_read16(&core, address) + l1_read32(&core, address);
    l1_write8(&core, address, any);
    l1_write32(&core, address, any);
}

void registers_of_any_state(void) {
    unsigned thread = up_to(STX_THREADS - 1);
    any_state();
    rows_of_dst(thread);
    sources(thread);
    configuration(thread);
    counters(thread);
    registers(thread);
    memory();
}
