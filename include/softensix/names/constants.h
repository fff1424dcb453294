/* SPDX-License-Identifier: Apache-2.0
 *
 * constants.h - names of operand values for C. */
#ifndef SOFTENSIX_NAMES_CONSTANTS_H
#define SOFTENSIX_NAMES_CONSTANTS_H

#include "softensix/arch.h"

#if STX_ARCH == STX_ARCH_BLACKHOLE
#include "softensix/blackhole/names/constants.h"
#else
#include "softensix/wormhole/names/constants.h"
#endif

#endif
