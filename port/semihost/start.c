/* SPDX-License-Identifier: Apache-2.0
 *
 * start.c - continues from start.S to main(): it copies initial values, clears zeros, runs
 * constructors, reads the arguments, and calls exit() at the end. The symbols are those of
 * linker/sections.ld. */
#include <stdlib.h>
#include <string.h>

#include "semihost/semihost.h"

enum { SYS_GET_CMDLINE = 0x15, LINE_BYTES = 1024, ARGUMENTS = 32 };

extern char __data_source[], __data_start[], __data_size[];
extern char __bss_start[], __bss_size[];
typedef void (*function)(void);
extern const function __preinit_array_start[], __preinit_array_end[];
extern const function __init_array_start[], __init_array_end[];

int main(int argc, char **argv);
void stx_semihost_start(void);

static void run_all(const function *first, const function *end) {
    while (first < end) {
        (*first++)();
    }
}

void stx_semihost_start(void) {
    static char line[LINE_BYTES];
    static char *argv[ARGUMENTS];
    memcpy(__data_start, __data_source, (size_t)__data_size);
    memset(__bss_start, 0, (size_t)__bss_size);
    run_all(__preinit_array_start, __preinit_array_end);
    run_all(__init_array_start, __init_array_end);
    const unsigned long block[2] = {(unsigned long)line, sizeof line};
    if (stx_semihost(SYS_GET_CMDLINE, block) != 0) {
        line[0] = 0;
    }
    exit(main(stx_semihost_arguments(line, argv, ARGUMENTS), argv));
}
