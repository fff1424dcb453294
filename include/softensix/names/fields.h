/* SPDX-License-Identifier: Apache-2.0
 *
 * fields.h - configuration fields as word, lowest bit, width. */
#ifndef SOFTENSIX_NAMES_FIELDS_H
#define SOFTENSIX_NAMES_FIELDS_H

#include "softensix/arch.h"

#if STX_ARCH == STX_ARCH_BLACKHOLE
#include "softensix/blackhole/names/fields.h"
#else
#include "softensix/wormhole/names/fields.h"
#endif

#endif
