/* SPDX-License-Identifier: Apache-2.0
 *
 * mover.h - a reader and a writer, each on a stack of its own: in C (metal/mover.h), or
 * data-movement kernels of tt-metal (metal/dataflow.h). They run when a thread of the compute
 * kernel waits, until they wait themselves. */
#ifndef METAL_MOVER_RUNNER_H
#define METAL_MOVER_RUNNER_H

#include "cb.h"
#include "metal/dataflow.h"
#include "nocs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The functions of reader and writer. Both are NULL if the program's description names neither. */
extern void (*const stx_metal_mover[CB_SIDES])(void);

struct mover_arguments {
    const uint32_t *word, *common;
    uint32_t count, common_count;
};

enum { MOVER_PLACES = 8, MOVER_WHY = 256 };

/* A word of L1 for whose value a kernel waits. */
struct awaited {
    uint32_t address, value;
    bool least; /* any value from this one on will do */
    bool any;   /* it waits now */
};

/* A call on a global circular buffer. */
struct mover_remote {
    enum stx_remote_call call;
    uint32_t cb, pages;
    uint32_t receiver; /* of a sender's wait: for which of them it waits */
    bool active;
};

struct mover {
    struct context context;
    struct movers *all;
    void (*run)(void);
    struct mover_arguments arguments;
    struct stx_dm_setup setup; /* the setup of a kernel of tt-metal */
    bool live;
    bool in_mailbox;                 /* it waits for space in a mailbox */
    bool is_c;                       /* it uses metal/mover.h */
    bool in_barrier;                 /* it reads registers of the NoC again and again */
    bool in_poll;                    /* it waits for something that it polls */
    struct awaited awaited;          /* and which word that is, if it has said so */
    struct mover_remote remote;      /* its last call on a global circular buffer */
    unsigned reads;                  /* of registers since it has written one, or called */
    const void *multicast;           /* the place of its last multicast */
    const void *at;                  /* the place of its last call, or of its access to memory */
    const void *place[MOVER_PLACES]; /* the places of polls since something happened */
    unsigned places;
};

/* The movers of one core. */
struct movers {
    /* The stacks come first, so that an overflow of any of them leaves the fields below intact. */
    uint8_t stack[CB_SIDES][COOP_STACK_BYTES] __attribute__((aligned(64)));
    struct cbs *cbs;
    struct stx_core *core;
    uint32_t l1_bytes;
    struct noc noc;
    struct mover mover[CB_SIDES];
    struct context caller;
    enum cb_side running;
    bool moved, slow, failed;
    bool inside; /* one of them runs */
    /* Several cores: a kernel has waited for a word of L1, or is about to set one; or NULL. */
    void (*said)(struct movers *movers, uint32_t address, bool sets);
    void (*ended)(struct movers *movers); /* several cores: a kernel has ended; or NULL */
    /* Several cores: a kernel pops these bytes of a global circular buffer; or NULL. */
    void (*popped)(struct movers *movers, uint32_t address, uint32_t bytes);
    /* Several cores: a kernel has read how many pages of a buffer have been pushed, or popped; or
     * NULL. */
    void (*counted)(struct movers *movers, uint32_t cb, bool acked);
    /* Of each global circular buffer of the core what its kernel has reserved and not pushed, or
     * waited for and not popped, in units of 16 bytes. */
    uint32_t there[MEMORY_GLOBALS];
    char why[MOVER_WHY];
    uint8_t semaphores[MEMORY_SEMAPHORES * SEMAPHORE_BYTES]; /* the semaphores as they were */
};

struct mover_job {
    void (*const *run)(void); /* reader and writer, or NULL */
    const struct mover_arguments *arguments;
    bool program;  /* reader and writer are tt-metal's */
    bool slow;     /* each gives way after every push and pop */
    uint32_t seed; /* requests to the NoC take effect at random times; with 0 as late as possible */
};

/* Prepares the movers that exist. From then on they use cbs and core. */
void mover_start(struct movers *movers, struct cbs *cbs, struct stx_core *core,
                 const struct memory *memory, const struct mover_job *job);

/* Another core has its turn, and then this one again: both are called on the stack that goes on
 * afterwards, which may be that of a reader or writer. */
void mover_leave(struct movers *movers);
void mover_enter(struct movers *movers);

/* Lets both run. False if neither could do anything. */
bool mover_run(struct movers *movers);

/* The movers whose reader or writer runs. */
struct movers *movers_active(void);

/* Ends the run with a message about an invalid page or buffer. */
void mover_refuse(const char *what, uint32_t cb, uint32_t number, uint32_t count);

/* Ends the run; `why` says what the running mover has done wrong. */
void mover_give_up(void);

/* What one of them has done wrong, or NULL. */
const char *mover_error(const struct movers *movers);

/* The name of the mover that runs now, or NULL. Its place, if there is one, is kept for the report
 * of a run that fails. */
const char *mover_inside(struct movers *movers, const void *place);
/* Called when the running mover reads a word that others may write: it gives way. */
void mover_poll(struct movers *movers);

/* The text of what a mover waits for, or "" if it does not exist or has ended. */
void mover_explain(const struct movers *movers, enum cb_side side, char *text, size_t size);
/* The text of the call on a global circular buffer in which a mover waits. */
void remotes_explain(const struct movers *movers, const struct mover *mover, char *text,
                     size_t size);
/* Where it is in its kernel, or NULL. */
const void *mover_place(const struct movers *movers, enum cb_side side);
/* True if an error of this mover has ended the run. */
bool mover_is_stopped(const struct movers *movers, enum cb_side side);
bool mover_has_ended(const struct movers *movers, enum cb_side side);
/* If it has ended: prints that, and where its last call is. */
void mover_tell_end(const struct movers *movers, enum cb_side side, stx_print print, void *ctx);

#ifdef __cplusplus
}
#endif
#endif
