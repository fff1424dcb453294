/* SPDX-License-Identifier: Apache-2.0
 *
 * Closed pages below the stacks of threads: only while they run, and only for overflows. On a host;
 * elsewhere there is nothing to be seen from inside. */
#define _GNU_SOURCE
#include "coop/coop.h"
#include "test.h"

#ifdef __unix__
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

static struct stx_core core[2];
static struct coop coop[2];
static unsigned char *closed; /* a page of the test's own */
static unsigned own_signals;

static void on_signal(int number, siginfo_t *info, void *context) {
    (void)number;
    (void)context;
    own_signals += info->si_addr == closed;
    mprotect(closed, 4096, PROT_READ | PROT_WRITE);
}

static unsigned deep(unsigned left) {
    volatile unsigned char kept[1000];
    kept[0] = (unsigned char)left;
    return left ? deep(left - 1) + kept[0] : 0;
}

static void overflows(void *argument) {
    *(volatile unsigned *)argument = deep(1000);
}

static void writes_to_the_closed_page(void *argument) {
    (void)argument;
    *(volatile unsigned char *)closed = 7;
}

/* As an array on the stack does whose low end lies below the stack pointer's last value. */
static void writes_below_its_stack_pointer(void *argument) {
    uintptr_t behind = (uintptr_t)coop[0].stack[coop[0].current] + COOP_GUARD_BYTES + 4095;
    (void)argument;
    *(volatile unsigned char *)(behind & ~(uintptr_t)4095) = 7;
}

static void does_nothing(void *argument) {
    (void)argument;
}

static enum coop_end run_one(unsigned i, void (*run)(void *)) {
    unsigned sum;
    coop_start(&coop[i], &core[i], NULL, 0);
    coop_add(&coop[i], "unpack", 0, does_nothing, NULL);
    coop_add(&coop[i], "only", 0, run, &sum);
    return coop_run(&coop[i]);
}

TEST(pages_are_open_again_after_a_run) {
    CHECK_EQ(run_one(0, does_nothing), COOP_DONE);
    memset(coop[0].stack, 0, sizeof coop[0].stack);
    CHECK_EQ(run_one(0, overflows), COOP_STOPPED);
    memset(coop[0].stack, 0, sizeof coop[0].stack);
    CHECK_EQ(run_one(0, does_nothing), COOP_DONE);
}

TEST(the_address_tells_of_an_overflow_too) {
    CHECK_EQ(run_one(0, writes_below_its_stack_pointer), COOP_STOPPED);
    CHECK_EQ(stx_last_fault(&core[0])->rule, STX_RULE_STACK_OVERFLOW);
}

TEST(other_faults_go_to_the_program_s_own_handler) {
    struct sigaction action = {.sa_flags = SA_SIGINFO};
    action.sa_sigaction = on_signal;
    sigaction(SIGSEGV, &action, NULL);
    for (unsigned i = 1; i <= 3; i++) {
        closed = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        CHECK_EQ(run_one(0, writes_to_the_closed_page), COOP_DONE);
        CHECK_EQ(own_signals, i);
        CHECK_EQ(*closed, 7);
        CHECK_EQ(run_one(0, overflows), COOP_STOPPED);
        CHECK_EQ(own_signals, i);
        munmap(closed, 4096);
    }
}

static void *overflow_often(void *argument) {
    unsigned i = *(const unsigned *)argument, stopped = 0;
    for (unsigned n = 0; n < 200; n++) {
        bool bad = n % 2;
        stopped += run_one(i, bad ? overflows : does_nothing) == COOP_STOPPED &&
                   stx_last_fault(&core[i])->rule == STX_RULE_STACK_OVERFLOW;
    }
    return (void *)(uintptr_t)stopped;
}

TEST(two_threads_of_a_program_have_guards_of_their_own) {
    static const unsigned number[2] = {0, 1};
    pthread_t thread[2];
    void *stopped;
    for (unsigned i = 0; i < 2; i++) {
        CHECK_EQ(pthread_create(&thread[i], NULL, overflow_often, (void *)(uintptr_t)&number[i]),
                 0);
    }
    for (unsigned i = 0; i < 2; i++) {
        pthread_join(thread[i], &stopped);
        CHECK_EQ((uintptr_t)stopped, 100);
    }
}

int main(void) {
    HERE("guard pages");
    RUN(pages_are_open_again_after_a_run);
    RUN(the_address_tells_of_an_overflow_too);
    RUN(other_faults_go_to_the_program_s_own_handler);
    RUN(two_threads_of_a_program_have_guards_of_their_own);
    return test_summary();
}
#else
int main(void) {
    ELSEWHERE("guard pages", "__unix__");
    return test_summary();
}
#endif
