/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * test_none.c - the functions of the C library that LIBC=none brings (port/none), beside those of
 * the host. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static unsigned long none_strtoul(const char *text, char **end, int base);
static void none_exit(int status), none_leave(int status);
static double none_fabs(double x), none_fmax(double x, double y), none_sqrt(double x);
static void *none_memcpy(void *to, const void *from, size_t bytes);
static void *none_memmove(void *to, const void *from, size_t bytes);
static void *none_memset(void *to, int value, size_t bytes);
static int none_memcmp(const void *a, const void *b, size_t bytes);
static size_t none_strlen(const char *text);
static char *none_strchr(const char *text, int c);
static size_t none_strcspn(const char *text, const char *stop);
static int none_strncmp(const char *a, const char *b, size_t bytes);
static int none_strcmp(const char *a, const char *b);
static char *none_strstr(const char *text, const char *part);
static char *none_strncat(char *to, const char *from, size_t bytes);
static char *none_strtok(char *text, const char *separators);

#define strtoul none_strtoul
#define exit none_exit
#define _exit none_leave
#include "../../port/none/stdlib.c"
#undef strtoul
#undef exit
#undef _exit

#define fabs none_fabs
#define fmax none_fmax
#define sqrt none_sqrt
#include "../../port/none/math.c"
#undef fabs
#undef fmax
#undef sqrt

#define memcpy none_memcpy
#define memmove none_memmove
#define memset none_memset
#define memcmp none_memcmp
#define strlen none_strlen
#define strchr none_strchr
#define strcspn none_strcspn
#define strncmp none_strncmp
#define strcmp none_strcmp
#define strstr none_strstr
#define strncat none_strncat
#define strtok none_strtok
#include "../../port/none/memory.c"
#include "../../port/none/string.c"
#undef memcpy
#undef memmove
#undef memset
#undef memcmp
#undef strlen
#undef strchr
#undef strcspn
#undef strncmp
#undef strcmp
#undef strstr
#undef strncat
#undef strtok

static jmp_buf end_of_program;

void stx_semihost_exit(int status) {
    longjmp(end_of_program, status + 1000);
}

TEST(numbers_are_read_as_on_the_host) {
    static const char *const texts[] = {"0",
                                        "7",
                                        "42x",
                                        " 42",
                                        "\t\r\n 42",
                                        "+5",
                                        "-5",
                                        "- 5",
                                        "0x1F",
                                        "0X1f",
                                        "0x",
                                        "0xg",
                                        "x1F",
                                        "017",
                                        "08",
                                        "19",
                                        "9",
                                        "z",
                                        "Zz",
                                        "abc",
                                        "ABC",
                                        "",
                                        "   ",
                                        "+",
                                        "-",
                                        "--5",
                                        "+-5",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "1844674407370955161",
                                        "99999999999999999999",
                                        "0xFFFFFFFFFFFFFFFF",
                                        "0x10000000000000000",
                                        "/",
                                        ":",
                                        "@",
                                        "[",
                                        "`",
                                        "{",
                                        "1/2",
                                        "1:2",
                                        "a@",
                                        "00x5"};
    static const int bases[] = {0, 2, 8, 10, 16, 36};
    for (unsigned t = 0; t < sizeof texts / sizeof *texts; t++) {
        for (unsigned b = 0; b < sizeof bases / sizeof *bases; b++) {
            char *got_end, *end;
            unsigned long got = none_strtoul(texts[t], &got_end, bases[b]);
            CHECK(got == strtoul(texts[t], &end, bases[b]));
            CHECK(got_end == end || (texts[t][0] && texts[t][1] == 'x'));
            CHECK(none_strtoul(texts[t], NULL, bases[b]) == got);
        }
    }
}

/* At most one unit in the last place from the host's? */
static bool root_is_right(double x) {
    double got = none_sqrt(x), wanted = sqrt(x);
    int64_t a, b;
    memcpy(&a, &got, sizeof a);
    memcpy(&b, &wanted, sizeof b);
    return a - b >= -1 && a - b <= 1;
}

TEST(square_roots_are_those_of_the_host_but_for_a_unit_in_the_last_place) {
    static const double values[] = {0.0,
                                    -0.0,
                                    1.0,
                                    2.0,
                                    3.0,
                                    4.0,
                                    0.25,
                                    0.5,
                                    5e-324,
                                    1e-310,
                                    DBL_MIN,
                                    DBL_MAX,
                                    1 - DBL_EPSILON / 2,
                                    1 + DBL_EPSILON};
    uint32_t seed = 5;
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        CHECK(root_is_right(values[i]));
    }
    for (unsigned i = 0; i < 20000; i++) {
        uint64_t bits = ((uint64_t)test_random(&seed) << 32 | test_random(&seed)) & INT64_MAX;
        double value;
        memcpy(&value, &bits, sizeof value);
        if (value == value) {
            CHECK(root_is_right(value));
        }
    }
    CHECK(none_sqrt(INFINITY) == INFINITY);
    CHECK(isnan(none_sqrt(-1.0)) && isnan(none_sqrt(-INFINITY)) && isnan(none_sqrt(NAN)));
}

