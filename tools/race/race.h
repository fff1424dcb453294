/* SPDX-License-Identifier: Apache-2.0
 *
 * race.h - stx-race: its built-in kernels, and lists of words. */
#ifndef RACE_H
#define RACE_H

#include "coop/race.h"

#define RACE_L1_BYTES 0x20000u

/* Kernels: each prepares L1 and adds its threads. */
void matmul_start(void *ctx, struct coop *coop, uint8_t *l1);
void reuse_start(void *ctx, struct coop *coop, uint8_t *l1);
void reuse_unguarded_start(void *ctx, struct coop *coop, uint8_t *l1);
void copy_start(void *ctx, struct coop *coop, uint8_t *l1);

/* Reads a list of words from a file; false after a message if it is invalid. */
bool list_read(const char *path);
void list_start(void *ctx, struct coop *coop, uint8_t *l1);

#endif
