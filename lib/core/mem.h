/* SPDX-License-Identifier: Apache-2.0
 *
 * mem.h - the two functions of the C library that a freestanding compiler expects anyway.
 * <string.h> is not part of a freestanding C99 implementation. */
#ifndef STX_CORE_MEM_H
#define STX_CORE_MEM_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memset(void *to, int value, size_t bytes);

#endif
