/* SPDX-License-Identifier: Apache-2.0
 *
 * mem.h - memcpy and memset, which even a freestanding compiler expects to find. They are declared
 * here because <string.h> is not part of a freestanding C99 implementation. */
#ifndef STX_CORE_MEM_H
#define STX_CORE_MEM_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memset(void *to, int value, size_t bytes);

#endif
