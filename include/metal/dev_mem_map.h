/* SPDX-License-Identifier: Apache-2.0
 *
 * dev_mem_map.h - the checkout's memory map, with changes. A host keeps the lowest 64 KB closed, so
 * the word that kernels read there, in which firmware asks for slower products, is moved above
 * them. It is 0 in both places. */
#pragma once

#include_next "dev_mem_map.h"

/* Zeros for data-movement kernels to read, over the NoC or through pointers
 * (port/metal/memory.h). */
#undef MEM_ZEROS_BASE
#define MEM_ZEROS_BASE 0x10200

#ifndef __riscv
#undef MEM_L1_ARC_FW_SCRATCH
#define MEM_L1_ARC_FW_SCRATCH 0x10010
#endif

/* Where a data-movement kernel keeps values that it writes elsewhere: plain pointers reach it. */
#undef MEM_L1_INLINE_BASE
#define MEM_L1_INLINE_BASE 0x10020

/* Where data-movement kernels that use both NoCs count their requests: STX_DM_COUNTERS. */
#undef MEM_NOC_COUNTER_BASE
#define MEM_NOC_COUNTER_BASE 0x10100
