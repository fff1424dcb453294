/* SPDX-License-Identifier: Apache-2.0
 *
 * contexts.h - how an UNPACR moves the counter that chooses contexts (SPEC 11.3, step 10). */
#ifndef STX_UNPACK_CONTEXTS_H
#define STX_UNPACK_CONTEXTS_H

#include "counters/unpack_read.h"
#include "isa/args.h"
#include "regs/cfg.h"

/* The number of contexts of an unpacker is a power of two. */
static inline uint32_t context_mask(const uint32_t *thcon) {
    return (1u << cfg_THCON_SEC0_REG2_Context_count_in(thcon)) - 1u;
}

static inline void advance_context_blackhole(struct stx_core *core, unsigned thread,
                                             const uint32_t *thcon,
                                             const struct stx_args_UNPACR *a) {
    unsigned unit = a->unpack_block_selection;
    uint8_t *counter = &core->unpacker[unit].context_counter[thread];
    if (a->auto_inc_context_id || a->cfg_context_cnt_inc) {
        *counter = (uint8_t)((*counter + 1u) & context_mask(thcon));
    }
}

/* The counter continues from the context that was used, which includes the thread's offset, and
 * becomes 0 after the last context. */
static inline void advance_context_wormhole(struct stx_core *core, unsigned thread,
                                            const uint32_t *thcon,
                                            const struct stx_args_UNPACR *a) {
    unsigned unit = a->unpack_block_selection;
    uint8_t *counter = &core->unpacker[unit].context_counter[thread];
    uint32_t used = a->cfg_context_cnt_inc ? *counter : unpack_context(core, thread, a);
    if (a->cfg_context_cnt_inc || (a->auto_inc_context_id && a->ovrd_thread_id)) {
        uint32_t next = (used + 1u) & 7u;
        *counter = (uint8_t)(next > context_mask(thcon) ? 0 : next);
    }
}

static inline void advance_context(struct stx_core *core, unsigned thread, const uint32_t *thcon,
                                   const struct stx_args_UNPACR *a) {
    (STX_UNPACR_THREE ? advance_context_wormhole : advance_context_blackhole)(core, thread, thcon,
                                                                              a);
}

#endif
