/* SPDX-License-Identifier: Apache-2.0
 *
 * leave.h - for tests of code that ends its program: where that calls exit(), leave() comes back to
 * where the test has called setjmp(refused), with the exit status + 100. */
#ifndef TESTS_LEAVE_H
#define TESTS_LEAVE_H

#include <setjmp.h>

static jmp_buf refused;

static void leave(int status) {
    longjmp(refused, status + 100);
}

#endif
