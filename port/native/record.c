/* SPDX-License-Identifier: Apache-2.0
 *
 * record.c - records what the threads of an example issue and store, in order, and what they leave
 * in L1. It is linked in front of the functions that carry this out (--wrap) and prints the record
 * after each run.
 *
 *   @thread address value     a store to a register; address 0: a word that is issued
 *   @l1 hash
 *
 * With -DRECORD_NATIVE the threads are compiled with STX_NATIVE, and their words and stores
 * trap. */
#include <stdio.h>
#include <stdlib.h>

#include "coop/coop.h"
#include "llk/trap.h"
#include "softensix/softensix.h"

enum { MOST = 32768, WORD = 0 };
static struct {
    unsigned count;
    struct {
        uint32_t address, value;
    } event[MOST];
} thread_of[STX_THREADS];

#define WRAPPED(name) __wrap_##name
#define REAL(name) __real_##name
enum stx_result REAL(stx_issue)(struct stx_core *core, unsigned thread, uint32_t word);
enum stx_result WRAPPED(stx_issue)(struct stx_core *core, unsigned thread, uint32_t word);
void REAL(stx_mmio_write)(struct stx_core *core, unsigned thread, uint32_t address, uint32_t value);
void WRAPPED(stx_mmio_write)(struct stx_core *core, unsigned thread, uint32_t address,
                             uint32_t value);
enum coop_end REAL(stx_coop_run)(struct coop *coop);
enum coop_end WRAPPED(stx_coop_run)(struct coop *coop);

static void note(unsigned thread, uint32_t address, uint32_t value) {
    unsigned i = thread_of[thread].count++;
    if (i >= MOST) {
        printf("record: more than %d words and stores\n", MOST);
        exit(1);
    }
    thread_of[thread].event[i].address = address;
    thread_of[thread].event[i].value = value;
}

enum stx_result WRAPPED(stx_issue)(struct stx_core *core, unsigned thread, uint32_t word) {
    note(thread, WORD, word);
    return REAL(stx_issue)(core, thread, word);
}

void WRAPPED(stx_mmio_write)(struct stx_core *core, unsigned thread, uint32_t address,
                             uint32_t value) {
    note(thread, address, value);
    REAL(stx_mmio_write)(core, thread, address, value);
}

static void print_events(void) {
    for (unsigned t = 0; t < STX_THREADS; t++) {
        for (unsigned i = 0; i < thread_of[t].count; i++) {
            printf("@%u %08lx %08lx\n", t, (unsigned long)thread_of[t].event[i].address,
                   (unsigned long)thread_of[t].event[i].value);
        }
        thread_of[t].count = 0;
    }
}

/* FNV-1a. */
static uint32_t hash_of(const uint8_t *bytes, uint32_t size) {
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * 16777619u;
    }
    return hash;
}

enum coop_end WRAPPED(stx_coop_run)(struct coop *coop) {
    const struct stx_core *core = coop->core;
#ifdef RECORD_NATIVE
    static struct llk_trap trap;
    trap = (struct llk_trap){.coop = coop,
                             .core = coop->core,
                             .l1 = core->l1,
                             .l1_size = core->l1_size,
                             .runs_again = true};
    llk_trap_install(&trap);
#endif
    enum coop_end end = REAL(stx_coop_run)(coop);
    print_events();
    printf("@l1 %08lx\n", (unsigned long)hash_of(core->l1, core->l1_size));
    return end;
}
