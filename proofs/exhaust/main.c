/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c - runs one exhaustion: -DNAME=exhaust_... */
#include <stdio.h>
#include <stdlib.h>

#include "exhaust.h"

uint64_t points;

void NAME(void);

void differs(uint32_t first, uint32_t second, uint32_t got) {
    printf("false: of 0x%08X, 0x%08X comes 0x%08X\n", (unsigned)first, (unsigned)second,
           (unsigned)got);
    exit(1);
}

int main(void) {
    NAME();
    printf("%llu points\n", (unsigned long long)points);
    return 0;
}