TEST(maxima_and_sizes_ignore_nan_and_signs) {
    CHECK(none_fmax(1, 2) == 2 && none_fmax(2, 1) == 2 && none_fmax(-1, -2) == -1);
    CHECK(none_fmax(NAN, 1) == 1 && none_fmax(1, NAN) == 1 && isnan(none_fmax(NAN, NAN)));
    CHECK(none_fabs(-1.5) == 1.5 && none_fabs(1.5) == 1.5 && !signbit(none_fabs(-0.0)));
}

enum { BLOCK = 200 };
static unsigned char one[BLOCK] __attribute__((aligned(16)));
static unsigned char two[BLOCK] __attribute__((aligned(16)));
static unsigned char before[BLOCK];

static void fill(void) {
    for (unsigned i = 0; i < BLOCK; i++) {
        one[i] = two[i] = before[i] = (unsigned char)(i * 37 + 11);
    }
}

TEST(blocks_are_moved_wherever_they_lie) {
    unsigned char source[BLOCK];
    for (unsigned i = 0; i < BLOCK; i++) {
        source[i] = (unsigned char)(200 - i);
    }
    for (unsigned to = 0; to < 20; to++) {
        for (unsigned from = 0; from < 20; from++) {
            for (unsigned bytes = 0; bytes < 150; bytes++) {
                fill();
                CHECK(none_memcpy(one + to, source + from, bytes) == one + to);
                memcpy(two + to, source + from, bytes);
                CHECK(memcmp(one, two, BLOCK) == 0);
                fill();
                CHECK(none_memmove(one + to, one + from, bytes) == one + to);
                memmove(two + to, two + from, bytes);
                CHECK(memcmp(one, two, BLOCK) == 0);
            }
        }
        for (unsigned bytes = 0; bytes < 150; bytes++) {
            fill();
            CHECK(none_memset(one + to, 0x1A5, bytes) == one + to);
            memset(two + to, 0xA5, bytes);
            CHECK(memcmp(one, two, BLOCK) == 0);
        }
    }
}

static int sign(int x) {
    return (x > 0) - (x < 0);
}

TEST(text_is_compared_and_searched_as_on_the_host) {
    static const char *const texts[] = {"",    "a",   "ab",  "abc",   "abd",    "b",      "\xE4",
                                        "aab", "cab", "bca", "a\xE4", "abcabd", "aaaaab", "  ab  "};
    enum { COUNT = sizeof texts / sizeof *texts };
    for (unsigned i = 0; i < COUNT; i++) {
        const char *a = texts[i];
        CHECK_EQ(none_strlen(a), strlen(a));
        for (int c = 0; c < 256; c++) {
            CHECK(none_strchr(a, c) == strchr(a, c));
        }
        for (unsigned j = 0; j < COUNT; j++) {
            const char *b = texts[j];
            size_t shorter = strlen(a) < strlen(b) ? strlen(a) : strlen(b);
            CHECK_EQ(sign(none_strcmp(a, b)), sign(strcmp(a, b)));
            CHECK_EQ(sign(none_memcmp(a, b, shorter)), sign(memcmp(a, b, shorter)));
            for (size_t n = 0; n < 7; n++) {
                CHECK_EQ(sign(none_strncmp(a, b, n)), sign(strncmp(a, b, n)));
            }
            CHECK(none_strstr(a, b) == strstr(a, b));
            CHECK_EQ(none_strcspn(a, b), strcspn(a, b));
        }
    }
}

TEST(text_is_appended_up_to_a_count) {
    for (size_t n = 0; n < 6; n++) {
        char got[12] = "ab\0########", wanted[12] = "ab\0########";
        CHECK(none_strncat(got, "cdef", n) == got);
        strncat(wanted, "cdef", n);
        CHECK(memcmp(got, wanted, sizeof got) == 0);
    }
}

TEST(text_is_cut_into_words) {
    static const char *const texts[] = {"", " ", "a", " a", "a ", " a  bc,d ", ",,", "a,b"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        char got[16], wanted[16];
        strcpy(got, texts[i]);
        strcpy(wanted, texts[i]);
        char *g = none_strtok(got, " ,"), *w = strtok(wanted, " ,");
        for (; w; g = none_strtok(NULL, " ,"), w = strtok(NULL, " ,")) {
            CHECK(g && g - got == w - wanted && strcmp(g, w) == 0);
        }
        CHECK(!g && !none_strtok(NULL, " ,"));
    }
}

TEST(a_program_ends_with_its_status) {
    int got = setjmp(end_of_program);
    if (got == 0) {
        none_exit(3);
    }
    CHECK_EQ(got, 1003);
    got = setjmp(end_of_program);
    if (got == 0) {
        none_leave(7);
    }
    CHECK_EQ(got, 1007);
}

int main(void) {
    RUN(numbers_are_read_as_on_the_host);
    RUN(square_roots_are_those_of_the_host_but_for_a_unit_in_the_last_place);
    RUN(maxima_and_sizes_ignore_nan_and_signs);
    RUN(blocks_are_moved_wherever_they_lie);
    RUN(text_is_compared_and_searched_as_on_the_host);
    RUN(text_is_appended_up_to_a_count);
    RUN(text_is_cut_into_words);
    RUN(a_program_ends_with_its_status);
    return test_summary();
}
