/* SPDX-License-Identifier: Apache-2.0
 *
 * test_none_format.c - printf() and its like of LIBC=none (port/none), beside those of the host. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static int none_vfprintf(FILE *file, const char *format, va_list list);
static int none_vsnprintf(char *to, size_t bytes, const char *format, va_list list);
static int none_printf(const char *format, ...);
static int none_fprintf(FILE *file, const char *format, ...);
static int none_snprintf(char *to, size_t bytes, const char *format, ...);

#define vfprintf none_vfprintf
#define vsnprintf none_vsnprintf
#define printf none_printf
#define fprintf none_fprintf
#define snprintf none_snprintf
#include "../../port/none/digits.c"
#include "../../port/none/format.c"
#undef vfprintf
#undef vsnprintf
#undef printf
#undef fprintf
#undef snprintf

enum { ROOM = 1000 };

/* What is left of a text where there is room for so many bytes. */
static bool cut(size_t room, const char *wanted, int count, const char *format, va_list values) {
    char got[ROOM];
    memset(got, '#', sizeof got);
    if (none_vsnprintf(got, room, format, values) != count) {
        return false;
    }
    size_t kept = room ? room - 1 : 0, bytes = (size_t)count < kept ? (size_t)count : kept;
    return memcmp(got, wanted, bytes) == 0 && (!room || !got[bytes]) &&
           got[bytes + (room != 0)] == '#';
}

/* The same text and the same count as on the host, in enough room, in too little and in none. */
static bool same(const char *format, ...) {
    static const size_t rooms[] = {ROOM - 1, 7, 1, 0};
    char wanted[ROOM];
    bool good = true;
    va_list values, copy;
    va_start(values, format);
    va_copy(copy, values);
    int count = vsnprintf(wanted, sizeof wanted, format, copy);
    va_end(copy);
    for (unsigned i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        va_copy(copy, values);
        good = good && cut(rooms[i], wanted, count, format, copy);
        va_end(copy);
    }
    va_end(values);
    if (!good) {
        printf("not as on the host: \"%s\": \"%s\"\n", format, wanted);
    }
    return good;
}
#define SAME(...) CHECK(same(__VA_ARGS__))

TEST(integers_are_printed_as_on_the_host) {
    static const char *const forms[] = {
        "%d",      "%5d",    "%-5d|", "%05d",  "%+d", "% d",    "%+5d", "%.3d", "%8.3d",  "%-8.3d|",
        "%08.3d",  "%.0d",   "%i",    "%u",    "%x",  "%X",     "%#x",  "%#X",  "%o",     "%#10x",
        "%-#10x|", "%#010x", "%.9x",  "%#.9x", "%1d", "%-05d|", "%hd",  "%d%%", "a%db%%c"};
    static const int values[] = {0, 1, -1, 9, 10, 99, 12345, -12345, INT_MAX, INT_MIN, 0xABCDEF};
    for (unsigned f = 0; f < sizeof forms / sizeof *forms; f++) {
        for (unsigned v = 0; v < sizeof values / sizeof *values; v++) {
            if (strstr(forms[f], "hd") && values[v] != (short)values[v]) {
                continue; /* h is read and changes nothing */
            }
            SAME(forms[f], values[v]);
        }
    }
    SAME("%*d|%-*d|%*d", 7, 12, 7, 34, -7, 56);
    SAME("%.*d|%.*d", 4, 12, 0, 0);
}

TEST(long_integers_are_printed_as_on_the_host) {
    static const long long values[] = {0, -1, 1LL << 40, LLONG_MAX, LLONG_MIN, 1234567890123};
    for (unsigned v = 0; v < sizeof values / sizeof *values; v++) {
        SAME("%lld %d", values[v], 7);
        SAME("%llu %llx %d", values[v], values[v], 7);
        SAME("%ld %lu %lX %d", (long)values[v], (unsigned long)values[v], (long)values[v], 7);
        SAME("%zu %zx %d", (size_t)values[v], (size_t)values[v], 7);
        SAME("%td %d", (ptrdiff_t)values[v], 7);
    }
    SAME("%p %d", (void *)0x1234abcd, 5);
    SAME("%.60d", 7);
}

