/* SPDX-License-Identifier: Apache-2.0
 *
 * opcodes.h - the opcodes of the chip that is compiled for, by name. */
#ifndef SOFTENSIX_OPCODES_H
#define SOFTENSIX_OPCODES_H

#include "softensix/arch.h"

#if STX_ARCH == STX_ARCH_BLACKHOLE
#include "softensix/blackhole/opcodes.h"
#else
#include "softensix/wormhole/opcodes.h"
#endif

#endif
