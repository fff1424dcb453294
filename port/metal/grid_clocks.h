/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_clocks.h - for files of the order across cores: what each kernel is ordered behind, who has
 * accessed which bytes last, and how a finding is told. */
#ifndef METAL_GRID_CLOCKS_H
#define METAL_GRID_CLOCKS_H

#include "grid_core.h"
#include "grid_order.h"

#if GRID_ORDERED

#ifdef __cplusplus
extern "C" {
#endif

/* The threads of a compute kernel count as one: of what orders them only the unpackers' waits for
 * what the packer has pushed are looked at. */
enum { OF_COMPUTE, OF_READER, OF_WRITER, OF_A_CORE };
enum { KERNELS = GRID_CORES * OF_A_CORE, UNIT = 16 };

/* A kernel's access, by its clock; who is 1 + the number of the kernel, 0: there was none. */
struct access {
    uint16_t who;
    bool by_noc; /* a read over the NoC, not a pop */
    uint32_t clock;
    const void *place;
};

typedef uint32_t clocks[KERNELS];

/* Who has last written and read a unit of L1, by the NoC, or as pages that are pushed and popped.
 */
struct unit {
    struct access written, read;
    uint16_t came; /* bytes that have come over the NoC since it was pushed or popped, as bits */
};

struct of_core {
    clocks known[OF_A_CORE]; /* what a kernel is ordered behind; its own clock is part of it */
    clocks buffer[STX_METAL_CBS][2]; /* what its counters hand over: of pages pushed and popped */
    clocks semaphore[MEMORY_SEMAPHORES];
    /* How far the senders of a semaphore's words were ordered behind the kernels of this core, and
     * how far the kernels know that: what they have sent before has arrived. */
    uint32_t answers[MEMORY_SEMAPHORES][OF_A_CORE], answered[OF_A_CORE];
    struct access set[MEMORY_SEMAPHORES],
        changed[MEMORY_SEMAPHORES]; /* by its own core, by others */
    struct access sent[OF_A_CORE];  /* the last word of each kernel */
    bool heard[OF_A_CORE];          /* has waited for a word of another core since its last push */
    uint32_t seen; /* how far the unpackers have waited for what the packer has pushed */
    struct unit unit[STX_L1_BYTES / UNIT];
    struct stx_listener listener;
};
extern struct of_core grid_of[GRID_CORES];

static inline unsigned grid_number(const struct grid_core *core) {
    return (unsigned)(core - grid_core);
}

static inline unsigned grid_kernel(const struct grid_core *core, unsigned which) {
    return grid_number(core) * OF_A_CORE + which;
}

/* The unit in which an address lies, and how many units these bytes touch. */
static inline struct unit *grid_units(const struct grid_core *core, uint32_t address) {
    return &grid_of[grid_number(core)].unit[address / UNIT];
}

static inline uint32_t grid_unit_count(uint32_t address, uint32_t bytes) {
    return (address % UNIT + bytes + UNIT - 1) / UNIT;
}

static inline uint32_t *grid_known(unsigned kernel) {
    return grid_of[kernel / OF_A_CORE].known[kernel % OF_A_CORE];
}

void grid_join(uint32_t *to, const uint32_t *from);

/* The next access of a kernel, or with `again` the last one; one that it makes now, which is
 * compared with earlier ones by their clocks; and that of a request. */
struct access grid_access(unsigned kernel, bool again);
struct access grid_present(unsigned kernel);
struct access grid_request(unsigned kernel, const struct noc_request *r);

/* True if nothing orders a kernel behind this access of another one. */
bool grid_is_before(const struct access *a, unsigned kernel);
bool grid_is_foreign(const struct access *a, unsigned kernel);

/* Ends the run, unless the caller wants to pass over this finding: what one kernel does is not
 * ordered behind what another has done. */
void grid_stop(const struct access *a, const char *name, const char *what, const char *does,
               const struct access *other, const char *did);

/* A kernel uses bytes of a core that another core may have written. */
void grid_check_use(unsigned kernel, const struct grid_core *at, uint32_t address, uint32_t bytes,
                    const char *does);
/* The same for bytes that it sends, and for a word that leaves: grid_sent.c. */
void grid_check_sent(unsigned kernel, const struct noc_request *r);
void grid_check_overtaking(unsigned kernel, const struct noc_request *word);
/* A kernel changes or gives away bytes that a write of its own may not have read yet. */
void grid_check_source(unsigned kernel, uint32_t address, uint32_t bytes, const char *does);
/* It has waited for a word, which may show that its writes have come. */
void grid_tell_come(unsigned kernel);
/* A kernel makes a request to DRAM; it has waited for the answers to its writes on a NoC, those
 * with these transaction ids: grid_dram.c. */
void grid_dram_made(unsigned kernel, const struct noc_request *r);
void grid_dram_answered(unsigned kernel, unsigned noc, uint32_t ids);
/* Bytes have come over the NoC; pages are pushed, or popped: grid_short.c. */
void grid_came(const struct grid_core *to, const struct noc_request *r);
void grid_check_came(unsigned kernel, uint32_t cb, uint32_t address, uint32_t bytes);
void grid_forget_came(const struct grid_core *core, uint32_t address, uint32_t bytes);
/* A word of L1 is one of the core's semaphores. */
bool grid_is_semaphore(const struct grid_core *to, const struct noc_request *r);

#ifdef __cplusplus
}
#endif
#endif
#endif
