/* SPDX-License-Identifier: Apache-2.0
 *
 * dataflow_own.cpp - a data-movement kernel on the project's own header (examples/metal/dataflow):
 * as dataflow.cpp, without a checkout of tt-metal. */
#include <cstdint>

#include "metal/dataflow.h"

#include "defines_generated.h"
#include "kernel_generated.h"

extern "C" void STX_METAL_ENTRY(void) {
#if NOC_MODE == 1
    stx_dm_shares_nocs();
#endif
    kernel_main();
#ifdef STX_DM_AT_END
    STX_DM_AT_END();
#endif
}
