/* SPDX-License-Identifier: Apache-2.0
 *
 * trap.c - executes words and accesses that have trapped. */
#include "trap/trap.h"

enum { ILLEGAL = 2, LOAD_FAULT = 5, STORE_FAULT = 7, LOAD_PAGE_FAULT = 13, STORE_PAGE_FAULT = 15 };
enum { A0 = 10 };
enum { HELD = 32 };

/* The words of a thread. While one of them runs, an interrupt may come whose handler has words of
 * its own: these are held back, since the core is in the middle of something. A thread that waits
 * lets other threads run, but not itself. Only handlers of interrupts put words there, with
 * interrupts off, and only the thread takes them. */
struct words {
    bool busy;
    uint32_t held[HELD];
    volatile unsigned put;
    unsigned taken;
    uintptr_t place;
};

static struct {
    struct stx_core *core;
    unsigned (*thread)(void *ctx);
    void *ctx;
    struct words of[STX_THREADS];
} trap;

/* A trap that is being handled. */
struct handled {
    struct stx_trap_frame *frame;
    const struct stx_trap_mode *mode;
    bool below;
    unsigned thread;
};

uintptr_t stx_trap_begin(struct stx_core *core, uintptr_t previous) {
    trap.core = core;
    for (unsigned i = 0; i < STX_THREADS; i++) {
        trap.of[i] = (struct words){0};
    }
    return previous;
}

void stx_trap_threads(unsigned (*thread)(void *ctx), void *ctx) {
    trap.thread = thread;
    trap.ctx = ctx;
}

uintptr_t stx_trap_place(unsigned thread) {
    return thread < STX_THREADS ? trap.of[thread].place : 0;
}

static unsigned running(void) {
    unsigned thread = trap.thread ? trap.thread(trap.ctx) : 0;
    return thread < STX_THREADS ? thread : 0;
}

static void hold(unsigned thread, uint32_t word) {
    struct words *w = &trap.of[thread];
    if (w->put - w->taken < HELD) {
        w->held[w->put % HELD] = word;
        w->put = w->put + 1;
    } else {
        stx_raise(trap.core, STX_RULE_WORD_PENDING, thread, word);
    }
}

/* Interrupts may come while a word runs, and other threads may go on. */
static void issue(unsigned thread, uint32_t word) {
    if (stx_issue(trap.core, thread, word) == STX_WAIT) {
        stx_abandon(trap.core, thread, NULL);
    }
}

static void issue_held(unsigned thread) {
    struct words *w = &trap.of[thread];
    while (w->put != w->taken) {
        issue(thread, w->held[w->taken % HELD]);
        w->taken++;
    }
}

static void begin(const struct handled *h) {
    trap.of[h->thread].busy = true;
    h->mode->enable(h->frame);
}

static void end(const struct handled *h) {
    h->mode->disable();
    while (trap.of[h->thread].put != trap.of[h->thread].taken) {
        h->mode->enable(h->frame);
        issue_held(h->thread);
        h->mode->disable();
    }
    trap.of[h->thread].busy = false;
}

static void execute(const struct handled *h, uint32_t word) {
    if (trap.of[h->thread].busy) {
        hold(h->thread, word);
        return;
    }
    begin(h);
    issue(h->thread, word);
    end(h);
}

/* A load or store, of which a busy thread's cannot wait. */
static uint32_t access_register(const struct handled *h, uint32_t address, bool stores,
                                uint32_t value) {
    if (trap.of[h->thread].busy) {
        stx_raise(trap.core, STX_RULE_WORD_PENDING, h->thread, address);
        return 0;
    }
    begin(h);
    if (stores) {
        stx_mmio_write(trap.core, h->thread, address, value);
    } else {
        value = stx_mmio_read(trap.core, h->thread, address);
    }
    end(h);
    return value;
}

static uint32_t half_at(const struct handled *h, uintptr_t pc) {
    return h->below ? h->mode->fetch(pc) : *(const uint16_t *)pc;
}

static uint32_t instruction(const struct handled *h) {
    uint32_t low = half_at(h, h->frame->pc);
    return (low & 3u) == 3u ? low | half_at(h, h->frame->pc + 2) << 16 : low;
}

