/* SPDX-License-Identifier: Apache-2.0
 *
 * race.h - stx-race: the kernels that it has built in, and lists of words. */
#ifndef RACE_H
#define RACE_H

#include "coop/race.h"

#define RACE_L1_BYTES 0x20000u

/* Kernels: each prepares L1 and adds its threads. */
void matmul_start(void *ctx, struct coop *coop, uint8_t *l1);
void reuse_start(void *ctx, struct coop *coop, uint8_t *l1);
void reuse_unguarded_start(void *ctx, struct coop *coop, uint8_t *l1);
void copy_start(void *ctx, struct coop *coop, uint8_t *l1);

/* A list of words from a file; false, with a sentence, if it makes no sense. */
bool list_read(const char *path);
void list_start(void *ctx, struct coop *coop, uint8_t *l1);

#endif
