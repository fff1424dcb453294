/* SPDX-License-Identifier: Apache-2.0
 *
 * The version of the headers is that of the library, in numbers as in words. */
#include <stdio.h>
#include <string.h>

#include "softensix/softensix.h"
#include "test.h"

TEST(the_library_has_the_version_of_the_headers) {
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", STX_VERSION_MAJOR, STX_VERSION_MINOR,
             STX_VERSION_PATCH);
    CHECK(!strcmp(text, STX_VERSION));
    CHECK(!strcmp(stx_version(), text));
}

TEST(versions_compare_in_the_preprocessor) {
#if STX_VERSION_NUMBER >= STX_VERSION_OF(0, 1, 0) && STX_VERSION_NUMBER < STX_VERSION_OF(1000, 0, 0)
    CHECK(1);
#else
    CHECK(!"in order");
#endif
}

int main(void) {
    RUN(the_library_has_the_version_of_the_headers);
    RUN(versions_compare_in_the_preprocessor);
    return test_summary();
}
