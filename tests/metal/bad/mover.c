/* SPDX-License-Identifier: Apache-2.0
 *
 * mover.c - a reader or writer that does one thing wrong, by its argument. */
#include "metal/mover.h"

enum { OVERRUNS, NO_SUCH_PAGE, NO_SUCH_BUFFER, WAITS_FOR_EVER, TAKES_ONE, NEVER_PUSHES };

void kernel_main(void) {
    switch (get_arg(0)) {
    case OVERRUNS:
        cb_push_back(0, 3);
        break;
    case NO_SUCH_PAGE:
        cb_reserve_back(0, 1);
        read_page(0, 1, get_write_ptr(0));
        break;
    case NO_SUCH_BUFFER:
        cb_reserve_back(9, 1);
        break;
    case WAITS_FOR_EVER:
        cb_reserve_back(0, 2);
        cb_push_back(0, 2);
        cb_reserve_back(0, 1);
        break;
    case TAKES_ONE:
        cb_wait_front(16, 1);
        cb_pop_front(16, 1);
        break;
    case NEVER_PUSHES:
        break;
    }
}
