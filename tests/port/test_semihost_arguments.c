/* SPDX-License-Identifier: Apache-2.0
 *
 * test_semihost_arguments.c - the words of a command line, as programs in QEMU get them. */
#include <stdbool.h>
#include <string.h>

#include "../../port/semihost/arguments.c"
#include "test.h"

enum { MOST = 4 };
static char line[32];
static char *argv[MOST + 1];
static char beyond;

static int split(const char *text) {
    strcpy(line, text);
    memset(argv, 0xFF, sizeof argv);
    argv[MOST] = &beyond;
    return stx_semihost_arguments(line, argv, MOST);
}

static bool are(const char *first, const char *second) {
    return strcmp(argv[1], first) == 0 && strcmp(argv[2], second) == 0 && argv[3] == NULL;
}

TEST(words_are_told_apart_by_blanks) {
    CHECK_EQ(split("ab  c"), 3);
    CHECK(argv[0][0] && are("ab", "c"));
    CHECK_EQ(split("  ab c  "), 3);
    CHECK(are("ab", "c"));
    CHECK_EQ(split("ab"), 2);
    CHECK(strcmp(argv[1], "ab") == 0 && argv[2] == NULL);
}

TEST(a_line_without_words_has_the_name_alone) {
    CHECK_EQ(split(""), 1);
    CHECK(argv[1] == NULL);
    CHECK_EQ(split("   "), 1);
    CHECK(argv[1] == NULL);
}

TEST(words_that_do_not_fit_are_left_out) {
    CHECK_EQ(split("a b c d"), 3);
    CHECK(are("a", "b") && argv[MOST] == &beyond);
}

int main(void) {
    RUN(words_are_told_apart_by_blanks);
    RUN(a_line_without_words_has_the_name_alone);
    RUN(words_that_do_not_fit_are_left_out);
    return test_summary();
}
