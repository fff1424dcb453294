/* SPDX-License-Identifier: Apache-2.0
 *
 * mover.h - for a reader or a writer in C, which a description names (docs/metal.md): the file
 * defines kernel_main(), which runs alongside the three threads of a compute kernel and moves pages
 * between memory and circular buffers. The calls have the names and meanings that they have in
 * tt-metal; the memory is described by the lines "in" and "out" of the description.
 *
 * A call that has to wait lets the compute kernel run. An error (a buffer or page that does not
 * exist, pages pushed without room, pages popped that are not there) ends the run with a
 * message. */
#ifndef STX_METAL_MOVER_H
#define STX_METAL_MOVER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Defined by the file. */
void kernel_main(void);

/* Waits for room for this many pages; hands this many pages to the compute kernel. */
void cb_reserve_back(uint32_t cb, uint32_t pages);
void cb_push_back(uint32_t cb, uint32_t pages);

/* Waits for this many pages from the compute kernel; gives the room of this many pages back. */
void cb_wait_front(uint32_t cb, uint32_t pages);
void cb_pop_front(uint32_t cb, uint32_t pages);

/* Where the next page is to be written, or to be read: in the host's or the core's own memory,
 * valid up to the end of the buffer. */
uint8_t *get_write_ptr(uint32_t cb);
const uint8_t *get_read_ptr(uint32_t cb);

/* Bytes of a page. */
uint32_t get_tile_size(uint32_t cb);

/* Copies page `number`, counted from 0, of the line "in" of this buffer to an address; returns how
 * many pages the line has. */
void read_page(uint32_t cb, uint32_t number, void *to);
uint32_t page_count(uint32_t cb);

/* Copies from an address to page `number` of the line "out" of this buffer. */
void write_page(uint32_t cb, uint32_t number, const void *from);

/* The argument with this number, counted from 0, after the file's name in the description; 0 if
 * there is none.
 */
uint32_t get_arg(uint32_t number);

/* Waits for room in the mailbox from the data-movement core to a thread (0 unpack, 1 math, 2 pack),
 * and puts a word into it. */
void mailbox_write(uint32_t thread, uint32_t word);

/* A byte of L1 by its address; the kernel's semaphores and tables lie below the first buffer. */
uint8_t *l1_ptr(uint32_t address);

#ifdef __cplusplus
}
#endif
#endif
