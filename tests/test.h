/* SPDX-License-Identifier: Apache-2.0
 *
 * test.h - the whole test framework: it must run freestanding in QEMU as well as on the host.
 *
 *   TEST(addition_wraps_at_64) { CHECK_EQ(add(63, 1), 0); }
 *   int main(void) { RUN(addition_wraps_at_64); return test_summary(); }
 *
 * A test is one claim; it fails at its first failing check. */
#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#include "softensix/config.h"

static unsigned test_passed, test_failed;
static int test_bad;

#define TEST(name) static void name(void)
#define RUN(name) (test_bad = 0, name(), test_note(#name))
/* For claims about what some configurations lack. Where they run is told, so that the stages
 * together can be asked whether each ran in one of them (tools/test_all.py). */
#define HERE(what) printf("here: %s\n", what)
#define ELSEWHERE(what, needed) printf("elsewhere: %s: needs %s\n", what, needed)
#define RUN_IF(condition, name) \
    ((condition) ? (void)(HERE(#name), RUN(name)) : (void)ELSEWHERE(#name, #condition))

#define CHECK(condition)                                           \
    do {                                                           \
        if (!(condition)) {                                        \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            test_bad = 1;                                          \
            return;                                                \
        }                                                          \
    } while (0)

/* Integers up to 32 bits, printed in hexadecimal. */
#define CHECK_EQ(got, expected)                                                               \
    do {                                                                                      \
        uint32_t got_ = (uint32_t)(got), expected_ = (uint32_t)(expected);                    \
        if (got_ != expected_) {                                                              \
            printf("%s:%d: %s = %08" PRIx32 ", expected %08" PRIx32 "\n", __FILE__, __LINE__, \
                   #got, got_, expected_);                                                    \
            test_bad = 1;                                                                     \
            return;                                                                           \
        }                                                                                     \
    } while (0)

static inline void test_note(const char *name) {
    if (test_bad) {
        printf("FAIL %s\n", name);
        test_failed++;
    } else {
        test_passed++;
    }
}

static inline int test_summary(void) {
    printf("%u passed, %u failed\n", test_passed, test_failed);
    return test_failed != 0;
}

/* Seeded random numbers (xorshift32). */
static inline uint32_t test_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

#endif
