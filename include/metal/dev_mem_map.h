/* SPDX-License-Identifier: Apache-2.0
 *
 * dev_mem_map.h - the checkout's. A host keeps the lowest 64 KB closed: what kernels read there, a
 * word in which firmware asks for slower products, lies above them. It is 0 here and there. */
#pragma once

#include_next "dev_mem_map.h"

/* Zeros for data-movement kernels to read, by the NoC or by pointers (port/metal/memory.h). */
#undef MEM_ZEROS_BASE
#define MEM_ZEROS_BASE 0x10200

#ifndef __riscv
#undef MEM_L1_ARC_FW_SCRATCH
#define MEM_L1_ARC_FW_SCRATCH 0x10010
#endif

/* Where a data-movement kernel keeps values that it writes elsewhere: plain pointers reach it. */
#undef MEM_L1_INLINE_BASE
#define MEM_L1_INLINE_BASE 0x10020
