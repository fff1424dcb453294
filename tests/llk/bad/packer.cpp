/* SPDX-License-Identifier: Apache-2.0
 *
 * packer.cpp - the packer's destination lies behind the end of L1. */
#include "../../../examples/llk/thread_pack.h"

void run_kernel(RUNTIME_PARAMETERS params) {
    (void)params;
#ifdef LLK_TRISC_PACK
    own::cfg_field<ALU_FORMAT_SPEC_REG2_Dstacc_RMW>(own::code_of(params.formats.pack_src));
    own::pack_configure(params.formats);
    own::pack_mop();
    own::pack_tile(0, 0x180000, params.formats.pack_dst);
#endif
}
