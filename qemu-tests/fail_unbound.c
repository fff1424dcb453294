/* SPDX-License-Identifier: Apache-2.0
 *
 * Has to fail: a word for the bound core when there is none.
 * Expected: exit status 1 and 1 line with "call stx_bind() first". */
#include "softensix/tti.h"

int main(void) {
    TTI_SEMPOST(1);
    return 0;
}
