/* SPDX-License-Identifier: Apache-2.0
 *
 * Text in a buffer of any size: what fits is there and ends in 0, what does not is counted, and
 * nothing behind the buffer changes. */
#include "core/text.h"

#include <string.h>

#include "test.h"

enum { MOST = 40 };

static char buffer[MOST + 1];

static const char WHOLE[] = "word 0x0189abef has 4294967295";

static size_t put_whole(size_t size) {
    struct text t = {buffer, size, 0};
    memset(buffer, '#', sizeof buffer);
    stx_text_string(&t, "word ");
    stx_text_hex(&t, 0x0189ABEF);
    stx_text_string(&t, "");
    stx_text_string(&t, " has ");
    stx_text_decimal(&t, UINT32_MAX);
    return t.length;
}

TEST(a_buffer_of_any_size_holds_the_beginning) {
    for (size_t size = 0; size <= MOST; size++) {
        size_t fits = size > strlen(WHOLE) ? strlen(WHOLE) : size ? size - 1 : 0;
        CHECK_EQ(put_whole(size), strlen(WHOLE));
        CHECK(!memcmp(buffer, WHOLE, fits));
        CHECK(size == 0 || buffer[fits] == 0);
        for (size_t i = size ? fits + 1 : 0; i < sizeof buffer; i++) {
            CHECK_EQ(buffer[i], '#');
        }
    }
}

TEST(an_empty_text_ends_too) {
    struct text t = {buffer, 1, 0};
    buffer[0] = '#';
    stx_text_string(&t, "");
    CHECK_EQ(buffer[0], 0);
    CHECK_EQ(t.length, 0);
}

TEST(decimal_numbers_have_all_their_digits) {
    for (uint32_t n = 1, digits = 1; digits <= 10; n *= 10, digits++) {
        char expected[16];
        for (uint32_t i = 0; i < 3; i++) { /* 9, 10 and 11 and their like */
            struct text t = {buffer, sizeof buffer, 0};
            stx_text_decimal(&t, n - 1 + i);
            snprintf(expected, sizeof expected, "%lu", (unsigned long)(n - 1 + i));
            CHECK(!strcmp(buffer, expected));
        }
    }
}

int main(void) {
    RUN(a_buffer_of_any_size_holds_the_beginning);
    RUN(an_empty_text_ends_too);
    RUN(decimal_numbers_have_all_their_digits);
    return test_summary();
}
