/* SPDX-License-Identifier: Apache-2.0
 *
 * race.h - a kernel under many interleavings of its threads: does every run end like the one in
 * which a thread runs until it waits? The same seed gives the same interleaving again.
 *
 *   static struct coop_race race;                  about 470 KB
 *   coop_race_init(&race, &core, &coop, l1, sizeof l1);
 *   struct coop_kernel kernel = {"mine", start, NULL};      start() fills L1 and adds the threads
 *   if (coop_race_find(&race, &kernel, 1, 100)) coop_race_report(&race, print, NULL);
 *
 * Compared are the content of each source bank whenever it changes hands, with the word and the
 * thread that gave it, and the whole state and L1 at the end. Needs a library with STX_TRACE. */
#ifndef COOP_RACE_H
#define COOP_RACE_H

#include "coop/coop.h"

#ifdef __cplusplus
extern "C" {
#endif

struct coop_kernel {
    const char *name;
    /* L1 is 0 and the core reset; it prepares both and calls coop_add() for each thread. */
    void (*start)(void *ctx, struct coop *coop, uint8_t *l1);
    void *ctx;
};

/* A source bank that changed hands: what it held, and who gave it. */
#define COOP_RACE_HANDOVERS 4096u
struct coop_handover {
    uint32_t hash, word;
    uint8_t thread;
};

/* What a run has shown. */
struct coop_outcome {
    enum coop_end end;
    uint32_t result;                                    /* hash of the state and of L1 at the end */
    struct coop_handover given[4][COOP_RACE_HANDOVERS]; /* SrcA, SrcB to the FPU; both back */
    uint32_t count[4];
    uint8_t bank[4]; /* pointers after the last word */
};

struct coop_race {
    struct stx_core *core;
    struct coop *coop;
    uint8_t *l1;
    uint32_t l1_size;
    /* Told about each word of each run besides; NULL: nobody. Arguments as in struct stx_port. */
    void (*on_word)(void *ctx, unsigned thread, uint32_t word, enum stx_result result);
    void *on_word_ctx;
    /* Called before a run begins, when the core is reset; NULL: nobody. */
    void (*on_start)(void *ctx, struct coop_race *race, uint32_t seed);
    void *on_start_ctx;
    const struct coop_kernel *kernel;
    uint32_t seed; /* of the last run; 0: the reference */
    struct coop_outcome reference, got;
    /* For reports, which name the first register and the first byte of L1 that differ. l1_copy:
     * room for l1_size bytes, set after coop_race_init(); NULL: the byte is not named. */
    uint8_t *l1_copy;
    struct stx_core final; /* the state at the end of the reference */
    /* Whether a hand-over differs and which one is the first, what the bank held then in the
     * reference and with the seed; repeats: these two are run once more to see that. */
    bool differs, repeats;
    unsigned kind;
    uint32_t number;
    uint32_t datum[2][STX_SRC_ROWS][STX_COLS];
};

void coop_race_init(struct coop_race *race, struct stx_core *core, struct coop *coop, void *l1,
                    uint32_t l1_size);

/* The run in which a thread runs until it waits; how it ended. */
enum coop_end coop_race_reference(struct coop_race *race, const struct coop_kernel *kernel);

/* One interleaving (seed other than 0); is it like the reference? */
bool coop_race_same(struct coop_race *race, uint32_t seed);

/* The reference, then seeds first .. first + count - 1 up to one that differs. True: race->seed
 * differs. */
bool coop_race_find(struct coop_race *race, const struct coop_kernel *kernel, uint32_t first,
                    uint32_t count);

/* Does an item of the state count in comparisons, by its name? Clocks and queues do not. */
bool coop_race_counts(const char *name);
/* What is compared at the end: a hash of the state, but for clocks and queues, and of L1. */
uint32_t coop_race_state(const struct stx_core *core, const uint8_t *l1, uint32_t l1_size);

/* Tells the first difference between the last run and the reference: where in a source bank, which
 * register, which byte of L1. */
void coop_race_report(const struct coop_race *race, stx_print print, void *ctx);

#ifdef __cplusplus
}
#endif

#endif
