/* SPDX-License-Identifier: Apache-2.0
 *
 * trap.c - carries out the traps of a kernel's RISC-V code, and reports invalid ones. */
#include "turn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coop/timing.h"
#include "llk/platform.h"
#include "softensix/softensix.h"
#include "trap/frame.h"

enum { EXIT_FAULT = 2, RA = 1, SP = 2 };
enum { CAUSE_FETCH_FAULT = 1, CAUSE_ILLEGAL = 2, CAUSE_LOAD_MISALIGNED = 4, CAUSE_STORE_FAULT = 7 };
enum { REGISTERS = STX_REGISTER_WINDOW, DEBUG_REGISTERS = STX_DEBUG_WINDOW, DEBUG_BYTES = 0x1000 };

static struct llk_trap *installed;

/* The low end of a stack in the form of a register of the memory protection, whose low bits give
 * the length of the block. */
static uint32_t protected_block(const void *at) {
    _Static_assert((COOP_CLOSED_BYTES & (COOP_CLOSED_BYTES - 1)) == 0, "a power of two");
    return (uint32_t)(uintptr_t)at >> 2 | (COOP_CLOSED_BYTES / 8u - 1u);
}

void llk_trap_install(struct llk_trap *trap) {
    static const uint8_t nothing[COOP_CLOSED_BYTES] __attribute__((aligned(COOP_CLOSED_BYTES)));
    uint32_t guards[STX_THREADS];
    for (unsigned i = 0; i < STX_THREADS; i++) {
        guards[i] = protected_block(trap->runs_again ? nothing : trap->coop->stack[i]);
    }
    installed = trap;
    llk_trap_enable(guards);
}

void llk_trap_select(struct llk_trap *trap) {
    installed = trap;
}

static const struct coop_thread *running(void) {
    return &installed->coop->thread[installed->coop->current];
}

unsigned llk_trap_thread(void) {
    return running()->tensix;
}

/* Records the place of the running code. Returns the name of the reader or writer to which it
 * belongs, or NULL if it is a thread's. */
static const char *note_place(uint32_t pc) {
    const void *place = (const void *)(uintptr_t)pc;
    const char *beside = installed->beside ? installed->beside(place) : NULL;
    if (!beside) {
        stx_llk_set_place(running()->tensix, place);
    }
    return beside;
}

void llk_trap_stop(const struct stx_trap_frame *frame, const char *what) {
    const struct stx_fault fault = {.kind = STX_FAULT_ILLEGAL, .what = what};
    const char *beside = installed->beside ? installed->beside(NULL) : NULL;
    printf("fault: %s%s%s, pc 0x%08lx", beside ? beside : "", beside ? ": " : "", what,
           (unsigned long)frame->pc);
    if (!beside) {
        printf(", thread %u %s", running()->tensix, running()->name);
    }
    printf("\n");
    (void)coop_fault(installed->coop, &fault);
    exit(EXIT_FAULT); /* no thread was running */
}

/* On a board with little memory a word that accesses L1 below the part that there is traps in the
 * library; the place of its thread is known. */
static void stop_word_below(const struct stx_trap_frame *frame, uint32_t address) {
    uint32_t of_word = address - (uint32_t)(uintptr_t)installed->l1;
    char what[96];
    if (of_word < installed->l1_first) {
        snprintf(what, sizeof what, "L1 address 0x%08lx of a word; this board has 0x%lx to 0x%lx",
                 (unsigned long)of_word, (unsigned long)installed->l1_first,
                 (unsigned long)installed->l1_size - 1);
        llk_trap_stop(frame, what);
    }
}

static void stop_access(const struct stx_trap_frame *frame, const struct stx_trap_access *a) {
    bool is_register = a->address >= REGISTERS;
    char what[96];
    snprintf(what, sizeof what, "%s of %u bytes at 0x%08lx, %s", a->store ? "store" : "load",
             a->bytes, (unsigned long)a->address,
             is_register ? "where no register of the coprocessor is" : "outside L1");
    llk_trap_stop(frame, what);
}

