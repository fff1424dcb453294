/* SPDX-License-Identifier: Apache-2.0
 *
 * Has to fail: a word for the bound core when there is none. tools/expect-failure.sh looks for the
 * sentence. */
#include "softensix/tti.h"

int main(void) {
    TTI_ZEROACC(3, 0, 0, 0, 0);
    return 0;
}
