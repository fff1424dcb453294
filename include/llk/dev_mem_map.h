/* SPDX-License-Identifier: Apache-2.0
 *
 * dev_mem_map.h - the part of L1 that LLK may use. A checkout's own map takes precedence. Here no
 * firmware lies in L1, so all of it is free except the first unit, at address 0. */
#pragma once

#if __has_include_next("dev_mem_map.h")
#include_next "dev_mem_map.h"
#else
#include "softensix/arch.h"

#define MEM_L1_BASE 0x0
#define MEM_L1_SIZE STX_L1_BYTES
#define MEM_MAP_END 0x10
#endif
