/* SPDX-License-Identifier: Apache-2.0
 *
 * The C library, whichever it is: what programs of this tree use of it does what ISO C says. On the
 * host this tests the expected values. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static char text[128];
/* Not known to the compiler, which would compute the results: nor what the functions do
 * (-fno-builtin). */
static volatile double number;
static volatile int from = 1, to = 2;
static char block[64];

#define CHECK_TEXT(expected, ...)                                                         \
    do {                                                                                  \
        int count_ = snprintf(text, sizeof text, __VA_ARGS__);                            \
        if (strcmp(text, expected) || count_ != (int)strlen(expected)) {                  \
            printf("%s:%d: '%s' (%d), expected '%s'\n", __FILE__, __LINE__, text, count_, \
                   expected);                                                             \
            test_bad = 1;                                                                 \
            return;                                                                       \
        }                                                                                 \
    } while (0)

TEST(integers_are_printed_in_fields) {
    CHECK_TEXT("[   42|42   |00042]", "[%5d|%-5d|%05d]", 42, 42, 42);
    CHECK_TEXT("-1 -01 -2147483648", "%d %03d %ld", -1, -1, -2147483647L - 1);
    CHECK_TEXT("18446744073709551615", "%llu", 0xFFFFFFFFFFFFFFFFull);
    CHECK_TEXT("beef 0000beef", "%x %08lx", 0xBEEF, 0xBEEFul);
    CHECK_TEXT("100%", "%u%%", 100u);
}

TEST(text_is_printed_in_fields) {
    CHECK_TEXT("[  ab|ab  |a|x]", "[%4s|%-4s|%.1s|%c]", "ab", "ab", "ab", 'x');
}

TEST(text_is_cut_where_its_room_ends) {
    char small[4] = "###";
    CHECK_EQ(snprintf(small, sizeof small, "%s", "abcdef"), 6);
    CHECK(strcmp(small, "abc") == 0);
}

/* But for picolibc, whose version 1.8 prints 0.5 as 1. */
TEST(ties_go_to_the_even_digit) {
#ifndef __PICOLIBC__
    number = 0.5;
    CHECK_TEXT("0 0.5 0.500000", "%.0f %.1f %f", number, number, number);
    number = 2.5;
    CHECK_TEXT("2", "%.0f", number);
#endif
}

TEST(doubles_are_rounded_to_nearest) {
    number = 0.1;
    CHECK_TEXT("0.100000000", "%.9f", number);
    number = -9.99999;
    CHECK_TEXT("-10.000| -10.0|-10.0 |-010.0", "%.3f|%6.1f|%-6.1f|%06.1f", number, number, number,
               number);
    number = 12345.678;
    CHECK_TEXT("12345.6780", "%9.4f", number);
    number = 0;
    CHECK_TEXT("0.00", "%.2f", number);
}

/* Roots as Python's math.sqrt() gives them, but for a unit in the last place. */
TEST(square_roots_are_precise) {
    static const struct {
        double x;
        uint32_t upper, lower;
    } roots[] = {{2.0, 0x3FF6A09E, 0x667F3BCD},
                 {3.0, 0x3FFBB67A, 0xE8584CAA},
                 {0.1, 0x3FD43D13, 0x6248490F},
                 {1e308, 0x5FE7DDDF, 0x6B095FF1},
                 {12345.678, 0x405BC71C, 0x5EAB9ED8},
                 {9007199254740991.0, 0x4196A09E, 0x667F3BCC},
                 {4.0, 0x40000000, 0},
                 {1e-310, 0x1FC12978, 0x72D9CBAE}};
    for (unsigned i = 0; i < sizeof roots / sizeof roots[0]; i++) {
        number = roots[i].x;
        double root = sqrt(number);
        uint64_t bits;
        memcpy(&bits, &root, sizeof bits);
        CHECK(bits - ((uint64_t)roots[i].upper << 32 | roots[i].lower) + 1 <= 2);
    }
}

TEST(memory_is_moved_whatever_its_alignment) {
    for (unsigned i = 0; i < sizeof block; i++) {
        block[i] = (char)i;
    }
    memmove(block + to, block + from, 40);
    CHECK_EQ(block[to], 1);
    CHECK_EQ(block[to + 39], 40);
    CHECK_EQ(block[to + 40], 42);
    memmove(block + from, block + to, 40);
    CHECK_EQ(block[from + 39], 40);
    memset(block + from, 0xAB, 13);
    CHECK_EQ((uint8_t)block[13], 0xAB);
    CHECK_EQ((uint8_t)block[14], 14);
    CHECK(memcmp("abc", "abd", (size_t)to) == 0);
    CHECK(memcmp("abc", "abd", 3) < 0);
}

TEST(numbers_are_read_from_text) {
    char *end;
    CHECK_EQ(strtoul(" 0x1Fg", &end, 0), 0x1F);
    CHECK_EQ(*end, 'g');
    CHECK_EQ(strtoul("017", NULL, 0), 15);
    CHECK_EQ(strtoul("42", NULL, 10), 42);
    CHECK_EQ(strtoul("zz", &end, 10), 0);
    CHECK_EQ(*end, 'z');
}

TEST(text_is_searched_and_cut_into_words) {
    char words[] = " one two";
    CHECK(strcmp(strtok(words, " "), "one") == 0);
    CHECK(strcmp(strtok(NULL, " "), "two") == 0);
    CHECK(strtok(NULL, " ") == NULL);
    CHECK(strcmp(strstr("abcabd", "abd"), "abd") == 0);
    CHECK(strstr("abc", "x") == NULL);
    CHECK_EQ(strcspn("ab\n", "\n"), 2);
    CHECK(strncmp("abx", "aby", 2) == 0);
}

/* What runs before main(), each noting when. In firmware pointers may lie where nothing is written:
 * linker/sections.ld. */
#ifdef __linux__
#define EARLIEST ".preinit_array"
#else
#define EARLIEST ".preinit_const"
#endif
static unsigned begun, at_first, at_second, at_third;

static void first(void) {
    at_first = ++begun;
}
static void (*const first_of_all)(void) __attribute__((used, section(EARLIEST))) = first;

__attribute__((constructor(200))) static void second(void) {
    at_second = ++begun;
}

__attribute__((constructor)) static void third(void) {
    at_third = ++begun;
}

TEST(constructors_have_run_in_their_order) {
    CHECK_EQ(at_first, 1);
    CHECK_EQ(at_second, 2);
    CHECK_EQ(at_third, 3);
    CHECK_EQ(begun, 3);
}

int main(void) {
    RUN(constructors_have_run_in_their_order);
    RUN(integers_are_printed_in_fields);
    RUN(text_is_printed_in_fields);
    RUN(text_is_cut_where_its_room_ends);
    RUN(ties_go_to_the_even_digit);
    RUN(doubles_are_rounded_to_nearest);
    RUN(square_roots_are_precise);
    RUN(memory_is_moved_whatever_its_alignment);
    RUN(numbers_are_read_from_text);
    RUN(text_is_searched_and_cut_into_words);
    return test_summary();
}
