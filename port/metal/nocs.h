/* SPDX-License-Identifier: Apache-2.0
 *
 * nocs.h - the interfaces of a core to its two NoCs, as data-movement kernels see them: command
 * buffers, whose requests take effect later, and counters. A request takes effect when its kernel
 * reads the counter that would show it, or earlier when noc_land() is called. */
#ifndef METAL_NOCS_H
#define METAL_NOCS_H

#include "memory.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NOC_INSTANCES = 2, NOC_BUFFERS = 4, NOC_REGISTERS = 32, NOC_COUNTERS = 16 };
enum { NOC_REQUESTS = 1024 };
/* The number of transaction ids. A request without one has id 0. */
enum { NOC_IDS = 16 };

/* The addresses of source and destination of a request must be equal modulo this many bytes. The
 * chip's DRAM is read in larger units than it is written. */
enum { NOC_ALIGNMENT = 16, NOC_DRAM_READ_ALIGNMENT = STX_ARCH == STX_ARCH_WORMHOLE ? 32 : 64 };

enum noc_kind { NOC_READ, NOC_WRITE, NOC_ATOMIC, NOC_INLINE };

struct noc_request {
    enum noc_kind kind;
    uint8_t noc, owner; /* owner: the kernel, enum cb_side */
    uint8_t id;         /* transaction id */
    bool landed;        /* it has taken effect, and its kernel has not waited for it yet */
    bool answered;      /* its kernel gets an answer; a posted one has none */
    uint8_t *from, *to;
    const struct memory *core;   /* the core that `to` belongs to; NULL: a bank of DRAM */
    const struct memory *source; /* of a read: the same for `from` */
    uint8_t buffer;              /* the command buffer */
    int8_t channel;              /* the virtual channel, or -1: the NoC chooses */
    uint16_t place_at;           /* coordinates of the other side, as in a register */
    bool linked, closes;         /* what follows cannot overtake it; it ends a chain of such */
    uint32_t clock; /* when and where it was made, if somebody notes that (grid_order.c) */
    const void *place;
    uint64_t leaves, arrives[3]; /* when it does, if somebody notes that (grid_time.c) */
    uint32_t bytes, address;     /* the destination of a read or the source of a write, in L1 */
    uint32_t value, mask;        /* for an atomic increment: the value, and the bits that change */
};

/* A group of requests of a kernel, up to the next call of noc_take(): their bytes in total and in
 * each bank of DRAM. */
enum { NOC_BANKS = 16 };
struct noc_traffic {
    uint32_t bytes, bank[NOC_BANKS];
    uint32_t groups;        /* the number of earlier groups */
    uint32_t waited;        /* how many groups the kernel has waited for, from the first one on */
    uint32_t with[NOC_IDS]; /* 1 + the last group that has requests with this id */
    uint32_t hops; /* of the one that goes farthest, if somebody notes that (grid_time.c) */
    uint8_t id;    /* of all requests of the group, if any of them has an id */
};

struct noc {
    const struct memory *memory;
    uint32_t reg[CB_SIDES][NOC_INSTANCES][NOC_BUFFERS][NOC_REGISTERS];
    uint32_t counter[CB_SIDES][NOC_INSTANCES][NOC_COUNTERS];
    struct noc_request request[NOC_REQUESTS];
    uint32_t count;
    struct noc_traffic traffic[CB_SIDES];
    uint16_t polled[CB_SIDES][NOC_INSTANCES]; /* ids whose number of requests has been read */
    /* Who listens to it hears REQUEST for a read and for a write when it is made, and ANSWER when
     * its kernel has waited for it: in between the request may access L1 at any time. GROUP means
     * that a group of requests with an id is complete: before a request with another id, or before
     * one that follows a wait for them. */
    struct stx_core *core;
    /* If they are set, they are called for each request that is made, and that has taken effect. */
    void (*made)(struct noc *noc, struct noc_request *request);
    void (*landed)(struct noc *noc, const struct noc_request *request);
    /* If it is set: a kernel has read that all its writes on a NoC, or those with these ids, have
     * been answered. */
    void (*answered)(struct noc *noc, enum cb_side owner, uint32_t instance, uint32_t ids);
    bool chain[CB_SIDES][NOC_INSTANCES]; /* the last request was linked */
    bool shared;                  /* the counters that a kernel reads are those of both kernels */
    uint8_t sending;              /* the command buffer of the request that is being made */
    uint32_t receivers[CB_SIDES]; /* of the last multicast of each kernel; 0: there was none */
    uint32_t rectangle;           /* of the multicast that is being made, as in a register, or 0 */
    bool spreads;                 /* the last request was a multicast */
    bool again;                   /* the request that is made is one that others receive too */
    uint32_t random;              /* 0: requests take effect as late as possible */
    char why[200];
};

/* Accesses registers by address. False if the request is invalid; `why` then says what is wrong. */
bool noc_write(struct noc *noc, enum cb_side owner, uint32_t address, uint32_t value);
bool noc_read(struct noc *noc, enum cb_side owner, uint32_t address, uint32_t *value);

/* Sends what the registers of a command buffer say. noc_multicast() is for those that several cores
 * receive. False as for noc_write(). */
bool noc_send(struct noc *noc, enum cb_side owner, uint32_t instance, const uint32_t *reg);
bool noc_multicast(struct noc *noc, enum cb_side owner, uint32_t instance, const uint32_t *reg);

/* The registers of a command buffer, as numbers of words. On Wormhole coordinates share a register
 * with bits 32 to 35 of the address. */
enum { TARGET_LOW = 0, RETURN_LOW = 3, TAG = 6, CONTROL = 7, LENGTH = 8 };
#if STX_ARCH == STX_ARCH_BLACKHOLE
enum { TARGET_PLACE = 2, RETURN_PLACE = 5, DATA = 10, SEND = 16, BUFFER_SHIFT = 11 };
#else
enum { TARGET_PLACE = 1, RETURN_PLACE = 4, DATA = 9, SEND = 10, BUFFER_SHIFT = 10 };
#endif
/* Bits of CONTROL. */
enum {
    IS_ATOMIC = 1,
    IS_WRITE = 2,
    IS_INLINE = 8,
    IS_MARKED = 16,
    IS_MULTICAST = 32,
    IS_LINKED = 64,
    IS_STATIC = 128, /* with the number of a virtual channel */
    CHANNEL_SHIFT = 13,
    INCLUDES_SENDER = 1 << 17
};
/* Counters. */
enum {
    ATOMICS_ANSWERED = 0,
    WRITES_ACKED = 1,
    READS_ANSWERED = 2,
    WRITES_SENT = 10,
    POSTED_SENT = 11
};

/* Makes all pending requests take effect, and returns false if there was none. The second function
 * does so for some of them, at random. */
bool noc_land(struct noc *noc);
void noc_land_some(struct noc *noc);

/* Takes the numbers of the kernel's group of requests and begins another group. Returns for how
 * many of the last groups, this one included, the kernel has not waited. Requests without an id
 * count as waited for. */
uint32_t noc_take(struct noc *noc, enum cb_side owner, struct noc_traffic *taken);

/* True if this kernel has a read to [begin, end) of L1 that is pending or for which it has not
 * waited. */
bool noc_reads_into(const struct noc *noc, enum cb_side owner, uint32_t begin, uint32_t end);

#ifdef __cplusplus
}
#endif
#endif
