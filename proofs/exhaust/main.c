/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - runs one exhaustion: -DNAME=exhaust_... */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#include "exhaust.h"

COUNTED uint64_t points;

void NAME(void);

void differs(uint32_t first, uint32_t second, uint32_t got) {
    printf("false: of 0x%08X, 0x%08X comes 0x%08X\n", (unsigned)first, (unsigned)second,
           (unsigned)got);
    exit(1);
}

#ifdef SCATTERED
/* Seconds of processor time that no function needs for one input. */
enum { ENDLESS = 5 };

static void look(int signal) {
    static const char text[] = "false: for an input the function does not return\n";
    static uint64_t seen;
    (void)signal;
    if (points == seen) {
        (void)!write(1, text, sizeof text - 1);
        _exit(1);
    }
    seen = points;
}

static void look_now_and_then(void) {
    const struct itimerval each = {{ENDLESS, 0}, {ENDLESS, 0}};
    signal(SIGPROF, look);
    setitimer(ITIMER_PROF, &each, NULL);
}
#else
static void look_now_and_then(void) {
}
#endif

int main(void) {
    look_now_and_then();
    NAME();
    printf("%llu points\n", (unsigned long long)points);
    return 0;
}
