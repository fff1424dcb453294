/* SPDX-License-Identifier: Apache-2.0
 *
 * guard.c - coop_guard() for programs in QEMU: an overflowing stack overwrites the memory below it
 * until it reaches addresses without memory, or code, which is read-only while threads run. The
 * trap then prints the name of the thread and ends the program. It uses a console of its own,
 * because the C library's data below the stacks may be overwritten. */
#include "coop/coop.h"
#include "coop/say.h"

enum { SYS_WRITE0 = 0x04, SYS_EXIT_EXTENDED = 0x20, APPLICATION_EXIT = 0x20026, EXIT_FAULT = 1 };

/* guard.S */
void stx_guard_enable(uintptr_t code, uintptr_t end, const struct coop *coop);
void stx_guard_disable(void);
uintptr_t stx_guard_vector(void);
extern const char stx_guard_entry[];
long stx_guard_semihost(long operation, const void *block);
void stx_guard_trap(const struct coop *coop, uintptr_t sp, uintptr_t pc, uintptr_t cause,
                    uintptr_t value);

/* The place of the code is from linker/sections.ld; the trap handler is picolibc's. */
extern const char stx_code[] __attribute__((weak)), stx_code_end[] __attribute__((weak));
extern const char picolibc_trap[] __asm__("_trap") __attribute__((weak));

static void print(void *ctx, const char *text) {
    (void)ctx;
    (void)stx_guard_semihost(SYS_WRITE0, text);
}

static void say_thread(const struct out *out, const struct coop_thread *thread) {
    say(out, "thread ");
    say_decimal(out, thread->tensix);
    say(out, " ");
    say(out, thread->name);
}

static void say_overflow(const struct out *out, const struct coop_thread *thread) {
    say(out, "fault: ");
    say_thread(out, thread);
    say(out, ": has overflowed its stack of ");
    say_decimal(out, COOP_STACK_BYTES);
    say(out, " bytes (COOP_STACK_BYTES)\n");
}

static void say_exception(const struct out *out, uintptr_t cause, uintptr_t value, uintptr_t pc) {
    say(out, "fault: exception, cause ");
    say_decimal(out, (uint32_t)cause);
    say(out, ", value ");
    say_hex(out, (uint32_t)value);
    say(out, ", pc ");
    say_hex(out, (uint32_t)pc);
}

/* coop is the run, or NULL if no threads run. It lies above the stacks and is not overwritten. */
void stx_guard_trap(const struct coop *coop, uintptr_t sp, uintptr_t pc, uintptr_t cause,
                    uintptr_t value) {
    static const uintptr_t end[] = {APPLICATION_EXIT, EXIT_FAULT};
    const struct out out = {print, NULL};
    if (coop && sp - (uintptr_t)coop->stack[coop->current] >= COOP_STACK_BYTES) {
        say_overflow(&out, &coop->thread[coop->current]);
    } else {
        say_exception(&out, cause, value, pc);
        if (coop) {
            say(&out, ", ");
            say_thread(&out, &coop->thread[coop->current]);
        }
        say(&out, "\n");
    }
    (void)stx_guard_semihost(SYS_EXIT_EXTENDED, end);
}

/* A program that has its own trap vector keeps it. */
void coop_guard(struct coop *coop, bool begin) {
    const uintptr_t vector = stx_guard_vector(), own = (uintptr_t)stx_guard_entry;
    if (begin && (!vector || vector == (uintptr_t)picolibc_trap || vector == own)) {
        stx_guard_enable((uintptr_t)stx_code, (uintptr_t)stx_code_end, coop);
    } else if (!begin && vector == own) {
        stx_guard_disable();
    }
}
