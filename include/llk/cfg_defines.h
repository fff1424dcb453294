/* SPDX-License-Identifier: Apache-2.0
 *
 * cfg_defines.h - configuration fields as constants, for the chip that is compiled for. */
#pragma once

#include "softensix/arch.h"

#if STX_ARCH == STX_ARCH_BLACKHOLE
#include "llk/blackhole/cfg_defines.h"
#else
#include "llk/wormhole/cfg_defines.h"
#endif
