/* SPDX-License-Identifier: Apache-2.0
 *
 * race.h - the race finder: kernels, and what is observed of a run. */
#ifndef RACE_H
#define RACE_H

#include "coop/coop.h"

#define RACE_L1_BYTES 0x10000u

/* A kernel: prepares L1 and adds its threads. */
struct kernel {
    const char *name, *what;
    void (*start)(struct coop *coop, uint8_t *l1);
    bool races; /* it has a race, which has to be found */
};
extern const struct kernel kernels[];
extern const unsigned kernel_count;

void matmul_start(struct coop *coop, uint8_t *l1);
void reuse_start(struct coop *coop, uint8_t *l1);
void reuse_unguarded_start(struct coop *coop, uint8_t *l1);

/* A hand-over of a source bank: content and giver. */
#define HANDOVERS 4096u
struct handover {
    uint32_t hash, word;
    uint8_t thread;
};

/* What a run has shown. */
struct outcome {
    enum coop_end end;
    uint32_t result;                     /* hash of the state and of L1 at the end */
    struct handover given[4][HANDOVERS]; /* SrcA, SrcB to the FPU; SrcA, SrcB back */
    uint32_t count[4];
    uint8_t bank[4]; /* pointers after the last word */
};

/* For struct coop's on_trace; ctx is the struct outcome. */
void observe_begin(struct outcome *outcome, const struct stx_core *core);
void observe_word(void *ctx, unsigned thread, uint32_t word, enum stx_result result);
void observe_end(struct outcome *outcome, const struct stx_core *core, enum coop_end end);

#endif
