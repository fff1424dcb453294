/* SPDX-License-Identifier: Apache-2.0
 *
 * misused.c - stx_misused(), which is called when there is no usable core. It traps; on a host it
 * prints its sentence first. A port may replace it with a function of its own. */
#include "core/fault.h"
#include "softensix/softensix.h"

#if STX_HOSTED
#include <stdio.h>

static void tell(const char *sentence) {
    fputs(sentence, stderr);
    fputs("\n", stderr);
}
#else
static void tell(const char *sentence) {
    (void)sentence;
}
#endif

__attribute__((weak)) void stx_misused(const char *sentence) {
    tell(sentence);
    __builtin_trap();
}

enum stx_result stx_without_core(void) {
    stx_misused(
        SENTENCE("softensix: a word or register access has no core: call stx_bind() first"));
    return STX_FAULT;
}
