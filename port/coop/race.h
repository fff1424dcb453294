/* SPDX-License-Identifier: Apache-2.0
 *
 * race.h - runs a kernel under many interleavings of its threads and checks whether every run ends
 * like the one in which each thread runs until it waits. The same seed gives the same interleaving.
 *
 *   static struct coop_race race;                  about 470 KB
 *   coop_race_init(&race, &core, &coop, l1, sizeof l1);
 *   struct coop_kernel kernel = {"mine", start, NULL};      start() fills L1 and adds the threads
 *   if (coop_race_find(&race, &kernel, 1, 100)) coop_race_report(&race, print, NULL);
 *
 * It compares the content of each source bank whenever it changes owner, with the word and the
 * thread that handed it over, and the whole state and L1 at the end. Needs a library with
 * STX_TRACE. */
#ifndef COOP_RACE_H
#define COOP_RACE_H

#include "coop/coop.h"

#ifdef __cplusplus
extern "C" {
#endif

struct coop_kernel {
    const char *name;
    /* Called with L1 cleared and the core reset. It prepares both and calls coop_add() for each
     * thread. */
    void (*start)(void *ctx, struct coop *coop, uint8_t *l1);
    void *ctx;
};

/* A source bank that was handed over: its content, and the word and thread that did it. */
#define COOP_RACE_HANDOVERS 4096u
struct coop_handover {
    uint32_t hash, word;
    uint8_t thread;
};

/* The observations of a run. */
struct coop_outcome {
    enum coop_end end;
    uint32_t result; /* hash of the state and of L1 at the end */
    struct coop_handover given[4]
                              [COOP_RACE_HANDOVERS]; /* SrcA and SrcB to the FPU, then both back */
    uint32_t count[4];
    uint8_t bank[4]; /* pointers after the last word */
};

struct coop_race {
    struct stx_listener listener;
    struct stx_core *core;
    struct coop *coop;
    uint8_t *l1;
    uint32_t l1_size;
    /* Called before each run, when the core is reset, or NULL. Listeners of the run begin here. */
    void (*on_start)(void *ctx, struct coop_race *race, uint32_t seed);
    void *on_start_ctx;
    const struct coop_kernel *kernel;
    uint32_t seed; /* the seed of the last run; 0: the reference */
    struct coop_outcome reference, got;
    /* For reports, which name the first register and the first byte of L1 that differ. l1_copy
     * points to l1_size bytes of space and is set after coop_race_init(). NULL: the byte is not
     * named. */
    uint8_t *l1_copy;
    struct stx_core final; /* the state at the end of the reference */
    /* Whether a hand-over differs, which one is the first, and what the bank then held in the
     * reference and with the seed. repeats: these two runs are being repeated to see that. */
    bool differs, repeats;
    unsigned kind;
    uint32_t number;
    uint32_t datum[2][STX_SRC_ROWS][STX_COLS];
};

void coop_race_init(struct coop_race *race, struct stx_core *core, struct coop *coop, void *l1,
                    uint32_t l1_size);

/* Does the reference run, in which each thread runs until it waits. Returns how it ended. */
enum coop_end coop_race_reference(struct coop_race *race, const struct coop_kernel *kernel);

/* Runs one interleaving, for a seed other than 0. True if it is like the reference. Without a
 * reference nothing runs. */
bool coop_race_same(struct coop_race *race, uint32_t seed);

/* Runs the reference and then the seeds first .. first + count - 1, up to one that differs. True if
 * the run with race->seed differs. */
bool coop_race_find(struct coop_race *race, const struct coop_kernel *kernel, uint32_t first,
                    uint32_t count);

/* True if the item with this name is compared. Clocks and queues are not. */
bool coop_race_counts(const char *name);
/* The hash that is compared at the end, of the state without clocks and queues, and of L1. */
uint32_t coop_race_state(const struct stx_core *core, const uint8_t *l1, uint32_t l1_size);

/* Prints the first difference between the last run and the reference: the place in a source bank,
 * the register, the byte of L1. */
void coop_race_report(const struct coop_race *race, stx_print print, void *ctx);

#ifdef __cplusplus
}
#endif

#endif