static void stop_cause(const struct stx_trap_frame *frame, uint32_t cause, uint32_t value) {
    static const char *const names[] = {
        "instruction address misaligned",  "no code at this address", "illegal instruction",
        "breakpoint (a failed assertion)", "load address misaligned", "load access fault",
        "store address misaligned",        "store access fault"};
    char what[96];
    snprintf(what, sizeof what, "%s, cause %lu, value 0x%08lx",
             cause < sizeof names / sizeof *names ? names[cause] : "exception",
             (unsigned long)cause, (unsigned long)value);
    llk_trap_stop(frame, what);
}

/* Readers and writers read the same words over and over because they work on them. When they wait,
 * they do so in calls that give way, so only a loop without such calls reaches this many loads. */
enum { BESIDE = STX_THREADS, TIMES_BESIDE = 1 << 16 };

/* A loop that reads the same few addresses waits for another thread, which must be given a turn. A
 * thread that makes progress reads new addresses or writes. */
static void notice_load(unsigned who, uint32_t address) {
    struct llk_loads *loads = &installed->loads[who];
    bool again = false;
    for (unsigned i = 0; i < 8; i++) {
        again = again || loads->address[i] == address;
    }
    if (again) {
        loads->times += loads->times < TIMES_BESIDE;
        if (who != BESIDE || loads->times == TIMES_BESIDE) {
            stx_poll(installed->core, who, address);
        }
        return;
    }
    loads->address[loads->next++ % 8] = address;
    loads->times = 0;
    coop_progress(installed->coop);
}

static void access_l1(struct stx_trap_frame *frame, unsigned who, const struct stx_trap_access *a) {
    uint8_t *at = installed->l1 + a->address;
    uint32_t value = 0;
    if (who != BESIDE) {
        stx_l1_accessed(installed->core, who, a->address, a->bytes, a->store);
    }
    if (a->store) {
        value = stx_trap_stored(frame, a);
        memcpy(at, &value, a->bytes);
        installed->loads[who].times = 0;
        coop_progress(installed->coop);
        return;
    }
    notice_load(who, a->address);
    memcpy(&value, at, a->bytes);
    stx_trap_loaded(frame, a, value);
}

/* Where each thread's code went on after its last word or access to a register. Accesses to L1 trap
 * in some runs only. */
static uint32_t went_on[STX_THREADS];

/* Tells the time model of the code that was executed since then, up to the instruction at pc, and
 * of its divisions: if it is a straight piece, no longer than a loop that the compiler has
 * unrolled. Otherwise only the instruction is known. */
static void weigh(unsigned thread, uint32_t pc, uint32_t length) {
    enum { LONGEST = 1024, BRANCHES = 0x63, DIVISIONS_MASK = 0xFE00407F, DIVISIONS = 0x02004033 };
    unsigned divisions = 0;
    uint32_t from = pc - went_on[thread] <= LONGEST ? went_on[thread] : pc;
    if (!coop_timed()) {
        return;
    }
    for (uint32_t at = from; at != pc; at += 4) {
        uint32_t instruction = stx_trap_instruction(at);
        divisions += (instruction & DIVISIONS_MASK) == DIVISIONS;
        if ((instruction & 0x73u) == BRANCHES) {
            from = pc;
            divisions = 0;
            break;
        }
    }
    went_on[thread] = pc + length;
    coop_code_executed(thread, from, pc + 4u);
    coop_code_divides(thread, divisions);
}

/* Words with operands that are known only at run time are stored there. */
static bool is_word(uint32_t address) {
    return address - STX_ISSUE_WINDOW < STX_ISSUE_WORDS * 4u;
}

static void access_register(struct stx_trap_frame *frame, unsigned who,
                            const struct stx_trap_access *a) {
    unsigned thread = running()->tensix;
    weigh(thread, frame->pc, a->length);
    stx_llk_settle();
    if (a->store) {
        const uint32_t value = stx_trap_stored(frame, a);
        stx_mmio_write(installed->core, thread, a->address, value);
        if (is_word(a->address)) {
            stx_llk_issued(thread, value);
        }
        return;
    }
    if (a->address - DEBUG_REGISTERS >= DEBUG_BYTES) { /* every read of the clock changes it */
        notice_load(who, a->address);
    }
    stx_trap_loaded(frame, a, stx_mmio_read(installed->core, thread, a->address));
}

