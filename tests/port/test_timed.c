/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * test_timed.c - the arguments of a program behind its own: name, file of lines, parameters of the
 * time model. */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "leave.h"
#include "test.h"

#define exit leave
#include "../../port/llk/timed.c"
#undef exit

static bool possible;
static unsigned options, ends, sites, begins;
static stx_print lines_print;
static void *lines_to;

bool coop_time(struct coop *coop, stx_print to, void *ctx) {
    (void)coop;
    (void)to;
    begins += ctx == NULL;
    return possible;
}

const char *coop_time_option(const char *text) {
    options++;
    return strcmp(text, "BAD=1") == 0 ? "no such parameter" : NULL;
}

void coop_time_lines(stx_print to, void *ctx) {
    lines_print = to;
    lines_to = ctx;
}

void coop_time_end(const char *run, stx_print to, void *ctx) {
    ends += strcmp(run, "a name") == 0 && ctx == NULL;
    to(ctx, "");
}

void coop_time_sites(unsigned most, stx_print to, void *ctx) {
    sites += most == STX_TIME_SITES && ctx == NULL && ends == 1;
    to(ctx, "");
}

static int begin(int count, const char *const *arguments) {
    char *argv[4] = {NULL};
    for (int i = 0; i < count; i++) {
        argv[i] = (char *)(uintptr_t)arguments[i];
    }
    name = NULL;
    lines = NULL;
    possible = true;
    options = ends = sites = begins = 0;
    lines_to = NULL;
    int status = setjmp(refused);
    if (status == 0) {
        timed_begin(NULL, count, argv);
    }
    return status;
}

TEST(without_a_name_no_time_is_told) {
    CHECK_EQ(begin(0, NULL), 0);
    timed_end();
    CHECK(begins == 0 && ends == 0 && sites == 0);
}

TEST(a_name_alone_is_enough) {
    CHECK_EQ(begin(1, (const char *const[]){"a name"}), 0);
    CHECK(begins == 1 && options == 0 && !lines_to);
    timed_end();
    CHECK(ends == 1 && sites == 1);
}

TEST(a_dash_stands_for_no_lines) {
    CHECK_EQ(begin(4, (const char *const[]){"a name", "-", "A=1", "B=2"}), 0);
    CHECK(options == 2 && !lines_to);
    timed_end();
    CHECK_EQ(ends, 1);
}

TEST(lines_go_to_their_file) {
    char text[16] = "", path[] = "build/test-timed-XXXXXX";
    int made = mkstemp(path);
    CHECK(made >= 0);
    CHECK_EQ(begin(2, (const char *const[]){"a name", path}), 0);
    CHECK(options == 0 && lines_to && lines_print);
    lines_print(lines_to, "a line\n");
    timed_end();
    FILE *f = fopen(path, "r");
    CHECK(f && fgets(text, sizeof text, f) && strcmp(text, "a line\n") == 0);
    fclose(f);
    remove(path);
    CHECK_EQ(begin(2, (const char *const[]){"a name", "-x/no/where"}), 101);
}

TEST(a_wrong_parameter_ends_the_program) {
    CHECK_EQ(begin(4, (const char *const[]){"a name", "-", "A=1", "BAD=1"}), 101);
    CHECK_EQ(begin(4, (const char *const[]){"a name", "-", "BAD=1", "A=1"}), 101);
    CHECK_EQ(options, 1);
}

int main(void) {
    RUN(without_a_name_no_time_is_told);
    RUN(a_name_alone_is_enough);
    RUN(a_dash_stands_for_no_lines);
    RUN(lines_go_to_their_file);
    RUN(a_wrong_parameter_ends_the_program);
    return test_summary();
}
