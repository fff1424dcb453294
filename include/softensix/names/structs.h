/* SPDX-License-Identifier: Apache-2.0
 *
 * structs.h - names of operand values for C++. */
#ifndef SOFTENSIX_NAMES_STRUCTS_H
#define SOFTENSIX_NAMES_STRUCTS_H

#include "softensix/arch.h"

#if STX_ARCH == STX_ARCH_BLACKHOLE
#include "softensix/blackhole/names/structs.h"
#else
#include "softensix/wormhole/names/structs.h"
#endif

#endif
