/* SPDX-License-Identifier: Apache-2.0
 *
 * fetch.c - the instruction caches of the RISC-V cores: which instructions of a kernel's code have
 * to come from L1. */
#include "time/model.h"

enum { LINE_BYTES = 64, MATH_THREAD = 1, LONGEST = 0x10000 };

/* Moves the line to the front of those that are kept. True if it was among them. */
static bool touch(struct stx_time_thread *t, uint32_t line, uint32_t most) {
    unsigned lines = most < STX_TIME_LINES ? most : STX_TIME_LINES, i = 0;
    while (i < lines && t->line[i] != line) {
        i++;
    }
    bool kept = i < lines;
    for (i = kept ? i : lines - 1u; i; i--) {
        t->line[i] = t->line[i - 1u];
    }
    t->line[0] = line;
    return kept;
}

/* A piece that is longer than any cache counts as its last 64 KB. Lines have the numbers from 1 on,
 * and 0 is none. Within a line that is being fetched all later instructions come from L1, too. */
void stx_time_executed(struct stx_time *time, unsigned thread, uint32_t from, uint32_t to) {
    if (thread >= STX_THREADS) {
        return;
    }
    struct stx_time_thread *t = &time->thread[thread];
    unsigned parameter = thread == MATH_THREAD ? PARAMETER_code_cache_math : PARAMETER_code_cache;
    uint32_t lines = time->value[STX_TIME_EXPECTED][parameter] / LINE_BYTES;
    from = to > LONGEST && from < to - LONGEST ? to - LONGEST : from;
    for (uint32_t at = from; lines && at < to && at <= UINT32_MAX - 4u; at += 4u) {
        if (at != t->code_end || at % LINE_BYTES == 0) {
            t->fetching = !touch(t, at / LINE_BYTES + 1u, lines);
        }
        t->missed += t->fetching;
        t->code_end = at + 4u;
    }
}
