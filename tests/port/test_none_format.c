/* Blackhole only: its words, or facts of its own. SPDX-License-Identifier: Apache-2.0
 *
 * test_none_format.c - printf() and its like of LIBC=none (port/none), beside those of the host. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "test.h"

static int none_printf(const char *format, ...);
static int none_snprintf(char *to, size_t bytes, const char *format, ...);

#define printf none_printf
#define snprintf none_snprintf
#include "../../port/none/format.c"
#undef printf
#undef snprintf

enum { ROOM = 1000 };

/* Is the text the same, and its count, in enough room, in too little and in none? */
#define SAME(...)                                                         \
    do {                                                                  \
        char wanted_[ROOM];                                               \
        int count_ = snprintf(wanted_, sizeof wanted_, __VA_ARGS__);      \
        for (unsigned i_ = 0; i_ < sizeof rooms / sizeof *rooms; i_++) {  \
            memset(got, '#', sizeof got);                                 \
            CHECK_EQ(none_snprintf(got, rooms[i_], __VA_ARGS__), count_); \
            CHECK(is_cut(rooms[i_], wanted_, (size_t)count_));            \
        }                                                                 \
    } while (0)

static const size_t rooms[] = {ROOM - 1, 7, 1, 0};
static char got[ROOM];

/* Does `got` hold what there was room for, its end, and no more? */
static bool is_cut(size_t room, const char *wanted, size_t count) {
    size_t kept = room ? room - 1 : 0, bytes = count < kept ? count : kept;
    bool good = memcmp(got, wanted, bytes) == 0 && (!room || !got[bytes]);
    if (!good) {
        printf("\"%s\", on the host \"%s\"\n", got, wanted);
    }
    return good && got[bytes + (room != 0)] == '#';
}

TEST(integers_are_printed_as_on_the_host) {
    static const char *const forms[] = {"%d",  "%5d", "%-5d|", "%05d", "%-05d|", "%u",
                                        "%9u", "%x",  "%08x",  "%d%%", "a%db%%c"};
    static const int values[] = {0, 1, -1, 9, 10, 99, 12345, -12345, INT_MAX, INT_MIN, 0xABCDEF};
    for (unsigned f = 0; f < sizeof forms / sizeof *forms; f++) {
        for (unsigned v = 0; v < sizeof values / sizeof *values; v++) {
            SAME(forms[f], values[v]);
        }
    }
}

TEST(long_integers_are_printed_as_on_the_host) {
    static const long long values[] = {0, -1, 1LL << 40, LLONG_MAX, LLONG_MIN, 1234567890123};
    for (unsigned v = 0; v < sizeof values / sizeof *values; v++) {
        SAME("%lld %d", values[v], 7);
        SAME("%llu %llx %d", values[v], values[v], 7);
        SAME("%ld %lu %08lx %d", (long)values[v], (unsigned long)values[v], (long)values[v], 7);
    }
}

TEST(text_is_printed_as_on_the_host) {
    SAME("%s", "");
    SAME("%s, %s", "one", "two");
    SAME("%6s|%-6s|%2s", "abc", "def", "ghi");
    SAME("%.2s|%.0s|%.9s|%6.2s|%-6.2s|", "abc", "def", "ghi", "jkl", "mno");
    SAME("%c%3c%-3c|", 'a', 'b', 'c');
    SAME("100%% %s", "sure");
    CHECK_EQ(none_snprintf((char[4]){0}, 4, "ab%"), 2);
}

/* C leaves it open what a 0 means there; other libraries take blanks all the same. */
TEST(text_is_never_filled_with_zeros) {
    static const char *const formats[] = {"%05c|", "%05s|"};
    CHECK_EQ(none_snprintf(got, sizeof got, formats[0], 'a'), 6);
    CHECK(strcmp(got, "    a|") == 0);
    CHECK_EQ(none_snprintf(got, sizeof got, formats[1], "ab"), 6);
    CHECK(strcmp(got, "   ab|") == 0);
}

/* Of numbers below 2^64, with at most nine digits behind the point. */
TEST(doubles_are_printed_as_on_the_host) {
    static const char *const forms[] = {"%f",       "%.0f",    "%.1f", "%.3f", "%10.2f|",
                                        "%-10.2f|", "%010.2f", "%.7f", "%.9f", "%5.2f"};
    static const double values[] = {0.0,
                                    -0.0,
                                    1.0,
                                    -1.0,
                                    0.5,
                                    1.5,
                                    2.5,
                                    0.25,
                                    0.35,
                                    0.125,
                                    9.5,
                                    99.5,
                                    0.1,
                                    9.9999999,
                                    999999.5,
                                    1e10,
                                    1e-10,
                                    DBL_MIN,
                                    5e-324,
                                    123456789.125,
                                    0.05,
                                    0.95,
                                    0.995,
                                    7.0 / 3,
                                    3.14159265358979,
                                    1e18,
                                    65504.0,
                                    0.99999999951,
                                    18446744073709549568.0};
    for (unsigned f = 0; f < sizeof forms / sizeof *forms; f++) {
        for (unsigned v = 0; v < sizeof values / sizeof *values; v++) {
            SAME(forms[f], values[v]);
        }
        SAME(forms[f], INFINITY);
        SAME(forms[f], -INFINITY);
        SAME(forms[f], (double)NAN);
    }
    uint32_t seed = 17;
    for (unsigned i = 0; i < 2000; i++) {
        double large = test_random(&seed), small = test_random(&seed) / 0x1p32;
        SAME(forms[i % 10], large + small);
        SAME(forms[i % 10], -large / (double)(1u << i % 32));
    }
    CHECK_EQ(none_snprintf(got, sizeof got, "%6.1f|", 1e20), 7);
    CHECK(strcmp(got, "   big|") == 0);
}

TEST(formatted_text_goes_to_the_console) {
    CHECK_EQ(none_printf("%s", ""), 0);
    CHECK_EQ(none_printf("%d and %s\n", 12, "more"), 12);
}

int main(void) {
    RUN(integers_are_printed_as_on_the_host);
    RUN(long_integers_are_printed_as_on_the_host);
    RUN(text_is_printed_as_on_the_host);
    RUN(text_is_never_filled_with_zeros);
    RUN(doubles_are_printed_as_on_the_host);
    RUN(formatted_text_goes_to_the_console);
    return test_summary();
}
