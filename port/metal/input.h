/* SPDX-License-Identifier: Apache-2.0
 *
 * input.h - the input and output files of a run, which tools/kernels/metal/run.py makes and reads.
 * Numbers are little-endian words:
 *
 *   "METALRN2"  turns between two moves, seed and order (enum coop_order) of the scheduler, 1 to
 *               add all of L1 at the end
 *   count, words            run-time arguments
 *   count, words            common run-time arguments
 *   count, words            words for the kernel's mailboxes
 *   count, words            address, word, address, word... of L1, whole words inside it
 *   count, words            arguments of a reader in C, then the same of a writer
 *   count, count x (id, address, bytes of a page, pages, format)   circular buffers, once
 *   count, count x (id, pages, data)                          pages that the mover pushes
 *   count, count x (id, pages)                                pages that it takes
 *   count, count x (id, bytes, data)                          what lies in buffers from the start
 *   count, words, count, words       common arguments of the reader, then of the writer
 *   1 if reader and writer are tt-metal's, banks of DRAM, address of semaphore 0
 *   count, count x (number, value)                            semaphores
 *   count, count x (place, address, aligned bytes of a page, bytes, pages, 1 if data follow, data)
 *                                                             tensors (memory.h)
 *   count, count x (id, bytes of a page, address, bytes, first counter, 1 if the core sends, number
 *   of receivers, which of them it is, count, coordinates)    global circular buffers (memory.h)
 *
 * The output holds the pages taken, buffer by buffer as they were listed, then those of all
 * tensors. */
#ifndef METAL_INPUT_H
#define METAL_INPUT_H

#include <stdio.h>

#include "cb.h"
#include "mover.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { INPUT_PATCHES = 4096 };

/* Bytes of L1 that are set before anything runs. */
struct patch {
    uint32_t address, bytes;
    const uint8_t *data;
};

struct options {
    uint32_t turns, seed, order, whole_l1;
    const uint32_t *mailbox, *l1;
    uint32_t mailboxes, l1_words;
    struct mover_arguments mover[CB_SIDES];
    struct memory memory;
    bool program;                /* reader and writer are data-movement kernels of tt-metal */
    uint8_t outs[STX_METAL_CBS]; /* the buffers whose pages are the output */
    uint32_t out_count, patch_count;
    struct patch patch[INPUT_PATCHES];
};

/* Reads a file. An error in it ends the program. */
void input_load(const char *path, struct cbs *cbs, uint32_t l1_bytes, struct options *options);

/* The same for a file that is open and may have more behind it. dram: the memory of another core,
 * whose tensors in DRAM are also this one's; or NULL. The coordinates of options->memory are set
 * before. */
void input_read(FILE *f, struct cbs *cbs, uint32_t l1_bytes, struct options *options,
                const struct memory *dram);
/* Ends the program unless the file goes on with these eight bytes. */
void input_magic(FILE *f, const char *expected);
uint32_t input_word(FILE *f);

/* Writes the initial contents of buffers, the semaphores and the tensors to L1, after l1 has been
 * filled. */
void input_place(const struct options *options, uint8_t *l1);

/* Writes the pages of tensors, also of those in DRAM if dram is set. False if that is impossible.
 */
bool output_tensors(FILE *f, const struct memory *m, bool dram);
void output_save(const char *path, const struct cbs *cbs, const struct options *options,
                 const uint8_t *l1, uint32_t l1_bytes);

#ifdef __cplusplus
}
#endif
#endif