TEST(text_is_printed_as_on_the_host) {
    SAME("%s", "");
    SAME("%s, %s", "one", "two");
    SAME("%6s|%-6s|%2s", "abc", "def", "ghi");
    SAME("%.2s|%.0s|%.9s|%6.2s|%-6.2s|", "abc", "def", "ghi", "jkl", "mno");
    SAME("%c%3c%-3c|", 'a', 'b', 'c');
    SAME("%*s|%.*s", 5, "x", 2, "yyy");
    SAME("100%% %s", "sure");
    CHECK_EQ(none_snprintf((char[4]){0}, 4, "ab%"), 2);
}

/* C leaves it open what a 0 means there; other libraries take blanks all the same. */
TEST(text_is_never_filled_with_zeros) {
    static const char *const formats[] = {"%05c|", "%05s|"};
    char got[16];
    CHECK_EQ(none_snprintf(got, sizeof got, formats[0], 'a'), 6);
    CHECK(strcmp(got, "    a|") == 0);
    CHECK_EQ(none_snprintf(got, sizeof got, formats[1], "ab"), 6);
    CHECK(strcmp(got, "   ab|") == 0);
}

TEST(doubles_are_printed_as_on_the_host) {
    static const char *const forms[] = {"%f",       "%.0f",    "%.1f",  "%.3f",  "%10.2f|",
                                        "%-10.2f|", "%010.2f", "%+.2f", "% .2f", "%e",
                                        "%.0e",     "%.1e",    "%E",    "%.16e", "%12.3e|",
                                        "%-12.3e|", "%012.3e", "%+e",   "%.20f", "%.100f"};
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
                                    9.9999999,
                                    999999.5,
                                    0.1,
                                    1e10,
                                    1e-10,
                                    123456789.125,
                                    DBL_MAX,
                                    DBL_MIN,
                                    5e-324,
                                    2.2250738e-308,
                                    1e99,
                                    1e100,
                                    9.99e99,
                                    1e-99,
                                    9.5e-100,
                                    3.14159265358979,
                                    4503599627370496.5,
                                    1e22,
                                    1e23,
                                    0.05,
                                    0.95,
                                    0.995,
                                    65504.0,
                                    7.0 / 3};
    for (unsigned f = 0; f < sizeof forms / sizeof *forms; f++) {
        for (unsigned v = 0; v < sizeof values / sizeof *values; v++) {
            SAME(forms[f], values[v]);
        }
        SAME(forms[f], INFINITY);
        SAME(forms[f], -INFINITY);
        SAME(forms[f], (double)NAN);
    }
    uint32_t seed = 17;
    for (unsigned i = 0; i < 200; i++) {
        uint64_t bits = (uint64_t)test_random(&seed) << 32 | test_random(&seed);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (value == value) {
            SAME(forms[i % (sizeof forms / sizeof *forms)], value);
        }
    }
}

TEST(formatted_text_goes_to_a_file) {
    FILE *f = tmpfile();
    char text[32] = "";
    CHECK(f != NULL);
    CHECK_EQ(none_fprintf(f, "%d and %s", 12, "more"), 11);
    CHECK_EQ(none_printf("%s", ""), 0);
    rewind(f);
    CHECK(fgets(text, sizeof text, f) && strcmp(text, "12 and more") == 0);
    fclose(f);
}

int main(void) {
    RUN(integers_are_printed_as_on_the_host);
    RUN(long_integers_are_printed_as_on_the_host);
    RUN(text_is_printed_as_on_the_host);
    RUN(text_is_never_filled_with_zeros);
    RUN(doubles_are_printed_as_on_the_host);
    RUN(formatted_text_goes_to_a_file);
    return test_summary();
}
