/* SPDX-License-Identifier: Apache-2.0
 *
 * played.h - how long a simulated run of harts took (played.c). */
#ifndef HARTS_PLAYED_H
#define HARTS_PLAYED_H

#include "harts/harts.h"

#ifdef __cplusplus
extern "C" {
#endif

#define played_instructions stx_played_instructions

/* The number of instructions until the last hart has ended. */
uint64_t played_instructions(void);

#ifdef __cplusplus
}
#endif
#endif
