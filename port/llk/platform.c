/* SPDX-License-Identifier: Apache-2.0
 *
 * platform.c - implements include/llk/platform.h on the core that stx_bind() has bound. */
#include "llk/platform.h"

#include <stdio.h>

#include "coop/timing.h"
#include "llk/cfg_defines.h"
#include "llk/turn.h"

#include "softensix/isa.h"
#include "softensix/listen.h"
#include "softensix/softensix.h"

/* Kernels write configuration with plain stores. Only the seed of the random numbers has a side
 * effect. */
static uint32_t seed;
static void notice_seed(struct stx_core *core, unsigned thread) {
    uint32_t now = core->cfg[0][PRNG_SEED_Seed_Val_ADDR32];
    if (now != seed) {
        seed = now;
        stx_mmio_write(core, thread, STX_CFG_WINDOW + 4 * PRNG_SEED_Seed_Val_ADDR32, now);
    }
}

/* The place in the kernel of each thread's last call, for the report of a run that failed. */
static const void *place[STX_THREADS];
#define NOTE_PLACE(thread) (place[(thread) % STX_THREADS] = __builtin_return_address(0))

const void *stx_llk_place(unsigned thread) {
    return place[thread % STX_THREADS];
}

void stx_llk_set_place(unsigned thread, const void *address) {
    place[thread % STX_THREADS] = address;
}

void llk_turn(struct llk_turn *kept) {
    for (unsigned i = 0; i < STX_THREADS; i++) {
        const void *other = kept->place[i];
        kept->place[i] = place[i];
        place[i] = other;
    }
    const uint32_t other = kept->seed;
    kept->seed = seed;
    seed = other;
    sfpi_turn(&kept->loan);
}

bool stx_llk_watched[256];

/* Not inlined: few opcodes are watched, and execute() is a part of each of its callers. */
__attribute__((noinline)) void stx_llk_tell_issued(unsigned thread, uint32_t word) {
    stx_tell(stx_bound(), &(const struct stx_event){
                              .kind = STX_EVENT_ISSUED, .thread = (uint8_t)thread, .word = word});
}

/* Executes a word that `from` is the place of. It is part of its two callers: most words of a
 * kernel come this way. */
static inline void execute(unsigned thread, uint32_t word, const char *from) {
    stx_llk_settle();
    if (STX_TRACE) {
        (void)stx_issue_from(stx_bound(), thread, word, from);
    } else {
        (void)stx_issue(stx_bound(), thread, word);
    }
    stx_llk_issued(thread, word);
}

#if STX_TRACE
enum { PLACES = 4096, PLACE_DIGITS = 8, TRIES = 16 };

/* Returns an address as text that stays valid, or NULL if there are too many addresses. */
const char *stx_llk_place_text(const void *address) {
    static struct {
        uint32_t address;
        char text[2 + PLACE_DIGITS + 1];
    } places[PLACES];
    uint32_t at = (uint32_t)(uintptr_t)address, i = at * 2654435761u / 65536u % PLACES, tries = 0;
    while (places[i].address && places[i].address != at && tries++ < TRIES) {
        i = (i + 1u) % PLACES;
    }
    if (!places[i].address) {
        places[i].address = at;
        snprintf(places[i].text, sizeof places[i].text, "0x%08lx", (unsigned long)at);
    }
    return places[i].address == at ? places[i].text : NULL;
}
#else
const char *stx_llk_place_text(const void *address) {
    (void)address;
    return NULL;
}
#endif

void stx_llk_execute(unsigned thread, uint32_t word) {
    execute(thread, word, stx_llk_place_text(stx_llk_place(thread)));
}

void stx_llk_issue(unsigned thread, uint32_t word) {
    coop_code_ends(thread);
    NOTE_PLACE(thread);
    notice_seed(stx_bound(), thread);
    execute(thread, word, stx_llk_place_text(stx_llk_place(thread)));
    coop_code_begins(thread);
}

uint32_t stx_llk_read(unsigned thread, uint32_t address) {
    coop_code_ends(thread);
    NOTE_PLACE(thread);
    stx_llk_settle();
    uint32_t value = stx_mmio_read(stx_bound(), thread, address);
    coop_code_begins(thread);
    return value;
}

void stx_llk_write(unsigned thread, uint32_t address, uint32_t value) {
    coop_code_ends(thread);
    NOTE_PLACE(thread);
    stx_llk_settle();
    stx_mmio_write(stx_bound(), thread, address, value);
    coop_code_begins(thread);
}

void stx_llk_yield(unsigned thread) {
    coop_code_ends(thread);
    struct stx_core *core = stx_bound();
    if (core->port.yield) {
        core->port.yield(core->port.ctx, thread);
    }
    coop_code_begins(thread);
}

uint32_t stx_llk_semaphore_read(unsigned thread, unsigned index) {
    coop_code_ends(thread);
    NOTE_PLACE(thread);
    stx_poll(stx_bound(), thread, STX_SEMAPHORE_WINDOW + 4 * index);
    uint32_t value = stx_semaphore_read(stx_bound(), index);
    coop_code_begins(thread);
    return value;
}

void stx_llk_semaphore_post(unsigned index) {
    unsigned thread = coop_code_thread();
    coop_code_ends(thread);
    stx_semaphore_post(stx_bound(), index);
    coop_code_begins(thread);
}

void stx_llk_semaphore_get(unsigned index) {
    unsigned thread = coop_code_thread();
    coop_code_ends(thread);
    stx_semaphore_get(stx_bound(), index);
    coop_code_begins(thread);
}

volatile uint32_t *stx_llk_gprs(unsigned thread) {
    return stx_bound()->gpr[thread];
}

volatile uint32_t *stx_llk_cfg(void) {
    return stx_bound()->cfg[0];
}

volatile uint32_t *stx_llk_mop_cfg(unsigned thread) {
    return stx_bound()->front[thread].mop_cfg;
}
