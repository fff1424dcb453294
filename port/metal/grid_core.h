/* SPDX-License-Identifier: Apache-2.0
 *
 * grid_core.h - for files of the grid: one of its cores. */
#ifndef METAL_GRID_CORE_H
#define METAL_GRID_CORE_H

#include "feed.h"
#include "grid.h"
#include "softensix/order.h"
#include "softensix/time.h"
#include "tile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As many cores as a chip has; more would need more memory (linker/qemu-virt-cores.ld). */
enum { GRID_CORES = 140 };
enum { GRID_STACK_BYTES = 32768, GRID_VARIABLES_BYTES = 65536 };

enum { GRID_A_WORD = 32 }; /* at most as many bytes as one flit of the NoC */

/* The last words that have landed in a semaphore: its value then, when they have arrived, and when
 * and where from they have left. */
enum { GRID_WORDS = 16 };
struct grid_words {
    uint32_t count, used; /* used: those up to this one have been waited for */
    struct {
        uint32_t value;
        uint64_t at[STX_TIME_BOUNDS], left;
        const struct grid_core *from;
        enum cb_side sender;
    } last[GRID_WORDS];
};

/* A core: its tile and L1, the stack on which it is run, and its kernels' variables while another
 * core runs. */
struct grid_core {
    uint8_t l1[STX_L1_BYTES] __attribute__((aligned(4096))); /* aligned to pages, for host32 */
    struct tile tile;
    uint8_t stack[GRID_STACK_BYTES] __attribute__((aligned(64)));
    uint8_t variables[GRID_VARIABLES_BYTES];
#if STX_TRACE
    struct stx_order order;      /* with ORDER=1 */
    struct stx_time time;        /* with TIME=1, like what follows */
    struct stx_time_lines lines; /* with TIME_LINES=; its file is NULL without */
    struct feed feed;
    struct grid_words words[MEMORY_SEMAPHORES];
#endif
    struct context context; /* this and what follows is cleared */
    struct llk_turn kept;
    const struct grid_kernels *kernels;
    uint32_t logical_x, logical_y;
    uint32_t happened; /* a number that changes when anything happens in the core */
    bool begun, ended, woken;
    bool still; /* nothing has happened in its last turn, nor in any core since */
    enum coop_end end;
    /* How often each core's reader and writer have changed one of this core's semaphores. */
    uint16_t changed[MEMORY_SEMAPHORES][GRID_CORES][CB_SIDES];
    const void *changed_at[MEMORY_SEMAPHORES]; /* the place of the last change, if it is known */
};
extern struct grid_core grid_core[GRID_CORES];
extern unsigned grid_count;

/* The core with this memory. */
struct grid_core *grid_core_of(const struct memory *m);

/* A request of a core has taken effect. */
void grid_note_landed(const struct grid_core *from, const struct noc_request *r);
/* Prints which core it is, and what its threads, its reader and its writer wait for, who could have
 * ended that, and which of them have ended. */
void grid_tell_core(const struct grid_core *core);
void grid_tell_waits(const struct grid_core *core);
/* For grid_tell_waits(): prints who has changed the semaphore with this number, for which a reader
 * or writer of the core waits, which cores with the same kernels have not, and which readers and
 * writers have ended without doing so. */
void grid_tell_changes(const struct grid_core *core, const struct awaited *awaited,
                       uint32_t semaphore);
/* Prints what kernels have done beyond their contract, once for all cores that have done it: lines
 * that begin with `who`. Which: what is only a note, or all else, or both. Returns how many such
 * findings there are. */
enum { GRID_NOTES = 1, GRID_OTHERS = 2 };
unsigned grid_tell_contract(const char *who, unsigned which);
/* "  by core (0, 0) and 3 more" */
void grid_tell_cores(const struct grid_core *first, unsigned more);
/* Findings that do not end the run, as a run that one of them has ended has named it in its line
 * "finding": name and two places. The text stays the caller's. True if one is among them; otherwise
 * it prints the line. */
void grid_pass_over(const char *finding);
bool grid_passes_over(const char *name, const void *place, const void *other);

#ifdef __cplusplus
}
#endif
#endif
