/* SPDX-License-Identifier: Apache-2.0 */
#include "regs/src.h"

#include "regs/cfg.h"

void src_release(struct stx_src *src, bool keep) {
    if (!keep) {
        src->fpu_owns[src->fpu_bank] = 0;
    }
    src->fpu_bank ^= 1u;
}

void src_set_valid(struct stx_src *src, uint32_t format) {
    src->fpu_owns[src->unpack_bank] = 1;
    src->format[src->unpack_bank] = (uint8_t)format;
    src->unpack_bank ^= 1u;
}

void src_clear_dvalid(struct stx_core *core, unsigned thread, uint32_t which) {
    if (which & 1u) {
        src_release(&core->srca, cfg_CLR_DVALID_SrcA_Disable(core, thread));
    }
    if (which & 2u) {
        src_release(&core->srcb, cfg_CLR_DVALID_SrcB_Disable(core, thread));
    }
}
