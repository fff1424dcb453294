/* SPDX-License-Identifier: Apache-2.0
 *
 * Two threads of a host, each with a core of its own: words of the macros go to the core that the
 * same thread has named. */
#define _XOPEN_SOURCE 700
#include <pthread.h>
#include <sched.h>

#define STX_THREAD 0
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

enum { WORDS = 100000 };

static struct stx_core core[2];
static unsigned arrived;
static unsigned bound_right[2];

/* Each word of one thread while the other's are under way, too. */
static void *run(void *argument) {
    unsigned own = *(const unsigned *)argument;
    stx_bind(&core[own]);
    __atomic_add_fetch(&arrived, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&arrived, __ATOMIC_SEQ_CST) < 2) {
        sched_yield();
    }
    for (unsigned i = 0; i < WORDS; i++) {
        bound_right[own] += stx_bound() == &core[own];
        TTI_INCRWC(0, own + 1, 0, 0);
    }
    return NULL;
}

TEST(two_threads_of_a_host_have_a_core_each) {
    static const unsigned number[2] = {0, 1};
    pthread_t thread[2];
    for (unsigned i = 0; i < 2; i++) {
        stx_init(&core[i], NULL, 0, NULL);
        CHECK_EQ(pthread_create(&thread[i], NULL, run, (void *)(uintptr_t)&number[i]), 0);
    }
    for (unsigned i = 0; i < 2; i++) {
        pthread_join(thread[i], NULL);
    }
    for (unsigned i = 0; i < 2; i++) {
        CHECK_EQ(bound_right[i], WORDS);
        CHECK_EQ(core[i].retired, WORDS);
        CHECK_EQ(core[i].rwc[0].dst, WORDS * (i + 1) % 1024);
    }
}

static void *look(void *seen) {
    *(struct stx_core **)seen = stx_bound();
    return NULL;
}

TEST(a_thread_that_has_named_no_core_has_none) {
    struct stx_core *seen = &core[0];
    pthread_t thread;
    stx_bind(&core[1]);
    CHECK_EQ(pthread_create(&thread, NULL, look, &seen), 0);
    pthread_join(thread, NULL);
    CHECK(seen == NULL);
    CHECK(stx_bound() == &core[1]);
}

int main(void) {
    RUN(two_threads_of_a_host_have_a_core_each);
    RUN(a_thread_that_has_named_no_core_has_none);
    return test_summary();
}