static bool in_l1(const struct stx_trap_access *a) {
    return a->address >= installed->l1_first && a->address < installed->l1_size &&
           installed->l1_size - a->address >= a->bytes;
}

/* The last trap was in code of a reader or writer, which runs while a thread waits and takes none
 * of its time. */
static bool was_beside;

/* Carries out a load or store that trapped. False if the instruction is neither. */
static bool access(struct stx_trap_frame *frame) {
    const struct stx_trap_access a = stx_trap_decode(stx_trap_instruction(frame->pc), frame->x);
    if (!a.bytes) {
        return false;
    }
    stop_word_below(frame, (uint32_t)a.address);
    was_beside = note_place(frame->pc + a.length);
    unsigned who = was_beside ? BESIDE : running()->tensix;
    if (in_l1(&a)) {
        access_l1(frame, who, &a);
    } else if (stx_mmio_has(installed->core, a.address) && a.address % 4 == 0 && a.bytes == 4) {
        access_register(frame, who, &a);
    } else {
        stop_access(frame, &a);
    }
    frame->pc += a.length;
    return true;
}

/* Only in code without the C extension. */
static bool tensix(struct stx_trap_frame *frame, unsigned thread) {
#ifdef __riscv_compressed
    (void)frame;
    (void)thread;
    return false;
#else
    uint32_t parcel = *(const uint32_t *)(uintptr_t)frame->pc;
    if (!stx_trap_is_word(parcel)) {
        return false;
    }
    weigh(thread, frame->pc, 4);
    frame->pc += 4;
    stx_llk_set_place(thread, (const void *)(uintptr_t)frame->pc);
    stx_llk_execute(thread, stx_trap_word(parcel));
    return true;
#endif
}

/* Code in user mode has a stack elsewhere. */
static void notice_stack(const struct stx_trap_frame *frame, unsigned thread) {
    const unsigned char *stack = installed->coop->stack[installed->coop->current];
    uint32_t used = (uint32_t)(uintptr_t)stack + COOP_STACK_BYTES - frame->x[SP];
    if (used <= COOP_STACK_BYTES && used > installed->deepest[thread].bytes) {
        installed->deepest[thread].bytes = used;
        installed->deepest[thread].pc = frame->pc;
    }
}

uint32_t llk_trap_stack(unsigned thread, const void **place) {
    *place = (const void *)(uintptr_t)(installed->deepest[thread].pc + 2);
    return installed->deepest[thread].bytes;
}

static __attribute__((noinline)) void carry_out(struct stx_trap_frame *frame, uint32_t cause,
                                                uint32_t value, unsigned thread) {
    notice_stack(frame, thread);
    was_beside = false;
    bool done = cause == CAUSE_ILLEGAL ? tensix(frame, thread)
                : cause >= CAUSE_LOAD_MISALIGNED && cause <= CAUSE_STORE_FAULT ? access(frame)
                                                                               : false;
    if (!done) { /* code at an invalid address has no source line, but its caller has one */
        uint32_t place = cause <= CAUSE_FETCH_FAULT ? frame->x[RA] : frame->pc + 2;
        (void)note_place(place);
        stop_cause(frame, cause, value);
    }
}

/* The instructions of this function are known to coop/timing.c. */
void llk_trap(struct stx_trap_frame *frame, uint32_t cause, uint32_t value) {
    unsigned thread = running()->tensix;
    coop_code_traps(thread);
    carry_out(frame, cause, value, thread);
    if (!was_beside) {
        coop_code_resumes(thread);
    }
}

void llk_trap_without_stack(uint32_t pc, uint32_t sp) {
    const struct stx_trap_frame frame = {.pc = pc};
    char what[64];
    snprintf(what, sizeof what, "%s 0x%08lx",
             sp < coop_stack_limit - COOP_STACK_BYTES ? "no stack at" : "stack overflow, down to",
             (unsigned long)sp);
    (void)note_place(pc + 2);
    llk_trap_stop(&frame, what);
}
