/* SPDX-License-Identifier: Apache-2.0
 *
 * tensix.h - the checkout's file, except for the addresses that plain loads and stores reach:
 * configuration, GPRs and MOP configuration are the core's own arrays. Everything else goes through
 * accessors by its address on Blackhole (llk/prelude.h). In binary mode (llk/binary.h) and with
 * STX_REGISTERS_TRAP (llk/tensix.h) all addresses stay the checkout's. */
#pragma once

#include_next "tensix.h"

#include "llk/platform.h"

#if !defined(STX_BINARY) && !defined(STX_REGISTERS_TRAP) && defined(COMPILE_FOR_TRISC)
#undef REGFILE_BASE
#undef TENSIX_CFG_BASE
#undef TENSIX_MOP_CFG_BASE
#define REGFILE_BASE ((uintptr_t)stx_llk_gprs(COMPILE_FOR_TRISC))
#define TENSIX_CFG_BASE ((uintptr_t)stx_llk_cfg())
#define TENSIX_MOP_CFG_BASE ((uintptr_t)stx_llk_mop_cfg(COMPILE_FOR_TRISC))
#endif
