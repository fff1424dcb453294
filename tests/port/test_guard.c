/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * test_guard.c - what a trap in QEMU says (port/qemu-virt), and when traps are taken at all. */
#include <string.h>

#include "../../port/qemu-virt/guard.c"
#include "test.h"

const char stx_guard_entry[] = "entry", picolibc_trap[] = "trap";
const char stx_code[] = "code", stx_code_end[] = "end";
static struct coop coop;
static char said[400];
static uintptr_t vector, enabled_code, enabled_end, ended[3];
static const struct coop *guarded;

void stx_guard_enable(uintptr_t code, uintptr_t end, const struct coop *given) {
    enabled_code = code;
    enabled_end = end;
    guarded = given;
    vector = (uintptr_t)stx_guard_entry;
}

void stx_guard_disable(void) {
    guarded = NULL;
}

uintptr_t stx_guard_vector(void) {
    return vector;
}

/* RISC-V semihosting: 4 writes text up to a 0, 0x20 ends the program with a reason and a status. */
long stx_guard_semihost(long operation, const void *block) {
    if (operation == 4) {
        strncat(said, block, sizeof said - strlen(said) - 1);
    } else {
        const uintptr_t *words = block;
        ended[0] = (uintptr_t)operation;
        ended[1] = words[0];
        ended[2] = words[1];
    }
    return 0;
}

static void trap(const struct coop *given, uintptr_t sp) {
    memset(ended, 0, sizeof ended);
    said[0] = 0;
    stx_guard_trap(given, sp, 0x80001234u, 7, 0xFFE00100u);
}

static bool ended_with_1(void) {
    return ended[0] == 0x20 && ended[1] == 0x20026 && ended[2] == 1;
}

static void two_threads(void) {
    memset(&coop, 0, sizeof coop);
    coop.thread[0].name = "unpack";
    coop.thread[1].name = "pack";
    coop.thread[1].tensix = 2;
    coop.current = 1;
}

TEST(an_overflow_names_the_thread_and_its_stack) {
    char wanted[100];
    two_threads();
    snprintf(wanted, sizeof wanted,
             "fault: thread 2 pack: has overflowed its stack of %lu bytes (COOP_STACK_BYTES)\n",
             (unsigned long)COOP_STACK_BYTES);
    const uintptr_t stack = (uintptr_t)coop.stack[1];
    const uintptr_t outside[] = {stack - 1, stack - 30000, stack + COOP_STACK_BYTES};
    for (unsigned i = 0; i < 3; i++) {
        trap(&coop, outside[i]);
        CHECK(strcmp(said, wanted) == 0 && ended_with_1());
    }
}

TEST(another_trap_says_cause_value_and_place) {
    static const char what[] = "fault: exception, cause 7, value 0xffe00100, pc 0x80001234";
    char wanted[100];
    two_threads();
    snprintf(wanted, sizeof wanted, "%s, thread 2 pack\n", what);
    const uintptr_t stack = (uintptr_t)coop.stack[1];
    const uintptr_t inside[] = {stack, stack + COOP_STACK_BYTES - 1};
    for (unsigned i = 0; i < 2; i++) {
        trap(&coop, inside[i]);
        CHECK(strcmp(said, wanted) == 0 && ended_with_1());
    }
    trap(NULL, 0);
    snprintf(wanted, sizeof wanted, "%s\n", what);
    CHECK(strcmp(said, wanted) == 0 && ended_with_1());
}

TEST(a_vector_of_the_program_is_left_alone) {
    const uintptr_t ours[] = {0, (uintptr_t)picolibc_trap, (uintptr_t)stx_guard_entry};
    for (unsigned i = 0; i < 3; i++) {
        vector = ours[i];
        guarded = NULL;
        enabled_code = enabled_end = 0;
        coop_guard(&coop, true);
        CHECK(guarded == &coop && enabled_code == (uintptr_t)stx_code);
        CHECK(enabled_end == (uintptr_t)stx_code_end);
        coop_guard(&coop, false);
        CHECK(guarded == NULL);
    }
    vector = (uintptr_t)said;
    coop_guard(&coop, true);
    CHECK(guarded == NULL);
    guarded = &coop;
    coop_guard(&coop, false);
    CHECK(guarded == &coop);
}

int main(void) {
    RUN(an_overflow_names_the_thread_and_its_stack);
    RUN(another_trap_says_cause_value_and_place);
    RUN(a_vector_of_the_program_is_left_alone);
    return test_summary();
}
