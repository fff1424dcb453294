/* SPDX-License-Identifier: Apache-2.0
 *
 * sfpi.h - the vector functions of kernels (sfpi), as the port carries them out. */
#ifndef LLK_SFPI_H
#define LLK_SFPI_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Has code of a thread computed with vectors? Here vectors lie in memory, 128 bytes each; in code
 * from the vendor's compiler they lie in registers. */
bool sfpi_was_used(unsigned thread);

#ifdef __cplusplus
}
#endif
#endif
