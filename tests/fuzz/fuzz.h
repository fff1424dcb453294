/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz.h - what the fuzz targets share: a reader of the input, and a run of words with a budget, so
 * that no input takes long. Each target is LLVMFuzzerTestOneInput of a file of its own; replay.c
 * runs the kept inputs without libFuzzer. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "softensix/softensix.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input, read from its start; zeros follow its end. */
struct bytes {
    const uint8_t *at;
    size_t left;
};
uint32_t bytes_take(struct bytes *bytes, unsigned count);

#define FUZZ_L1_BYTES 0x10000u

/* The machine of a run. L1 is a heap block of exactly its size, so that an access beside it is
 * seen. choice bit 0: every rule as silicon, else the port's verdict is bits 2:1. */
extern struct stx_core fuzz_core;
void fuzz_start(unsigned choice);

/* Offers a word to a thread through the front end; plain words that wait queue up, heads are
 * retried. Aborts if a word that waited or stopped has changed the state. */
void fuzz_offer(unsigned thread, uint32_t word);

#endif