#ifdef __riscv_compressed
/* Words would be instructions of the core's own. */
static bool words(const struct handled *h) {
    (void)h;
    (void)execute;
    return false;
}
#else
/* mtval cannot replace this: it has 16 bits of what looks like a compressed instruction. */
static uint32_t parcel_below(const struct handled *h) {
    return h->mode->fetch(h->frame->pc) | h->mode->fetch(h->frame->pc + 2) << 16;
}

/* Memory that holds 0 is no word that anybody meant. */
static bool is_word(uint32_t parcel) {
    return parcel && stx_trap_is_word(parcel);
}

/* Words that follow one another in the program. */
static void run(const struct handled *h) {
    const uint32_t *code = (const uint32_t *)h->frame->pc;
    struct words *w = &trap.of[h->thread];
    begin(h);
    do {
        w->place = (uintptr_t)code;
        h->frame->pc = (uintptr_t)(code + 1);
        issue(h->thread, stx_trap_word(*code));
        if (w->put != w->taken) {
            issue_held(h->thread);
        }
        code++;
    } while (is_word(*code));
    end(h);
}

/* Of a less privileged mode only the word that has trapped: it may not be allowed to execute what
 * follows, or that may not be memory. */
static bool words(const struct handled *h) {
    struct stx_trap_frame *frame = h->frame;
    if (frame->pc % 4) {
        return false;
    }
    uint32_t parcel = h->below ? parcel_below(h) : *(const uint32_t *)frame->pc;
    if (!is_word(parcel)) {
        return false;
    }
    if (h->below || trap.of[h->thread].busy) {
        trap.of[h->thread].place = frame->pc;
        frame->pc += 4;
        execute(h, stx_trap_word(parcel));
    } else {
        run(h);
    }
    return true;
}
#endif

static bool probe_or_words(const struct handled *h) {
    extern const char stx_coprocessor_probed[];
    if (h->frame->pc == (uintptr_t)stx_coprocessor_probed) {
        h->frame->x[A0] = false;
        h->frame->pc += 4;
        return true;
    }
    return words(h);
}

/* True for the address of a register; RV64 may have extended its sign. */
static bool is_register(const struct stx_trap_access *a) {
    uintptr_t high = a->address >> 16 >> 16;
    return (!high || high == UINTPTR_MAX >> 16 >> 16) && a->bytes == 4 && a->address % 4 == 0 &&
           stx_mmio_has(trap.core, (uint32_t)a->address);
}

static bool access(const struct handled *h) {
    const struct stx_trap_access a = stx_trap_decode(instruction(h), h->frame->x);
    const uint32_t address = (uint32_t)a.address;
    if (!is_register(&a)) {
        return false;
    }
    trap.of[h->thread].place = h->frame->pc;
    h->frame->pc += a.length;
    if (!a.store) {
        stx_trap_loaded(h->frame, &a, access_register(h, address, false, 0));
    } else if (address == STX_ISSUE_WINDOW) {
        execute(h, stx_trap_stored(h->frame, &a));
    } else {
        (void)access_register(h, address, true, stx_trap_stored(h->frame, &a));
    }
    return true;
}

bool stx_trap_handle(struct stx_trap_frame *frame, const struct stx_trap_mode *mode, bool below) {
    const struct handled h = {frame, mode, below, running()};
    switch (frame->cause) {
    case ILLEGAL:
        return probe_or_words(&h);
    case LOAD_FAULT:
    case STORE_FAULT:
    case LOAD_PAGE_FAULT:
    case STORE_PAGE_FAULT:
        return access(&h);
    default:
        return false;
    }
}

/* stx_misused() may end in a trap itself, which is told only once. */
static void stop(void) {
    static volatile bool told;
    if (!told) {
        told = true;
        stx_misused("a trap that the program does not handle (stx_trap_next_machine)");
    }
    for (;;) {
    }
}

__attribute__((weak)) void stx_trap_next_machine(void) {
    stop();
}
__attribute__((weak)) void stx_trap_next_supervisor(void) {
    stop();
}
