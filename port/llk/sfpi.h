/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpi.h - the vector functions of kernels (sfpi), as the port carries them out. */
#ifndef LLK_SFPI_H
#define LLK_SFPI_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* True if code of a thread has computed with vectors. Here vectors are in memory, 128 bytes each;
 * in code from the vendor's compiler they are in registers. */
bool sfpi_was_used(unsigned thread);

#ifdef __cplusplus
}
#endif
#endif
