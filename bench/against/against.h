/* SPDX-License-Identifier: Apache-2.0
 *
 * against.h - words that are timed on the library and on the reference simulator. */
#ifndef AGAINST_H
#define AGAINST_H

#include <stdint.h>

/* BF16 sources; width of Dst; vector registers hold ordinary numbers. AS_CONDITIONS: lanes are
 * enabled by their flags. */
enum timed_state { AS_DST32, AS_DST16, AS_VECTOR, AS_CONDITIONS };

struct timed_word {
    const char *name;
    uint32_t word;
    enum timed_state state;
};

extern const struct timed_word timed_words[]; /* the last has no name */

/* Nanoseconds of ours and theirs, the least of many rounds that take turns. */
struct times {
    double ours, theirs;
};
struct times take_turns(void (*ours)(void *), void (*theirs)(void *), void *argument);

/* A whole kernel: one tile product from L1 to L1, with the words of a file (record.c). */
void kernel_times(const char *name, const char *file);

/* A line of the table. */
void say_times(const char *name, struct times times, const char *note);

#endif
