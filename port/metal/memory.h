/* SPDX-License-Identifier: Apache-2.0
 *
 * memory.h - the memory that the NoC of one core reaches: the owned parts of the core's own L1, and
 * tensors in the banks of DRAM. */
#ifndef METAL_MEMORY_H
#define METAL_MEMORY_H

#include "cb.h"

/* Memory that is not cleared before main(), where a machine that clears it would take longer than
 * most kernels. */
#ifdef __riscv
#define METAL_UNCLEARED(name) __attribute__((section(".noinit." #name ",\"aw\",@nobits#")))
#else
#define METAL_UNCLEARED(name)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Semaphores of a program, and behind them the counters of its global circular buffers, which are
 * words that cores wait for in the same way. */
enum { MEMORY_TENSORS = 64, PROGRAM_SEMAPHORES = 16, MEMORY_SEMAPHORES = 48, SEMAPHORE_BYTES = 16 };
enum tensor_place { TENSOR_DRAM, TENSOR_L1, TENSOR_SHARD };

/* Parts of firmware's L1, as in include/metal/dev_mem_map.h: scratch, for values of writes that
 * have no other source and for counters of kernels that use both NoCs, and zeros, which kernels
 * only read. */
enum { SCRATCH_ADDRESS = 0x10000, SCRATCH_BYTES = 0x200 };
enum { ZEROS_ADDRESS = 0x10200, ZEROS_BYTES = 0x200 };

/* Pages of a tensor: page i lies in bank i % banks. In L1 there is one bank. */
struct tensor {
    uint32_t place, address, aligned, page_bytes,
        pages;     /* aligned: bytes from a page to the next one */
    uint8_t *data; /* in DRAM: all pages of bank 0, then those of bank 1... */
};

/* A core's side of a global circular buffer. Of each receiver there are two counters, of pages sent
 * and of pages acknowledged, in units of 16 bytes. Sender and receiver each have both: one is its
 * own, and the other one is what the other core increments. */
enum { MEMORY_GLOBALS = 4, GLOBAL_RECEIVERS = 16 };
struct memory_global {
    uint32_t cb, page_bytes; /* the number that kernels use, and the size of its pages at first */
    uint32_t address, bytes; /* of the data, in each receiver */
    uint32_t counter;        /* the semaphore that is the first receiver's first counter */
    bool sends;
    uint32_t receivers, own;          /* own: the number of the receiver, if it is one */
    uint32_t place[GLOBAL_RECEIVERS]; /* x and y << 6 of the receivers, or of the sender */
};

struct memory {
    const struct cbs *cbs;
    uint32_t l1_bytes, banks, tensor_count, semaphores; /* semaphores: the address of semaphore 0 */
    uint32_t x, y;                                      /* the core's coordinates on both NoCs */
    /* Several cores: the memory of the one at these coordinates, or NULL. If the pointer is NULL
     * there is only this core. */
    const struct memory *(*at)(uint32_t x, uint32_t y);
    struct tensor tensor[MEMORY_TENSORS];
    bool semaphore[MEMORY_SEMAPHORES]; /* true if the semaphore exists */
    uint32_t global_count;
    struct memory_global global[MEMORY_GLOBALS];
};

/* The semaphore that counts pages sent to a receiver, or with `acked` those that it has
 * acknowledged. */
static inline uint32_t memory_counter(const struct memory_global *g, uint32_t receiver,
                                      bool acked) {
    return g->counter + 2 * receiver + acked;
}

/* The bytes of a page of a tensor. */
uint8_t *memory_page(const struct memory *m, const struct tensor *t, uint32_t page);

/* The core at these coordinates (as in a register, without their shift), or NULL. */
const struct memory *memory_core(const struct memory *m, uint32_t coordinates);
/* The number of the DRAM bank at these coordinates; the number of banks if there is none. */
uint32_t memory_bank(const struct memory *m, uint32_t coordinates);
/* Bytes that a request reads or writes, and the place for the reason if it cannot. */
struct memory_part {
    uint32_t address, bytes;
    bool write;
    char *why;
    size_t why_size;
};
/* Finds the bytes of a part at these coordinates. NULL: they do not have one owner, and `why` says
 * so. */
uint8_t *memory_find(const struct memory *m, uint32_t coordinates, const struct memory_part *part);
/* The same for the core's own L1. */
uint8_t *memory_local(const struct memory *m, const struct memory_part *part);

/* True if a buffer holds a shard of a tensor, whose pages are there from the start. */
bool memory_is_shard(const struct memory *m, unsigned cb);
/* True if it does, and nobody has pushed any. */
bool memory_is_given(const struct memory *m, unsigned cb);

#ifdef __cplusplus
}
#endif
#endif
