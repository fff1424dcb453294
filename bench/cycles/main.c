/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - runs each measurement once on bare metal and prints lines "cycles <name> <cycles>
 * <instructions> <hash>". Numbers are for one word, as in "bench" lines. */
#include <stdio.h>
#include <string.h>

#include "bare/bare.h"
#include "bench.h"

static uint32_t hash;

/* Adds words to the hash. It uses no multiplication because some cores have none. */
static void add_words(const void *from, unsigned words) {
    const unsigned char *at = from;
    for (unsigned i = 0; i < words; i++, at += 4) {
        uint32_t word =
            at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
        hash = (hash << 5 | hash >> 27) + (word ^ hash >> 7) + 0x9E3779B9u;
    }
}

/* Hashes SrcA, Dst, the vector unit's registers, and the part of L1 that measurements write. */
static uint32_t hash_of_state(void) {
    enum { FIRST = 0x4000, BYTES = 0x4000 };
    hash = 0;
    add_words(bench_core.srca.high, sizeof bench_core.srca.high / 4);
    add_words(bench_core.dst.cell, sizeof bench_core.dst.cell / 4);
    add_words(bench_core.dst.valid, sizeof bench_core.dst.valid / 4);
    add_words(bench_core.sfpu.lreg, sizeof bench_core.sfpu.lreg / 4);
    add_words(bench_l1 + FIRST, BYTES / 4);
    return hash;
}

static void measure(const struct bench *b) {
    b->prepare(b->parameter);
    uint64_t instructions = port_instructions(), cycles = port_cycles();
    b->run();
    cycles = port_cycles() - cycles;
    instructions = port_instructions() - instructions;
    printf("cycles %s %lu %lu %08lx\n", b->name, (unsigned long)(cycles / b->times),
           (unsigned long)(instructions / b->times), (unsigned long)hash_of_state());
}

int main(void) {
    static const struct bench *const lists[] = {BENCH_LISTS};
    for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        for (const struct bench *b = lists[i]; b->name; b++) {
            measure(b);
        }
    }
    printf("cycles end\n");
    return 0;
}
