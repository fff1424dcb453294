/* SPDX-License-Identifier: Apache-2.0
 *
 * A program that cannot be right where there is no core which could record a fault: on a host it
 * ends by a trap, after a sentence on standard error. */
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define STX_THREAD 0
#include "softensix/softensix.h"
#include "softensix/tti.h"
#include "test.h"

static char said[400];

/* Runs it in a process of its own and keeps what that prints as an error. Did a signal end it? */
static bool trapped(void (*run)(void)) {
    int ends[2], status = 0;
    size_t length = 0;
    if (pipe(ends) != 0) {
        return false;
    }
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 2);
        run();
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t got = 1; got > 0; length += (size_t)got) {
        got = read(ends[0], said + length, sizeof said - 1 - length);
        got = got < 0 ? 0 : got;
    }
    said[length] = 0;
    close(ends[0]);
    return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status);
}

static void without_a_core(void) {
    stx_bind(NULL);
    TTI_NOP;
}

static void with_a_sentence(void) {
    stx_misused("one sentence");
}

TEST(a_word_without_a_core_traps_after_a_sentence) {
    CHECK(trapped(without_a_core));
    CHECK(strcmp(said,
                 "softensix: a word or register access has no core: call stx_bind() first\n") == 0);
}

TEST(a_sentence_stands_on_a_line_of_its_own) {
    CHECK(trapped(with_a_sentence));
    CHECK(strcmp(said, "one sentence\n") == 0);
}

int main(void) {
    RUN(a_word_without_a_core_traps_after_a_sentence);
    RUN(a_sentence_stands_on_a_line_of_its_own);
    return test_summary();
}
