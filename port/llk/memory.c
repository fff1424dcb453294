/* SPDX-License-Identifier: Apache-2.0
 *
 * memory.c - kernels' programs start and end with megabytes that are cleared, copied or compared:
 * memcpy(), memmove() and memset() by words, where the C library has them by bytes. */
#include <string.h>

#if defined(__riscv) && defined(__PICOLIBC__)
#include "none/memory.c"
#endif
typedef int stx_llk_memory; /* no empty translation unit */
