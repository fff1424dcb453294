/* SPDX-License-Identifier: Apache-2.0
 *
 * packer.cpp - the packer's destination lies behind the end of L1. */
#include "../../../examples/llk/thread_pack.h"

void run_kernel(RUNTIME_PARAMETERS params) {
    (void)params;
#ifdef LLK_TRISC_PACK
    TTI_SEMINIT(2, 1, own::SEM_DST);
    own::cfg_field<ALU_FORMAT_SPEC_REG2_Dstacc_RMW>(own::code_of(params.formats.pack_src));
    own::pack_configure(params.formats);
    own::pack_tiles(1, 0x180000, 2048);
#endif
}
