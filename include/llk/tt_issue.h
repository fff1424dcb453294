/* SPDX-License-Identifier: Apache-2.0
 *
 * tt_issue.h - every TT_X(...) issues TT_OP_X(...); prelude.h includes it after LLK's
 * ckernel_ops.h. */
#pragma once

#include "softensix/arch.h"

#if STX_ARCH == STX_ARCH_BLACKHOLE
#include "llk/blackhole/tt_issue.h"
#else
#include "llk/wormhole/tt_issue.h"
#endif
