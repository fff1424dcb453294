/* SPDX-License-Identifier: Apache-2.0
 *
 * threads.h - one core and its three threads on one hart, from the first word to the report. */
#ifndef EXAMPLES_THREADS_H
#define EXAMPLES_THREADS_H

#include <stdbool.h>
#include <stdint.h>

struct threads {
    const char *name;               /* for reports on the run */
    void (*unpack)(void *argument); /* thread 0 */
    void (*math)(void *argument);   /* thread 1 */
    void (*pack)(void *argument);   /* thread 2 */
    void *argument;
};

/* Runs the threads until all have returned. False if one of them waits for ever or a word broke a
 * rule, and in programs built with STX_TRACE if the lint or the order checker reports something.
 * Prints the reason, and what is left over in the core. */
bool threads_run(const struct threads *threads, uint8_t *l1, uint32_t l1_bytes);

#endif
